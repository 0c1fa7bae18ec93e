package santorini

import (
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
)

const (
	flat = "00000/00000/00000/00000/00000 "
	// Level 3 on a5, level 2 on a4.
	tower = "30000/20000/00000/00000/00000 "
	// Domes but for five squares that stand alone, a1, a5, c3, c5 and e5, and two
	// side by side, d1 and e1.
	cells = "04040/44444/44044/44444/04400 "
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
		turn             game.Seat
		winners          string
	}{
		{"first to place", flat + "-,- 1", flat + "-,- 1", 0, "-"},
		{"second to place", flat + "b2d4,- 2", flat + "b2d4,- 2", 1, "-"},
		{"third to place", flat + "b2d4,b4d2,-,- 3", flat + "b2d4,b4d2,-,- 3", 2, "-"},
		{"all placed", flat + "b2d4,b4d2 1", flat + "b2d4,b4d2 1", 0, "-"},
		{"more blanks", " " + flat + "  b2d4,b4d2  2 ", flat + "b2d4,b4d2 2", 1, "-"},
		{"worker on level 3", tower + "a5d4,b4d2 1", tower + "a5d4,b4d2 1", 0, "-"},
		{"climb", tower + "a5d4,b4d2 #1", tower + "a5d4,b4d2 #1", 1, "1"},
		{"climb, next seat out", tower + "b4d4,a5d2,x #2", tower + "b4d4,a5d2,x #2", 0, "2"},
		{"two players, stuck", cells + "a5c5,e1e5 1", cells + "a5c5,e1e5 1", 0, "2"},
		{"two players, not stuck", cells + "a5c5,e1e5 2", cells + "a5c5,e1e5 2", 1, "-"},
		{"stuck seat goes out", cells + "a1e5,a5e1,c3c5 1", cells + "x,a5e1,c3c5 2", 1, "-"},
		{"two stuck seats go out", cells + "a1e5,a5e1,c3c5 3", cells + "x,a5e1,x 2", 1, "2"},
		{"teams", flat + "-,-,+,+ 1", flat + "-,-,+,+ 1", 0, "-"},
		{"teams, one pair placed", flat + "b2d4,-,+,+ 2", flat + "b2d4,-,+,+ 2", 1, "-"},
		{"teams, climb", tower + "a5d4,b4d2,+,+ #3", tower + "a5d4,b4d2,+,+ #3", 3, "1+3"},
		{"teams, stuck", cells + "a5c5,e1e5,+,+ 3", cells + "a5c5,e1e5,+,+ 3", 2, "2+4"},
		{"teams, one is out", flat + "x,b4d2,x,+ 2", flat + "x,b4d2,x,+ 2", 1, "2+4"},
		{"teams with powers", flat + "b2d4,b4d2,+,+ 4 pan,athena,athena^,mortal", flat + "b2d4,b4d2,+,+ 4 pan,athena,athena^,mortal", 3, "-"},
		{"all mortal", flat + "b2d4,b4d2 1 mortal,mortal", flat + "b2d4,b4d2 1", 0, "-"},
		{"powers", flat + "b2d4,b4d2 1 pan,apollo", flat + "b2d4,b4d2 1 pan,apollo", 0, "-"},
		{"powers of three", flat + "b2d4,b4d2,- 3 pan,mortal,hermes", flat + "b2d4,b4d2,- 3 pan,mortal,hermes", 2, "-"},
		{"gone up", flat + "b2d4,b4d2 1 pan,athena^", flat + "b2d4,b4d2 1 pan,athena^", 0, "-"},
		{"gone up a turn ago", flat + "b2d4,b4d2 2 pan,athena^", flat + "b2d4,b4d2 2 pan,athena", 1, "-"},
		{"climb after going up", tower + "b4d4,a5d2 #2 mortal,athena^", tower + "b4d4,a5d2 #2 mortal,athena", 0, "2"},
		{"drop", tower + "b4d4,b5d2 #2 mortal,pan", tower + "b4d4,b5d2 #2 mortal,pan", 0, "2"},
		{"stuck by the ban", "00010/01044/00114/44000/04000 a1e5,c5d1 1 mortal,athena^", "00010/01044/00114/44000/04000 a1e5,c5d1 1 mortal,athena^", 0, "2"},
		{"not stuck without it", "00010/01044/00114/44000/04000 a1e5,c5d1 1 mortal,athena", "00010/01044/00114/44000/04000 a1e5,c5d1 1 mortal,athena", 0, "-"},
		{"last one left", cells + "x,x,a5c5,x 3", cells + "x,x,a5c5,x 3", 2, "3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := gametest.Must(t, Parse, test.text)
			if p.String() != test.want || p.Turn() != test.turn || p.Winners().String() != test.winners {
				t.Errorf("%s, turn %s, winners %s; want %s, %s, %s",
					&p, p.Turn(), p.Winners(), test.want, test.turn, test.winners)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "levels, workers and the seat to move"},
		{flat + "b2d4,b4d2", "levels, workers and the seat to move"},
		{flat + "b2d4,b4d2 1 pan,pan pan", "levels, workers and the seat to move"},

		{flat + "b2d4,b4d2,+ 1", "3 seats with +"},
		{flat + "b2d4,b4d2,+,c1c2 1", `seat 4 "c1c2": want + at seats 3 and 4`},
		{flat + "+,b4d2,b2d4,+ 1", `seat 1 "+": want + at seats 3 and 4`},
		{flat + "b2d4,b4d2,+,x 1", `seat 4 "x": want + at seats 3 and 4`},
		{flat + "x,b4d2,+,+ 2", `seat 3 "+": want + at seats 3 and 4`},
		{flat + "-,b4d2,+,+ 1", "without a gap"},
		{flat + "b2d4,-,+,+ 3", "the first seat that has not placed"},
		{flat + "x,x,x,+ 4", `seat 4 "+"`},
		{tower + "x,a5d2,x,+ #2", "no # where all others are out"},
		{flat + "b2d4,b4d2 1 1", "1 powers: want 2"},
		{flat + "b2d4,b4d2 1 pan,pan,pan", "3 powers: want 2"},
		{flat + "b2d4,b4d2,a1a2 1 pan,pan", "2 powers: want 3"},
		{flat + "b2d4,b4d2 1 pan,zeus", `power "zeus": want one of mortal, apollo, artemis, athena`},
		{flat + "b2d4,b4d2 1 Pan,pan", `power "Pan"`},
		{flat + "b2d4,b4d2 1 pan,", `power ""`},
		{flat + "b2d4,b4d2 1 pan,pan^", "pan^: want ^ after athena alone"},
		{flat + "b2d4,b4d2 1 athena^^,pan", `power "athena^"`},
		{flat + "b2d4,- 2 athena^,pan", "no ^ before all have placed"},
		{flat + "x,a1a2,b1b2 2 athena^,pan,pan", "no ^ at a seat that is out"},
		{tower + "b2d4,b4d2 #1 apollo,pan", "a worker of the winner on level 3"},

		{"00000/00000/00000/00000 b2d4,b4d2 1", "4 ranks"},
		{"00000/00000/00000/00000/00000/00000 b2d4,b4d2 1", "6 ranks"},
		{"00000/0000/00000/00000/00000 b2d4,b4d2 1", `rank 4 "0000"`},
		{"00000/000000/00000/00000/00000 b2d4,b4d2 1", `rank 4 "000000"`},
		{"00000/00000/00000/00000/00005 b2d4,b4d2 1", `rank 1 "00005"`},
		{"0000./00000/00000/00000/00000 b2d4,b4d2 1", `rank 5 "0000."`},

		{flat + "b2d4 1", "1 seats"},
		{flat + "a1a2,b1b2,c1c2,d1d2,e1e2 1", "5 seats"},
		{flat + "b2d4, 1", `seat 2 ""`},
		{flat + "b2d4,b4 1", `seat 2 "b4": want two squares`},
		{flat + "b2d4,b4d2e1 1", `seat 2 "b4d2e1": want two squares`},
		{flat + "b2d4,X 1", `seat 2 "X": want two squares`},
		{flat + "b2d4,b4f2 1", `square "f2": want one from a1 to e5`},
		{flat + "b2d4,b4d6 1", `square "d6": want one from a1 to e5`},
		{flat + "b2b2,b4d2 1", `square "b2": already holds a worker`},
		{flat + "b2d4,b2c2 1", `square "b2": already holds a worker`},
		{flat + "b2d4,d2b4 1", "in the order of their names: b4d2"},
		{"40000/00000/00000/00000/00000 a5d4,b4d2 1", `square "a5": holds a dome`},

		{flat + "b2d4,x 1", "nobody out with two players"},
		{flat + "x,x,x 1", "at least one seat that is not out"},
		{flat + "b2d4,x,- 3", "nobody out before all have placed"},
		{flat + "-,b4d2 1", "without a gap"},
		{flat + "b2d4,-,b4d2 2", "without a gap"},
		{tower + "b2d4,- 2", "no levels before all have placed"},

		{flat + "b2d4,b4d2 0", "a number from 1 to 2"},
		{flat + "b2d4,b4d2 3", "a number from 1 to 2"},
		{flat + "b2d4,b4d2 12", "a number from 1 to 2"},
		{flat + "b2d4,b4d2 w", "a number from 1 to 2"},
		{flat + "b2d4,b4d2 #", "a number from 1 to 2"},
		{flat + "b2d4,b4d2 ##1", "a number from 1 to 2"},
		{flat + "b2d4,x,b4d2 2", "a seat that is not out"},
		{flat + "b2d4,- 1", "the first seat that has not placed"},
		{flat + "b2d4,-,- 3", "the first seat that has not placed"},
		{flat + "b2d4,b4d2 #1", "a worker of the winner on level 3"},
		{"00000/00000/00000/00020/00000 b2d2,b4d4 #1", "a worker of the winner on level 3"},
		{"22222/22222/22222/22222/22222 b2d2,b4d4 #1 pan,mortal", "or with pan on level 0 or 1"},
		{tower + "a5d4,b4d2 #2", "a worker of the winner on level 3"},
		{flat + "-,- #1", "a worker of the winner on level 3"},
		{tower + "a5d4,x,x #1", "no # where all others are out"},
	} {
		p, err := Parse(test.text)
		if err == nil {
			t.Errorf("%q reads as %s, want an error with %q", test.text, &p, test.want)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %q, want %q in it", test.text, err, test.want)
		}
	}
}

