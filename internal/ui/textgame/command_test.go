package textgame

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		line string
		want command
	}{
		{"d1-d7(g7)", command{verb: "move", move: "d1-d7(g7)"}},
		{"D1-d7(G10)", command{verb: "move", move: "d1-d7(g10)"}},
		{"\t a10-j1(j10)\r", command{verb: "move", move: "a10-j1(j10)"}},
		{"d1 d7 g7", command{verb: "move", move: "d1-d7(g7)"}},
		{" d1 \t d7   g7 # at last", command{verb: "move", move: "d1-d7(g7)"}},
		{"a1 a10 a1", command{verb: "move", move: "a1-a10(a1)"}},
		{"d1-d1(d1)", command{verb: "move", move: "d1-d1(d1)"}},
		{"new", command{verb: "new"}},
		{"  NEW  ", command{verb: "new"}},
		{"dump#it", command{verb: "dump"}},
		{"undo", command{verb: "undo"}},
		{"help", command{verb: "help"}},
		{"Quit # now", command{verb: "quit"}},
		{"auto white", command{verb: "auto", side: 0}},
		{"Auto \t BLACK", command{verb: "auto", side: 1}},
		{"manual White", command{verb: "manual", side: 0}},
		{"manual black", command{verb: "manual", side: 1}},
		{"seed 0", command{verb: "seed"}},
		{"seed   0042", command{verb: "seed", seed: 42}},
		{"seed 9223372036854775807", command{verb: "seed", seed: 1<<63 - 1}},
	} {
		if got, err := parse(clean(test.line)); got != test.want || err != nil {
			t.Errorf("%q: %+v, %v, want %+v", test.line, got, err, test.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, line := range []string{
		"d1-d7 g7", "d1 d7(g7)", "d1 - d7 (g7)", "d1-d7( g7)", "d1 d7", "d1 d7 g7 g7", "d1d7g7", "d1-d7(g7", "d1-d7(g7))",
		"d1-d7/g7", "d1d7,d7g7", "d01-d7(g7)", "d1-d07(g7)", "d1 d7 g07", "d1-d11(g7)", "d0-d7(g7)", "k1-d7(g7)", "d1-d7(g70)", "d1",
		"quit now", "new game", "dump 1", "undo 2", "help me", "newgame", "q",
		"seed", "seed -1", "seed +1", "seed x", "seed 1.5", "seed 0x10", "seed 1 2", "seed1", "seed 99999999999999999999x",
		"auto", "manual", "manual red", "manual black white", "manualblack", "auto w", "auto 1", "black auto",
		"move", "*", "===", ">", "d1-d7(g7) quit", "\x00", "\xff",
	} {
		want := badCommand(strings.ToValidUTF8(line, "\uFFFD"))
		if got, err := parse(clean(line)); got != (command{}) || !errors.Is(err, want) {
			t.Errorf("%q: %+v, %v, want %v", line, got, err, want)
		}
	}
	for _, line := range []string{"seed 9223372036854775808", "seed 18446744073709551616", "seed 99999999999999999999999999"} {
		if got, err := parse(clean(line)); got != (command{}) || !errors.Is(err, tooLarge) {
			t.Errorf("%q: %+v, %v, want %v", line, got, err, tooLarge)
		}
	}
}

func TestClean(t *testing.T) {
	for line, want := range map[string]string{
		"":                      "",
		" \t\r":                 "",
		"# new":                 "",
		"  #":                   "",
		" Manual  BLACK # quit": "manual  black",
		"a#b#c":                 "a",
	} {
		if got := clean(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// written returns a line that asks for c.
func written(c command) string {
	switch c.verb {
	case "move":
		return string(c.move)
	case "auto", "manual":
		return c.verb + " " + seats[c.side]
	case "seed":
		return fmt.Sprintf("seed %d", c.seed)
	}
	return c.verb
}

// FuzzParse checks that a line is either refused with its own text or a
// command that reads back as itself when written out.
func FuzzParse(f *testing.F) {
	for _, line := range []string{"d1-d7(g7)", "a10 a9 a10 # x", "SEED 12", "seed 9223372036854775808", "auto Black", "manual red", "quit"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		text := clean(line)
		if text == "" {
			return
		}
		c, err := parse(text)
		switch {
		case errors.Is(err, tooLarge):
			if !strings.HasPrefix(text, "seed") {
				t.Fatalf("%q: %v", line, err)
			}
		case err != nil:
			if !errors.Is(err, badCommand(text)) {
				t.Fatalf("%q: %v", line, err)
			}
		default:
			if again, err := parse(written(c)); again != c || err != nil {
				t.Fatalf("%q is %+v, and %q is %+v, %v", line, c, written(c), again, err)
			}
		}
	})
}
