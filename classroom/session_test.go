package classroom

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"thera/game/gametest"
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

// run checks a session and returns the first difference.
func run(text string, d Dialect) error {
	_, difference, err := CheckSession(text, d)
	if difference != nil {
		return fmt.Errorf("%+v", *difference)
	}
	return err
}

func read(t *testing.T, file string) string {
	t.Helper()
	text := gametest.Must(t, os.ReadFile, file)
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
		s := NewSession(example.dialect)
		for _, step := range split(read(t, example.file), example.dialect.prompt) {
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

// TestDo executes statements in one session for each dialect. Values are printed as the
// language prints them; boards, assignments and errors print nothing.
func TestDo(t *testing.T) {
	python, script := NewSession(Python), NewSession(JavaScript)
	for _, test := range []struct {
		session              *Session
		statement, want, err string
	}{
		{python, "", "", ""},
		{python, "# 1", "", ""},
		{python, "'#' # 1", "'#'", ""},
		{python, "(1)", "1", ""},
		{python, "((1, 'a'), [])", "((1, 'a'), [])", ""},
		{python, "[1, [2]]", "[1, [2]]", ""},
		{python, "{}", "{}", ""},
		{python, "set()", "", `unknown name "set"`},
		{python, "(1,)", "(1)", ""},
		{python, "((1), [1, 2,], {1,}, {1: 2,})", "(1, [1, 2], {1}, {1: 2})", ""},
		{python, "(,)", "", `at ", )": want a name`},
		{python, "[1,,]", "", `at ", ]": want a name`},
		{python, "(1 2)", "", `at "2 )": want , or )`},
		{python, "1; 2", "", `at "2": want the end of the statement`},
		{python, "1 == 1", "", `at "= = 1": want the end of the statement`},
		{python, "from amazons import Amazons", "", ""},
		{python, "one=1;", "", ""},
		{python, "one; # two", "1", ""},
		{python, "board = Amazons()", "", ""},
		{python, "board", "", ""},
		{python, "board.arrows", "set()", ""},
		{python, "board.winner", "", "a function that is not called: want () after it"},
		{python, "str(board)", `'___B__C___\n__________\n__________\nA________D\n__________\n__________\na________d\n__________\n__________\n___b__c___'`, ""},
		{python, "board.move_amazon('a', 'N', -1)", "Traceback (most recent call last):\nAssertionError: invalid move", ""},
		{python, "print(board.winner())", "0", ""},
		{python, "print('it\\'s')", "it's", ""},
		{python, `'a\n\\'`, `'a\n\\'`, ""},
		{python, `"it's"`, `"it's"`, ""},
		{python, `print(str((1, 'a')))`, "(1, 'a')", ""},
		{python, "print(board.winner)", "", "argument a function: want a value"},
		{python, "print(print(board))", "", "a call that only prints: want it alone"},
		{python, "[print(board)]", "", "a call that only prints: want it alone"},
		{python, "small = Hermit(40)", "", ""},
		{python, "small.isvalid('R', (0, 0))", "True", ""},
		{python, "small.move('R', (0, 0), 'U')", "", ""},
		{python, "small.isvalid('R', (0, 0))", "False", ""},
		{python, "small.move('R', (0, 0), 'U')", "Traceback (most recent call last):\nAssertionError: invalid move", ""},
		{python, "small.isvalid('R', (-1, 0))", "False", ""},
		{python, "print(str(Hermit(2)))", ". .\n. .", ""},
		{python, "large = Hermit(41)", "", "board of size 41: want at most 40 here"},
		{python, "Hermit(0)", "", "board of size 0: want 1 or more"},
		{python, "small.positions((0, 0), 'Q')", "", "placement 'Q': want U, H or V"},
		{python, "board.position('x')", "", "amazon 'x': want a to d or A to D"},
		{python, "Santorini([(0, 0), (0, 1), (0, 2)])", "", "want 4, 6 or 8 positions, not 3"},
		{python, "village = Santorini([(2, 1), (1, 2), (0, 0), (4, 4)])", "", ""},
		{python, "print(Santorini(((3, 0), (4, 1), (1, 1), (2, 2),),))", "00000\n0C000\n00D00\nA0000\n0B000", ""},
		{python, "print(village.winning_worker())", "None", ""},
		{python, "village.build_tower('B', 'S').move_worker('A', 'E')", "", ""},
		{python, "village.build_tower('B', 'SW').build_tower('B', 'SW').move_worker('A', 'W')", "", ""},
		{python, "village.winning_worker()", "", ""},
		{python, "village.build_tower('B', 'S').build_tower('B', 'S').move_worker('A', 'E')", "", ""},
		{python, "village.winning_worker()", "'A'", ""},
		{python, "village.level('Z')", "", "worker 'Z': want one of the 4 letters from A"},
		{script, "\"//\" // 1", `"//"`, ""},
		{script, "console", "[object]", ""},
		{script, "const { Amazones } = require('./amazones');", "", ""},
		{script, "var bord=new Amazones();", "", ""},
		{script, "bord.pijlen", "[]", ""},
		{script, "bord.positie(\"a\")", "[ 6, 0 ]", ""},
		{script, "bord.verzetAmazone(\"a\", \"W\", 3)", `Uncaught { name: "AssertionError", message: "ongeldige zet" }`, ""},
		{script, "console.log(bord.winnaar()); // nobody", "0", ""},
		{script, "console.log(bord.positie(\"a\"))", "[ 6, 0 ]", ""},
		{script, "console.log(\"a\")", "a", ""},
		{script, "console.log(bord)", "", "argument the board: want a value, or the text that toString() returns"},
		{script, "bord.positie(\"x\")", "", "amazon 'x': want a to d or A to D"},
		{script, "bord.winnaar().x", "", `0 has no member "x"`},
	} {
		got, err := test.session.Do(test.statement)
		if got != test.want || test.err == "" && err != nil || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
			t.Errorf("%s %s prints %q, error %v; want %q, error %q", test.session.dialect, test.statement, got, err, test.want, test.err)
		}
	}
}

// Nothing that somebody types makes it panic.
func FuzzDo(f *testing.F) {
	for _, example := range sessions {
		text := gametest.Must(f, os.ReadFile, example.file)
		f.Add(strings.ReplaceAll(string(text), example.dialect.prompt, ""), example.dialect.prompt == Python.prompt)
	}
	f.Fuzz(func(t *testing.T, text string, snake bool) {
		s := NewSession(JavaScript)
		if snake {
			s = NewSession(Python)
		}
		for line := range strings.Lines(text) {
			if output, err := s.Do(strings.TrimSpace(line)); err != nil && output != "" {
				t.Errorf("%q prints %q and is not understood: %v", line, output, err)
			}
		}
	})
}
