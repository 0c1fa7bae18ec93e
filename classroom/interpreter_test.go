package classroom

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

// TestSessionsAreCompared spoils each line of output in turn, in three ways,
// and wants the difference to be noticed every time.
func TestSessionsAreCompared(t *testing.T) {
	for _, session := range sessions {
		lines := strings.Split(strings.TrimSuffix(read(t, session.file), "\n"), "\n")
		for i, line := range lines {
			if strings.HasPrefix(line, session.dialect.prompt) {
				continue
			}
			for _, spoiled := range [][]string{{}, {line, line}, {alter(line)}} {
				text := strings.Join(slices.Concat(lines[:i], spoiled, lines[i+1:]), "\n")
				if run(text, session.dialect) == nil {
					t.Errorf("%s:%d: no difference between %q and %q", session.file, i+1, line, spoiled)
				}
			}
		}
	}
}

// alter changes the last symbol of a line that says something: a digit into
// another digit, a letter into the other case, an empty square into an arrow.
// A line without such a symbol is an empty list, which gets an item.
func alter(line string) string {
	i := strings.LastIndexFunc(line, func(r rune) bool { return !strings.ContainsRune("()[]{}\"', ", r) })
	if i < 0 {
		return "[ 1 ]"
	}
	c := line[i]
	switch {
	case '0' <= c && c <= '9':
		c = '0' + '9' - c
	case unicode.IsLetter(rune(c)):
		c ^= 'a' ^ 'A'
	default:
		c = '*' + '_' - c
	}
	return line[:i] + string(c) + line[i+1:]
}

func TestComparison(t *testing.T) {
	tests := []struct {
		name  string
		text  string
		equal bool
	}{
		{"set in another order", ">>> board.positions((0, 0), 'H')\n{(0, 1), (0, 0)}", true},
		{"set with an item too few", ">>> board.positions((0, 0), 'H')\n{(0, 1)}", false},
		{"set with an item twice", ">>> board.positions((0, 0), 'U')\n{(0, 0), (0, 0)}", false},
		{"list for a set", ">>> board.positions((0, 0), 'U')\n[(0, 0)]", false},
		{"list for a tuple", ">>> board.positions((0, 0), 'U')\n{[0, 0]}", false},
		{"dictionary in another order", ">>> village.workers\n{'D': (0, 3), 'C': (0, 2), 'B': (0, 1), 'A': (0, 0)}", true},
		{"dictionary with values exchanged", ">>> village.workers\n{'A': (0, 1), 'B': (0, 0), 'C': (0, 2), 'D': (0, 3)}", false},
		{"string for a number", ">>> village.level('A')\n'0'", false},
		{"boolean", ">>> board.isvalid('R', (0, 0))\nTrue", true},
		{"other boolean", ">>> board.isvalid('R', (0, 0))\nFalse", false},
		{"member of a literal", ">>> board.isvalid('R', (0, 0))\nTrue.x", false},
		{"text of a board", ">>> str(board)\n'. .\\n. .'", true},
		{"text of another board", ">>> str(board)\n'. .\\n. R'", false},
		{"text of a board on two lines", ">>> str(board)\n'. .\n. .'", false},
		{"printed set in another order", ">>> print(board.positions((0, 0), 'H'))\n{(0, 1), (0, 0)}", true},
		{"printed set with an item too few", ">>> print(board.positions((0, 0), 'H'))\n{(0, 1)}", false},
		{"printed string in quotes", ">>> print('R')\n'R'", false},
		{"printed None", ">>> print(village.winning_worker())\nNone", true},
		{"text with a blank too many", ">>> print(board)\n. . \n. .", false},
		{"board that shows nothing", ">>> board.move('R', (0, 0), 'U')", true},
		{"exception with another message", ">>> board.move('R', (0, 2), 'U')\nTraceback (most recent call last):\nAssertionError: illegal move", false},
		{"exception that is not raised", ">>> board.move('R', (0, 0), 'U')\nTraceback (most recent call last):\nAssertionError: invalid move", false},
		{"exception that is not expected", ">>> board.move('R', (0, 2), 'U')", false},
		{"exception within a chain", ">>> board.move('R', (0, 2), 'U').move('R', (0, 0), 'U')\nTraceback (most recent call last):\nAssertionError: invalid move\n>>> print(board)\n. .\n. .", true},
	}
	const start = ">>> board = Hermit(2)\n>>> village = Santorini([(0, 0), (0, 1), (0, 2), (0, 3)])\n"
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if err := run(start+test.text, Python); (err == nil) != test.equal {
				t.Errorf("equal is %t, want %t: %v", err == nil, test.equal, err)
			}
		})
	}
}

