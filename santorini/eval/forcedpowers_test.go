package eval

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"thera/game/gametest"
	"thera/santorini"
)

// poweredPositions returns positions of random games with each of the powers, for
// two seats and for teams, the last ones included.
func poweredPositions(tb testing.TB, games int) (positions []santorini.Position) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	powers := santorini.Powers()
	draw := func() string { return powers[rng.IntN(len(powers))].String() }
	for _, own := range powers {
		for i := range games {
			text := flat + "-,- 1 " + own.String() + "," + draw()
			if i%4 == 3 {
				text = flat + "-,-,+,+ 1 " + own.String() + "," + draw() + "," + draw() + "," + draw()
			}
			p := gametest.Must(tb, santorini.Parse, text)
			positions = appendRandomGame(positions, p, rng)
		}
	}
	return positions
}

// TestForcedPowers checks that what is forced is legal, that a win is found and no
// other move then, and that all
// moves left out allow a step that wins, and no others.
func TestForcedPowers(t *testing.T) {
	won, parried, lost := 0, 0, 0
	for _, p := range poweredPositions(t, 6) {
		all := p.AppendMoves(nil)
		forced := AppendForced(&p, nil)
		winner := slices.IndexFunc(all, func(m santorini.Move) bool {
			next := after(p, m)
			return next.Winners() != 0
		})
		switch {
		case winner >= 0:
			if won++; len(forced) != 1 || !slices.Contains(all, forced[0]) {
				t.Fatalf("%s: %v forced, want a winning move such as %s", &p, forced, all[winner])
			}
			if next := after(p, forced[0]); next.Winners() == 0 {
				t.Fatalf("%s: %v forced, want a winning move such as %s", &p, forced, all[winner])
			}
			continue
		case len(forced) == 0:
			continue
		}
		safe := slices.DeleteFunc(slices.Clone(all), func(m santorini.Move) bool {
			next := after(p, m)
			return slices.ContainsFunc(next.AppendMoves(nil), santorini.Move.IsClimb)
		})
		if len(safe) == 0 {
			lost++
			safe = all[:1]
		} else {
			parried++
		}
		if !slices.Equal(forced, safe) {
			t.Fatalf("%s: %v forced, want %v", &p, forced, safe)
		}
	}
	if won < 100 || parried < 100 || lost < 20 {
		t.Errorf("%d positions are won, %d with a threat to parry, %d lost: want more", won, parried, lost)
	}
}

// TestForcedStalemates checks that the turn that leaves the next seat without a move is
// found, when it takes away as much as a turn can.
func TestForcedStalemates(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{
			"the partner's Athena has gone up, so a2, d1, d2 and e2 are no steps",
			"00000/00000/00000/10011/00010 c3c5,a1e1,+,+ 1 mortal,mortal,athena^,mortal", "c3-b2(b1)",
		},
		{
			"Apollo steps onto one square and builds on the other, as anyone could",
			"00000/00000/00000/10044/04040 c3c5,a1e1 1 apollo,mortal", "c3-b2(a2)",
		},
		{
			"the Minotaur pushes c3 into a hole, and e2 loses d3 and d2",
			"00000/00444/00004/00410/00044 a1b3,c3e2 1 minotaur,mortal", "b3-c3(d2)",
		},
		{
			"the same with the other worker of the rival",
			"00000/44400/40000/01400/44000 d3e1,a2c3 1 minotaur,mortal", "d3-c3(b2)",
		},
		{
			"Demeter steps onto one square and builds on two",
			"00040/00044/00000/10000/01000 c3c5,a1e5 1 demeter,mortal", "c3-b2(a2,b1)",
		},
	} {
		p := gametest.Must(t, santorini.Parse, test.text)
		if forced := AppendForced(&p, nil); len(forced) != 1 || forced[0].String() != test.want {
			t.Errorf("%s: %s: %v forced, want %s", test.name, test.text, forced, test.want)
		}
	}
}

// TestParriesAthena checks that Athena parries a climb from b5 to a5 by going up as well,
// and by no other turn elsewhere on the board.
func TestParriesAthena(t *testing.T) {
	for power, want := range map[string]string{
		"atlas":  "[c3-b4(a5)]",
		"athena": "[c3-b4(a5) c3-d2(c3) e1-d2(e1)]",
	} {
		p := gametest.Must(t, santorini.Parse, "32000/00000/00040/00414/00440 c3e1,b5e3 1 "+power+",mortal")
		if parries := fmt.Sprint(AppendParries(&p, nil)); parries != want {
			t.Errorf("%s: %s may parry, want %s", power, parries, want)
		}
	}
}

// TestParries compares with what is forced: all that parries is among the moves, in the
// order of the rules, and without a threat or with a win at once there are none.
func TestParries(t *testing.T) {
	parried, lost := 0, 0
	for _, p := range poweredPositions(t, 6) {
		parries := AppendParries(&p, nil)
		all := p.AppendMoves(nil)
		if p.IsBase() || p.Winners() != 0 || p.Workers(1) == 0 || canWin(&p) || !IsInCheck(&p) {
			if len(parries) != 0 {
				t.Fatalf("%s: %v parry, want nothing to parry", &p, parries)
			}
			continue
		}
		if slices.ContainsFunc(parries, func(m santorini.Move) bool { return !slices.Contains(all, m) }) || !slices.IsSorted(parries) {
			t.Fatalf("%s: %v parry, want legal moves in their order", &p, parries)
		}
		for _, m := range all {
			switch then := after(p, m); {
			case then.Winners() == 0 && slices.ContainsFunc(then.AppendMoves(nil), santorini.Move.IsClimb):
				continue
			case !slices.Contains(parries, m):
				t.Fatalf("%s: %v may parry, want %s too", &p, parries, m)
			}
			parried++
		}
		if len(parries) == 1 {
			if then := after(p, parries[0]); canWin(&then) {
				lost++
			}
		}
		if len(parries) == 0 {
			t.Fatalf("%s: no move, want one that loses", &p)
		}
	}
	if parried < 500 || lost < 50 {
		t.Errorf("%d moves parry, and %d positions are lost: want more", parried, lost)
	}
}

// TestSoleParry compares with all moves that are forced.
func TestSoleParry(t *testing.T) {
	var seen [3]int
	for _, p := range poweredPositions(t, 6) {
		if p.Players() != 2 || p.IsBase() || p.Winners() != 0 || p.Workers(1) == 0 || canWin(&p) || !IsInCheck(&p) {
			continue
		}
		forced := AppendForced(&p, nil)
		then := after(p, forced[0])
		parry, parries := soleParry(&p, p.Wins(next(&p)))
		seen[parries]++
		var ok bool
		switch parries {
		case 0:
			ok = len(forced) == 1 && canWin(&then)
		case 1:
			ok = len(forced) == 1 && then == parry
		case 2:
			ok = len(forced) >= 2 || then.Winners() != 0
		}
		if !ok {
			t.Errorf("%s: %d parries, %v forced", &p, parries, forced)
		}
	}
	if min(seen[0], seen[1], seen[2]) < 5 {
		t.Errorf("no, one and more parries came up %d times", seen)
	}
}
