package amazons

import (
	"strings"
	"testing"
)

func TestParseRelaxed(t *testing.T) {
	p, err := Parse("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1")
	if err != nil || p.String() != startText {
		t.Errorf("read as %s, %v", &p, err)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "want a board and the side to move"},
		{"3q2q3/10", "want a board and the side to move"},
		{"4/4 w extra", "want a board and the side to move"},
		{"4/4 w - - 0 one", "want a board and the side to move"},
		{"4/4 x", `side to move "x": want w or b`},
		{"4/4 W", `side to move "W": want w or b`},
		{"4/3 w", `rank 1 "3" has 3 squares, the ranks above have 4`},
		{"4//4 w", `rank 2 "": no squares`},
		{"/4 w", `rank 2 "": no squares`},
		{"11 w", `run "11": want a number of empty squares from 1 to 10`},
		{"0Q w", `run "0"`},
		{"01Q w", `run "01"`},
		{"99999999999999999999 w", `run "99999999999999999999"`},
		{"9QQ w", "more than 10 squares"},
		{"3K w", `character "K": want Q, q, * or a number`},
		{"3ä w", `character "ä": want Q, q, * or a number`},
		{"3\xff w", `character "\xff": want Q, q, * or a number`},
		{"1/1/1/1/1/1/1/1/1/1/1 w", "11 ranks: want at most 10"},
	} {
		_, err := Parse(test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, want %s", test.text, err, test.want)
		}
	}
}

func TestParseMove(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"d1-d7(g7)", "d1-d7(g7)"},
		{"d1 d7 g7", "d1-d7(g7)"},
		{"d1  d7   g7", "d1-d7(g7)"},
		{"d1-d7/g7", "d1-d7(g7)"},
		{"d1d7,d7g7", "d1-d7(g7)"},
		{"a10-j10(a1)", "a10-j10(a1)"},
		{"a10j10,j10a1", "a10-j10(a1)"},
		{"d1d7,d6g7", ""},
		{"d1-d7", ""},
		{"d1-d7(g7", ""},
		{"d1-d7(k7)", ""},
		{" d1-d7(g7)", ""},
		{"D1-D7(G7)", ""},
		{"", ""},
	} {
		m, err := ParseMove(test.text)
		if (err == nil) != (test.want != "") || err == nil && m.String() != test.want {
			t.Errorf("%q: %s, %v; want %q", test.text, m, err, test.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		startText, "1q2q1/q4q/6/6/Q4Q/1Q2Q1 b", "* w", "1 w", "Qq*1/4 b - - 0 1", "10/10 w", "/ w", "5/5q w",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(p.String()); err != nil || again != p {
			t.Fatalf("%q reads as %s, which reads as %s, %v", text, &p, &again, err)
		}
		for _, m := range p.AppendMoves(nil) {
			next := p
			next.Play(m)
			if fresh := next.freshHash(); next.Hash() != fresh {
				t.Fatalf("%s after %s: hash %x, computed %x", &p, m, next.Hash(), fresh)
			}
		}
	})
}

func FuzzParseMove(f *testing.F) {
	for _, seed := range []string{"d1-d7(g7)", "d1 d7 g7", "d1d7,d7g7", "a10-a1(a10)", "a1-a2/a3"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMove(text)
		if err != nil {
			return
		}
		if again, err := ParseMove(m.String()); err != nil || again != m {
			t.Fatalf("%q reads as %s, which reads as %s, %v", text, m, again, err)
		}
	})
}