// TestListsAreInOrder shows what sets don't: the order of a list counts.
func TestListsAreInOrder(t *testing.T) {
	const start = "> const bord = new Amazones()\n> bord.mogelijkeRichtingen(\"a\")\n"
	if err := run(start+`["N", "NO", "O", "ZO", "Z"]`, JavaScript); err != nil {
		t.Error(err)
	}
	if run(start+`["NO", "N", "O", "ZO", "Z"]`, JavaScript) == nil {
		t.Error("no difference between lists in different orders")
	}
}

// TestNotUnderstood wants the interpreter to give up rather than to guess. What
// it does not understand is not an exception either, so that no session can
// expect it.
func TestNotUnderstood(t *testing.T) {
	const start = ">>> board = Amazons()\n"
	tests := []struct{ statement, want string }{
		{"x = # 1", "want a name"},
		{"board // board", `"// board"`},
		{"bord", `unknown name "bord"`},
		{"board.moves()", `no member "moves"`},
		{"board.winner", "not called"},
		{"board.winner.x", `a function has no member "x"`},
		{"board.winner().x", `0 has no member "x"`},
		{"board.position(bord)", `unknown name "bord"`},
		{"[board, bord]", `unknown name "bord"`},
		{"board.amazons()", "want a function"},
		{"board.winner(1)", "number of arguments 1: want 0"},
		{"board.position()", "number of arguments 0: want 1"},
		{"board.position('ab')", `argument "ab": want a letter in quotes`},
		{"board.position(1)", "argument 1: want a letter in quotes"},
		{"board.move_amazon('a', 'N', '1')", `argument "1": want a number`},
		{"board.move_amazon('a', 'N', - 1)", `"- 1)"`},
		{"board.move_amazon('a', 'N', 1", "at the end: want , or )"},
		{"board.move_amazon('a' 'N')", "want , or )"},
		{"board.move_amazon('a, 'N', 1)", `"', 1)": want a name, a number`},
		{"board.winner() 0", `at "0": want the end of the statement`},
		{"board.winner().", `at the end: want a name`},
		{"board..winner()", `at ". winner ( )": want a name`},
		{"board + board", `"+ board"`},
		{"print(board, board)", "number of arguments 2: want 1"},
		{"Hermit((1, 1))", "argument (1, 1): want a number"},
		{"Santorini([(0, 0), 1])", "want a list or tuple of squares (row, column)"},
		{"Santorini([1, (0, 0)])", "want a list or tuple of squares (row, column)"},
		{"{1: 2, 3}", "all have a value or all have none"},
		{"99999999999999999999", "want a smaller number"},
		{"x = y = 1", `at "= 1": want the end of the statement`},
	}
	for _, test := range tests {
		const exception = "\nTraceback (most recent call last):\nAssertionError: invalid move"
		for _, output := range []string{"", "\n0", exception} {
			err := run(start+Python.prompt+test.statement+output, Python)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%q then %q: error %v, want one with %q", test.statement, output, err, test.want)
			}
		}
	}
	if run("board = Amazons()", Python) == nil {
		t.Error("a session without a prompt is understood")
	}
}
