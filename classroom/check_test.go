package classroom

import "testing"

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
		{"a prompt that waits", start + ">>> \n", Python, 1, nil},
		{"imports", ">>> from amazons import Amazons\n>>> import sys\n" + start, Python, 3, nil},
		{"JavaScript's import", "> const { Amazones } = require(\"./amazones\")\n> const b = new Amazones()\n", JavaScript, 2, nil},
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
