package classroom_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// sessions are the example sessions of the exercises, word for word.
var sessions = []struct {
	file    string
	dialect dialect
}{
	{"testdata/amazons.txt", python},
	{"testdata/amazones.txt", javaScript},
	{"testdata/hermit.txt", python},
	{"testdata/santorini.txt", python},
}

// step is a statement of a session and what it must print.
type step struct {
	line      int
	statement string
	want      string
}

// split returns the steps of a session. What follows a prompt is a statement,
// all other lines are output.
func split(text, prompt string) ([]step, error) {
	var steps []step
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		statement, ok := strings.CutPrefix(line, prompt)
		switch {
		case ok:
			steps = append(steps, step{line: i + 1, statement: statement})
		case steps == nil:
			return nil, fmt.Errorf("line %q before the first prompt: want %q", line, prompt)
		default:
			last := &steps[len(steps)-1]
			last.want = strings.TrimPrefix(last.want+"\n"+line, "\n")
		}
	}
	return steps, nil
}

// run runs a session against the boards of package classroom and returns the
// first difference.
func run(text string, d dialect) error {
	steps, err := split(text, d.prompt)
	if err != nil {
		return err
	}
	s := scope{names: maps.Clone(d.names), member: d.member}
	for _, step := range steps {
		v, err := execute(s, step.statement)
		if err == nil || errors.As(err, new(raised)) {
			err = compare(v, err, step.want, d)
		}
		if err != nil {
			return fmt.Errorf("line %d: %s: %w", step.line, step.statement, err)
		}
	}
	return nil
}

var assignment = regexp.MustCompile(`^(?:const )?(\w+) = (.*)$`)

// execute evaluates a statement, which is an expression or gives the value of
// one a name. In the second case it has no value itself.
func execute(s scope, statement string) (any, error) {
	parts := assignment.FindStringSubmatch(statement)
	if parts == nil {
		return evaluate(s, statement)
	}
	v, err := evaluate(s, parts[2])
	if err == nil {
		s.names[parts[1]] = v
	}
	return nil, err
}

// compare checks the value of a statement, or the exception it raised, against
// the output of the session. What was printed must be the same text, any other
// value must be equal to the value that the output denotes. The sessions show
// nothing for a statement whose value is a board.
func compare(v any, exception error, want string, d dialect) error {
	var got string
	switch text, isText := v.(printed); {
	case exception != nil:
		got = fmt.Sprintf(d.exception, exception)
	case isText:
		got = string(text)
	case v == nil || isBoard(v):
		got = ""
	case reflect.ValueOf(v).Kind() == reflect.Func:
		return errors.New("a function that is not called")
	default:
		expected, err := evaluate(literals, want)
		if err != nil {
			return fmt.Errorf("output %q: %w", want, err)
		}
		got, want = show(v), show(expected)
	}
	if got != want {
		return fmt.Errorf("got\n%s\nwant\n%s", got, want)
	}
	return nil
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestSessions(t *testing.T) {
	for _, session := range sessions {
		if err := run(read(t, session.file), session.dialect); err != nil {
			t.Errorf("%s: %v", session.file, err)
		}
	}
}