func TestParseMove(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"c3-c4(d4)", "c3-c4(d4)"},
		{"c3c4,c4d4", "c3-c4(d4)"},
		{"c3 c4 d4", "c3-c4(d4)"},
		{"c3  c4 d4", "c3-c4(d4)"},
		{"c3-c4", "c3-c4"},
		{"c3c4", "c3-c4"},
		{"c3 c4", "c3-c4"},
		{"@b2,d4", "@b2,d4"},
		{"@b2 d4", "@b2,d4"},
		{"c3-c4-d5(d4)", "c3-c4-d5(d4)"},
		{"c3-c4-d5", "c3-c4-d5"},
		{"c3-c4(d4D)", "c3-c4(d4D)"},
		{"c3-c4(d4,e5)", "c3-c4(d4,e5)"},
		{"c3-c4(e5,d4)", "c3-c4(e5,d4)"}, // which of them is canonical depends on the position
		{"c3-c4(d4,d4)", "c3-c4(d4,d4)"},
		{"(b3)c3-c4(d4)", "(b3)c3-c4(d4)"},
		{"b2-a1,c3-c5(d4)", "b2-a1,c3-c5(d4)"},
		{"c3-c5,b2-a1(d4)", "c3-c5,b2-a1(d4)"}, // so is this
		{"(d4)", "(d4)"},
		{"a1-a1(a1)", "a1-a1(a1)"}, // legality is not the reader's business
	} {
		m, err := ParseMove(test.text)
		if err != nil || m.String() != test.want {
			t.Errorf("%q reads as %s, %v, want %s", test.text, m, err, test.want)
		}
	}
}

