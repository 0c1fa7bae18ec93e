package classroom

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	const start = ">>> board = Amazons()\n"
	for _, test := range []struct {
		name       string
		text       string
		dialect    Dialect
		statements int
		want       *Difference
	}{
		{"text around", "Example\n\n```\n" + start + "```\nThen\n>>> board.winner()\n0\n\nThe end\n", Python, 2, nil},
		{"Windows", ">>> board = Amazons()\r\n>>> board.winner()\r\n0\r\n", Python, 2, nil},
		{"a docstring", "def f():\n    \"\"\"Text\n\n    >>> board = Amazons()\n    >>> print(board.position('a'))\n    (6, 0)\n    >>> board.winner()\n    0\n    \"\"\"  \n    return 1\n", Python, 3, nil},
		{"a list", "- text\n\n  > const b = new Amazones()\n  > b.winnaar()\n  1\n", JavaScript, 2, &Difference{5, "b.winnaar()", "1", "0"}},
		{"output that is not indented", "  " + start + "  >>> board.winner()\n0\n  1\n", Python, 2, &Difference{4, "board.winner()", "0\n1", "0"}},
		{"a prompt that waits", start + ">>> \n", Python, 1, nil},
		{"empty prompts and comments", start + ">>> \n>>>\n>>> # who has won?\n>>> board.winner() # nobody\n0\n", Python, 3, nil},
		{"output of an empty prompt", start + ">>> \n0\n", Python, 2, &Difference{3, "", "0", ""}},
		{"a semicolon in the output", "> const b = new Amazones();\n> b.winnaar();\n0;\n", JavaScript, 2, &Difference{3, "b.winnaar();", "0;", "0"}},
		{"output of an import", ">>> import sys\n0\n", Python, 1, &Difference{2, "import sys", "0", ""}},
		{
			"an exception in Node",
			"> var b = new Amazones();\nundefined\n> b.verzetAmazone('a', 'W', 3);\nUncaught { name: 'AssertionError', message: 'ongeldige zet' }\n> b.winnaar();\n0\n",
			JavaScript, 3, nil,
		},
		{
			"another exception in Node",
			"> const b = new Amazones()\n> b.verzetAmazone('a', 'W', 3)\nUncaught { name: 'AssertionError', message: 'geen zet' }\n",
			JavaScript, 2, &Difference{
				3, "b.verzetAmazone('a', 'W', 3)", "Uncaught { name: 'AssertionError', message: 'geen zet' }", `Uncaught { name: "AssertionError", message: "ongeldige zet" }`,
			},
		},
		{"no statement but a comment", "> // later\nundefined\n", JavaScript, 1, nil},
		{"imports", ">>> from amazons import Amazons\n>>> import sys\n" + start, Python, 3, nil},
		{"JavaScript's import", "> const { Amazones } = require(\"./amazones\")\n> const b = new Amazones()\n", JavaScript, 2, nil},
		{
			"what Node shows without a value",
			"> const { Amazones } = require(\"./amazones\")\nundefined\n> const b = new Amazones()\nundefined\n> console.log(b.winnaar())\n0\nundefined\n",
			JavaScript, 3, nil,
		},
		{"a value instead of undefined", "> const b = new Amazones()\n> b.winnaar()\n0\nundefined\n", JavaScript, 2, &Difference{4, "b.winnaar()", "0\nundefined", "0"}},
		{"undefined in Python", start + "undefined\n", Python, 1, &Difference{2, "board = Amazons()", "undefined", ""}},
		{
			"a board shown by Node",
			"> const b = new Amazones()\n> b.verzetAmazone(\"a\", \"ZO\", 2)\nAmazones {\n  pijlen: [],\n  aanZet: 'wit'\n}\n> b.positie(\"a\")\n[ 8, 2 ]\n",
			JavaScript, 3, nil,
		},
		{"a board shown, and more", "> const b = new Amazones()\n> b.verzetAmazone(\"a\", \"ZO\", 2)\nAmazones {}\n1\n", JavaScript, 2, &Difference{3, "b.verzetAmazone(\"a\", \"ZO\", 2)", "Amazones {}\n1", ""}},
		{"a board shown", start + ">>> board.move_amazon('a', 'E', 1)\n<amazons.Amazons object at 0x7f3a5c>\n", Python, 2, nil},
		{
			"a real traceback",
			start + ">>> board.move_amazon('a', 'W', 3)\nTraceback (most recent call last):\n  File \"<stdin>\", line 1, in <module>\n    raise\nAssertionError: invalid move\n",
			Python, 2, nil,
		},
		{"value", start + ">>> board.position('a')\n(6, 1)\n>>> board.winner()\n1", Python, 2, &Difference{3, "board.position('a')", "(6, 1)", "(6, 0)"}},
		{"no output", start + ">>> board.winner()", Python, 2, &Difference{2, "board.winner()", "", "0"}},
		{"output that is none", start + ">>> board.winner()\nzero", Python, 2, &Difference{3, "board.winner()", "zero", "0"}},
		{"line of a board", ">>> b = Hermit(2)\n>>> print(b)\n. .\n. R", Python, 2, &Difference{4, "print(b)", ". .\n. R", ". .\n. ."}},
		{"output too short", ">>> b = Hermit(2)\n>>> print(b)\n. .", Python, 2, &Difference{3, "print(b)", ". .", ". .\n. ."}},
	} {
		statements, got, err := CheckSession(test.text, test.dialect)
		if err != nil || statements != test.statements || (got == nil) != (test.want == nil) || got != nil && *got != *test.want {
			t.Errorf("%s: %d statements, %+v, %v; want %d, %+v", test.name, statements, got, err, test.statements, test.want)
		}
	}
}

