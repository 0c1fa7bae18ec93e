package amazons

import (
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
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
		{"4/4 w - -", "want a board and the side to move"},
		{"4/4 w - - 0", "want a board and the side to move"},
		{"4/4 w - - 0 1 2", "want a board and the side to move"},
		{"4/4 w KQ - 0 1", "want a board and the side to move"},
		{"4/4 w - e3 0 1", "want a board and the side to move"},
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

// TestParts reads a board and asks what is on it.
func TestParts(t *testing.T) {
	p := gametest.Must(t, Parse, "q*2/1Q2/3q b")
	if files, ranks := p.Size(); files != 4 || ranks != 3 || p.Turn() != Black {
		t.Errorf("%d files, %d ranks, seat %s to move; want 4, 3 and 2", files, ranks, p.Turn())
	}
	squares := func(names ...string) (set game.Squares) {
		for _, name := range names {
			s := gametest.Must(t, game.ParseSquare, name)
			set = set.With(s)
		}
		return set
	}
	for what, test := range map[string]struct{ got, want game.Squares }{
		"white amazons": {p.Amazons(White), squares("b2")},
		"black amazons": {p.Amazons(Black), squares("a3", "d1")},
		"arrows":        {p.Arrows(), squares("b3")},
		"empty":         {p.Empty(), squares("a1", "b1", "c1", "a2", "c2", "d2", "c3", "d3")},
	} {
		if test.got != test.want {
			t.Errorf("%s: %v, want %v", what, test.got, test.want)
		}
	}
}

// TestComposeRefuses composes boards that no position has.
func TestComposeRefuses(t *testing.T) {
	amazon := func(owners game.Seats) game.Cell { return game.Cell{Kind: KindAmazon, Piece: 'Q', Owner: owners} }
	for _, test := range []struct {
		cell game.Cell // on b1
		turn game.Seat
		want string
	}{
		{amazon(game.Only(Black)), Black, ""},
		{game.Cell{Kind: KindArrow, Piece: '*'}, White, ""},
		{amazon(game.Only(White)), 2, "seat 3 to move: want 1 or 2"},
		{amazon(0), White, `square b1: "amazon" of seat`},
		{amazon(game.Only(White) | game.Only(Black)), White, `square b1: "amazon" of seat`},
		{game.Cell{Kind: "tower", Piece: 'T', Owner: game.Only(White)}, White, `square b1: "tower" of seat 1: want an amazon`},
		{game.Cell{Kind: "tower", Piece: 'T', Owner: game.Only(Black)}, White, `square b1: "tower" of seat 2: want an amazon`},
	} {
		b := game.NewBoard(3, 2, 2)
		*b.At(game.At(1, 0)) = test.cell
		_, err := compose(b, test.turn)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%+v, seat %s to move: %v, want %q", test.cell, test.turn, err, test.want)
		}
	}
}
