package classroom

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Difference is the first place where a session and the boards disagree.
type Difference struct {
	Line      int    // line of the text, from 1: the first different line of output, or else the statement
	Statement string // the statement that was executed
	Expected  string // the output in the session, "" for nothing
	Got       string // what the exercise prints
}

// StatementError says which statement of a session is not understood.
type StatementError struct {
	Line      int // from 1
	Statement string
	Err       error
}

// Error implements error.
func (e *StatementError) Error() string {
	return fmt.Sprintf("line %d: %s: %v", e.Line, e.Statement, e.Err)
}

// Unwrap returns what is not understood about it.
func (e *StatementError) Unwrap() error { return e.Err }

// CheckSession executes a session and compares what is printed with the lines below each
// statement, up to the next prompt, an empty line or the end of a Markdown block or
// docstring. A prompt may be indented, as in a docstring; then its output is too. Printed
// strings and boards must be the same, other values must be equal. It returns how many
// statements were executed and the first difference, or nil. The error says what is not
// understood; for a statement it is a [StatementError].
//
// The text before the first prompt may be anything. Imports do nothing, because the
// boards are already there. Prompts with neither a statement nor output are ignored, and
// so is what a real interpreter shows for a board, the undefined that JavaScript shows
// where there is no value, the lines of a traceback that name files, and which quotation
// marks an exception has.
func CheckSession(text string, d Dialect) (statements int, difference *Difference, err error) {
	steps := split(text, d.prompt)
	if len(steps) == 0 {
		return 0, nil, fmt.Errorf("no statement: want lines that begin with %q", d.prompt)
	}
	s := NewSession(d)
	for i, step := range steps {
		got, equal, err := s.try(step)
		if err != nil {
			return i, nil, &StatementError{step.line, step.statement, err}
		}
		if !equal {
			return i + 1, &Difference{step.differs(got), step.statement, step.want, got}, nil
		}
	}
	return len(steps), nil, nil
}

// Detect returns the dialect whose prompt comes first in a text.
func Detect(text string) (d Dialect, ok bool) {
	for line := range strings.Lines(text) {
		for _, d := range []Dialect{Python, JavaScript} {
			if strings.HasPrefix(strings.TrimLeft(line, blanks), d.prompt) {
				return d, true
			}
		}
	}
	return Dialect{}, false
}

type step struct {
	line      int // of the statement
	statement string
	want      string
}

// differs returns the first line at which the output differs.
func (s step) differs(got string) int {
	if s.want == "" {
		return s.line
	}
	wanted, printed := strings.Split(s.want, "\n"), strings.Split(got, "\n")
	for i := range wanted {
		if i >= len(printed) || wanted[i] != printed[i] {
			return s.line + 1 + i
		}
	}
	return s.line + len(wanted)
}

const blanks = " \t"

// split returns the steps of a session. The text after a prompt is a statement, and the
// lines below it are its output. Prompts with neither are left out.
func split(text, prompt string) (steps []step) {
	bare := strings.TrimSpace(prompt)
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.TrimRight(text, " \t\n")
	inOutput, indent := false, "" // of the last prompt
	for i, line := range strings.Split(text, "\n") {
		content := strings.TrimLeft(line, blanks)
		statement, ok := strings.CutPrefix(content, prompt)
		end := strings.TrimRight(content, blanks)
		switch {
		case ok || content == bare:
			indent = line[:len(line)-len(content)]
			statement = strings.TrimSpace(strings.TrimPrefix(statement, bare))
			steps = append(steps, step{line: i + 1, statement: statement})
			inOutput = true
		case content == "" || strings.HasPrefix(content, "```") || end == `"""` || end == "'''":
			inOutput = false
		case inOutput:
			last := &steps[len(steps)-1]
			last.want = strings.TrimPrefix(last.want+"\n"+strings.TrimPrefix(line, indent), "\n")
		}
	}
	return slices.DeleteFunc(steps, func(s step) bool { return s.statement == "" && s.want == "" })
}

// boardShown matches what Python and JavaScript show for an object.
var boardShown = regexp.MustCompile(`^(?:<.* object at 0x[0-9A-Fa-f]+>|[A-Z]\w* \{(?s:.*)\})$`)

const traceback = "Traceback (most recent call last):"

// try executes a step. It returns what the exercise prints, and whether the session has
// the same. Sessions show nothing for a statement whose value is a board.
func (s *Session) try(step step) (got string, equal bool, err error) {
	valueless := s.dialect.withoutUndefined(step.want)
	v, err := s.execute(step.statement)
	if refusal, ok := errors.AsType[RefusedError](err); ok {
		got = fmt.Sprintf(s.dialect.exception, refusal)
		return got, got == quoted(withoutFiles(step.want)), nil
	}
	if err != nil {
		return "", false, err
	}
	switch p, isPrinted := v.(printed); {
	case isPrinted:
		_, isText := p.value.(string)
		return p.text, p.text == valueless || !isText && denotes(valueless, p.value), nil
	case v == nil:
		return "", valueless == "", nil
	case isBoard(v):
		return "", step.want == "" || boardShown.MatchString(step.want), nil
	case isFunction(v):
		return "", false, errors.New("a function that is not called: want () after it")
	}
	return s.dialect.write(v), denotes(step.want, v), nil
}

// withoutUndefined returns the output of a statement without a value as the exercises
// have it.
func (d Dialect) withoutUndefined(output string) string {
	if output == d.undefined {
		return ""
	}
	return strings.TrimSuffix(output, "\n"+d.undefined)
}

// withoutFiles returns a traceback without the lines that name files.
func withoutFiles(output string) string {
	if !strings.HasPrefix(output, traceback) {
		return output
	}
	isFile := func(line string) bool { return strings.HasPrefix(line, " ") }
	return strings.Join(slices.DeleteFunc(strings.Split(output, "\n"), isFile), "\n")
}

// quoted returns an exception with the quotation marks of the exercises. Node has single
// ones.
func quoted(exception string) string { return strings.ReplaceAll(exception, "'", `"`) }

// denotes reports whether a text is a value, as either language may write it.
func denotes(text string, v any) bool {
	written, err := evaluate(literals, text)
	return err == nil && show(written) == show(v)
}