func TestDetect(t *testing.T) {
	for _, test := range []struct{ text, want, prompt string }{
		{"Example\n>>> 1", "python", ">>> "},
		{"Example\n> 1\n>>> 1", "javascript", "> "},
		{"1 > 0", "", ""},
	} {
		if d, ok := Detect(test.text); d.String() != test.want || d.Prompt() != test.prompt || ok != (test.want != "") {
			t.Errorf("%q is of %q with the prompt %q, %t", test.text, d, d.Prompt(), ok)
		}
	}
}

// TestNoLanguage asks the zero dialect, as Detect returns it for a text without a prompt.
func TestNoLanguage(t *testing.T) {
	const text = "board = 1"
	d, ok := Detect(text)
	if ok {
		t.Fatalf("%q is in %s", text, d)
	}
	const want = "no language: want Python or JavaScript"
	if _, _, err := CheckSession(text, d); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("check: %v, want %s", err, want)
	}
	for _, statement := range []string{text, "1", ""} {
		if output, err := NewSession(d).Do(statement); err == nil || err.Error() != want {
			t.Errorf("%q: %q, %v, want %s", statement, output, err, want)
		}
	}
}

// TestPageNamesMembers wants the page's exercises to name all that a program can ask a board.
func TestPageNamesMembers(t *testing.T) {
	var page struct {
		Lessons map[string]struct{ Formats [][2]string }
	}
	text, err := os.ReadFile("../web/src/i18n/en/exercises.json")
	if err == nil {
		err = json.Unmarshal(text, &page)
	}
	hermit, hermitErr := NewHermit(3)
	santorini, santoriniErr := NewSantorini([]Square{{0, 0}, {0, 1}, {1, 0}, {1, 1}})
	if err := errors.Join(err, hermitErr, santoriniErr); err != nil {
		t.Fatal(err)
	}
	for lesson, members := range map[string]members{
		"amazons":   pythonMembers(NewAmazons(English)),
		"amazones":  scriptMembers(NewAmazons(Dutch)),
		"hermit":    pythonMembers(hermit),
		"santorini": pythonMembers(santorini),
	} {
		var named strings.Builder
		for _, row := range page.Lessons[lesson].Formats {
			named.WriteString(row[0] + "\n")
		}
		for member := range members {
			if !strings.Contains(named.String(), "."+member) {
				t.Errorf("the page's exercise %s does not name %s", lesson, member)
			}
		}
	}
}
