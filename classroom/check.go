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

// CheckSession executes a session and compares what is printed with the lines below each
// statement, up to the next prompt, an empty line or the end of a Markdown block.
// Printed strings and boards must be the same, other values must be equal. It returns how
// many statements were executed and the first difference, or nil. The error says what is
// not understood.
//
// The text before the first prompt may be anything. Imports do nothing, because the
// boards are already there. What a real interpreter shows for a board, and the lines of
// a traceback that name files, are ignored.
func CheckSession(text string, d Dialect) (statements int, difference *Difference, err error) {
	steps := split(text, d.prompt)
	if len(steps) == 0 {
		return 0, nil, fmt.Errorf("no statement: want lines that begin with %q", d.prompt)
	}
	s := NewSession(d)
	for i, step := range steps {
		got, equal, err := s.try(step)
		if err != nil {
			return i, nil, fmt.Errorf("line %d: %s: %w", step.line, step.statement, err)
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
			if strings.HasPrefix(line, d.prompt) {
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

// split returns the steps of a session. The text after a prompt is a statement, and the
// lines below it are its output. A prompt at the very end has no statement.
func split(text, prompt string) (steps []step) {
	bare := strings.TrimSpace(prompt)
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.TrimRight(text, " \t\n")
	text = strings.TrimSuffix(text, "\n"+bare)
	inOutput := false
	for i, line := range strings.Split(text, "\n") {
		statement, ok := strings.CutPrefix(line, prompt)
		switch {
		case ok || line == bare:
			statement = strings.TrimSpace(strings.TrimPrefix(statement, bare))
			steps = append(steps, step{line: i + 1, statement: statement})
			inOutput = true
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "```"):
			inOutput = false
		case inOutput:
			last := &steps[len(steps)-1]
			last.want = strings.TrimPrefix(last.want+"\n"+line, "\n")
		}
	}
	return steps
}

var (
	imports = regexp.MustCompile(`^(?:import |from \S+ import |(?:const|let|var) .*\brequire\()`)
	// boardShown matches what Python and JavaScript show for an object.
	boardShown = regexp.MustCompile(`^(?:<.* object at 0x[0-9A-Fa-f]+>|[A-Z]\w* \{.*\})$`)
)

const traceback = "Traceback (most recent call last):"

// try executes a step. It returns what the exercise prints, and whether the session has
// the same. Sessions show nothing for a statement whose value is a board.
func (s *Session) try(step step) (got string, equal bool, err error) {
	if imports.MatchString(step.statement) && step.want == "" {
		return "", true, nil
	}
	v, err := s.execute(step.statement)
	refusal, refused := errors.AsType[RefusedError](err)
	if err != nil && !refused {
		return "", false, err
	}
	want := step.want
	switch p, isPrinted := v.(printed); {
	case refused:
		got = fmt.Sprintf(s.dialect.exception, refusal)
		if strings.HasPrefix(want, traceback) {
			lines := strings.Split(want, "\n")
			want = strings.Join(slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, " ") }), "\n")
		}
	case isPrinted:
		_, isText := p.value.(string)
		return p.text, p.text == want || !isText && denotes(want, p.value), nil
	case v == nil:
	case isBoard(v):
		if boardShown.MatchString(want) {
			want = ""
		}
	case isFunction(v):
		return "", false, errors.New("a function that is not called: want () after it")
	default:
		return s.dialect.write(v), denotes(want, v), nil
	}
	return got, got == want, nil
}

// denotes reports whether a text is a value, as either language may write it.
func denotes(text string, v any) bool {
	written, err := evaluate(literals, text)
	return err == nil && show(written) == show(v)
}
