package session

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

// sessions are the example sessions of the exercises, word for word.
var sessions = []struct {
	file    string
	dialect Dialect
}{
	{"testdata/amazons.txt", Python},
	{"testdata/amazones.txt", JavaScript},
	{"testdata/hermit.txt", Python},
	{"testdata/santorini.txt", Python},
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
func run(text string, d Dialect) error {
	steps, err := split(text, d.prompt)
	if err != nil {
		return err
	}
	s := New(d)
	for _, step := range steps {
		v, err := s.execute(step.statement)
		if err == nil || errors.As(err, new(*raised)) {
			err = compare(v, err, step.want, d)
		}
		if err != nil {
			return fmt.Errorf("line %d: %s: %w", step.line, step.statement, err)
		}
	}
	return nil
}

// compare checks the value of a statement, or the exception it raised, against
// the output of the session. What was printed must be the same text, any other
// value must be equal to the value that the output denotes. The sessions show
// nothing for a statement whose value is a board.
func compare(v any, exception error, want string, d Dialect) error {
	var got string
	switch text, isText := v.(printed); {
	case exception != nil:
		got = fmt.Sprintf(d.exception, exception)
	case isText:
		got = string(text)
	case v == nil || isBoard(v):
		got = ""
	case isFunction(v):
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

// What a session prints for a value is text that denotes that value.
func TestOutput(t *testing.T) {
	for _, example := range sessions {
		steps, err := split(read(t, example.file), example.dialect.prompt)
		if err != nil {
			t.Fatal(err)
		}
		s := New(example.dialect)
		for _, step := range steps {
			got, err := s.Do(step.statement)
			if err != nil {
				t.Fatalf("%s:%d: %v", example.file, step.line, err)
			}
			if got == step.want {
				continue
			}
			a, err := evaluate(literals, got)
			b, err2 := evaluate(literals, step.want)
			if err != nil || err2 != nil || show(a) != show(b) {
				t.Errorf("%s:%d: %s: got\n%s\nwant\n%s", example.file, step.line, step.statement, got, step.want)
			}
		}
		if s.Board() == nil {
			t.Errorf("%s: no board", example.file)
		}
	}
}

// Nothing that somebody types makes it panic.
func FuzzDo(f *testing.F) {
	for _, example := range sessions {
		text, err := os.ReadFile(example.file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(strings.ReplaceAll(string(text), example.dialect.prompt, ""), example.dialect.prompt == Python.prompt)
	}
	f.Fuzz(func(t *testing.T, text string, snake bool) {
		s := New(JavaScript)
		if snake {
			s = New(Python)
		}
		for line := range strings.Lines(text) {
			if output, err := s.Do(strings.TrimSpace(line)); err != nil && output != "" {
				t.Errorf("%q prints %q and is not understood: %v", line, output, err)
			}
		}
	})
}