func TestParseMoveRefuses(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "as in c3-c4(d4)"},
		{"c3", "as in c3-c4(d4)"},
		{"c3-c4(d4", "as in c3-c4(d4)"},
		{"c3-c4-d4-d5", "as in c3-c4(d4)"},
		{"c3-c4(d4d)", "as in c3-c4(d4)"},
		{"c3-c4(d4,e5,e4)", "as in c3-c4(d4)"},
		{"(b3)c3-c4", "as in c3-c4(d4)"},
		{"c3-c5,b2-a1", "as in c3-c4(d4)"},
		{"(d6)", `square "d6": want one from a1 to e5`},
		{"C3-c4", "as in c3-c4(d4)"},
		{"@b2", "as in c3-c4(d4)"},
		{"c3-c6", `square "c6": want one from a1 to e5`},
		{"c3-c4(f4)", `square "f4": want one from a1 to e5`},
		{"c3c4,c5d4", "moves to c4 and builds from c5"},
		{"@d4,b2", "in the order of their names"},
		{"@b2,b2", "in the order of their names"},
	} {
		m, err := ParseMove(test.text)
		if err == nil {
			t.Errorf("%q reads as %s, want an error with %q", test.text, m, test.want)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %q, want %q in it", test.text, err, test.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		flat + "-,- 1",
		flat + "b2d4,b4d2,-,- 3",
		tower + "a5d4,b4d2,x #1",
		cells + "a1e5,a5e1,c3c5 3",
		"01233/11222/01233/11222/00123 a1e5,b3c3 1",
		"01233/11222/01233/11222/00123 a1e5,b3c3 1 hermes,athena^",
		"01233/11222/01233/11222/00123 a1e5,b3c3,d1d2 2 athena^,artemis,pan",
		"33333/22222/33333/22222/33333 a1a2,a3a4 2 apollo,minotaur",
		"00000/00100/00000/00020/00000 b2d4,b4d2 1 prometheus,atlas",
		"00000/00100/00000/00020/00000 b2d4,b4d2 2 hephaestus,demeter",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(p.String())
		if err != nil || again != p {
			t.Fatalf("%q: %s reads back as %s, %v", text, &p, &again, err)
		}
		moves := p.AppendMoves(nil)
		if n := p.CountMoves(); n != len(moves) || p.winners == 0 && n == 0 {
			t.Fatalf("%s: %d moves, counted %d", &p, len(moves), n)
		}
		seen := map[Position]Move{}
		for i, m := range moves {
			next := after(p, m)
			if other, twice := seen[next]; twice || i > 0 && moves[i-1] >= m {
				t.Fatalf("%s: %s leads where %s does, or comes before %s", &p, m, other, moves[max(i, 1)-1])
			}
			seen[next] = m
			if fresh := next.freshHash(game.Symmetry{}); next.hash != fresh {
				t.Fatalf("%s after %s: hash %x, computed afresh %x", &p, m, next.hash, fresh)
			}
		}
	})
}

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"c3-c4(d4)", "c3c4,c4d4", "c3 c4", "@b2,d4", "a10-j1", "c3-c4-d5(d4)", "c3-c4(d4D)", "(b3)c3-c4(d4)", "c3-c5,b2-a1(d4)", "(d4)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMove(text)
		if err != nil {
			return
		}
		if again, err := ParseMove(m.String()); err != nil || again != m {
			t.Fatalf("%q: %s reads back as %s, %v", text, m, again, err)
		}
	})
}
