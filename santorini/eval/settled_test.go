package eval

import (
	"slices"
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/santorini"
)

// climbs reports whether the seat could climb if it were to move.
func climbs(p *santorini.Position, seat game.Seat) bool {
	for _, from := range spacesOf(p.Workers(seat)) {
		for _, to := range spacesOf(santorini.Neighbors(from) &^ p.Occupied()) {
			if p.Level(from) == santorini.Top-1 && p.Level(to) == santorini.Top {
				return true
			}
		}
	}
	return false
}

func spacesOf(set santorini.Spaces) (list []santorini.Space) {
	for ; set != 0; set &= set - 1 {
		list = append(list, set.First())
	}
	return list
}

// TestSettled compares with all lines of three plies: a win that is seen is there
// and none is shorter, and those by climbs and by threats are all seen.
func TestSettled(t *testing.T) {
	seen := map[int]int{}
	for _, p := range highPositions(t) {
		winners, plies := Settled(&p)
		want := 0
		threat := func(m santorini.Move) bool {
			next := after(p, m)
			return climbs(&next, p.Turn()) && loses(next, 2)
		}
		switch found := climbs(&p, p.Turn()) || slices.ContainsFunc(p.AppendMoves(nil), threat); {
		case found && wins(p, 1):
			want = 1
		case found:
			want = 3
		}
		if plies != want || (winners != 0) != (plies != 0) || winners&^game.Only(p.Turn()) != 0 {
			t.Errorf("%s: won by %v in %d plies, want a win in %d", &p, winners, plies, want)
		}
		seen[plies]++
	}
	t.Logf("wins in 0, 1 and 3 plies: %v", seen)
	if seen[0] < 100 || seen[1] < 100 || seen[3] < 100 {
		t.Errorf("wins in 0, 1 and 3 plies: %v, too few to compare", seen)
	}
}

// TestSettledHelped checks that a worker on level 2 wins by what the other worker builds in
// the corner, whichever of them has the lower square. It cannot do so alone: if it steps
// into the corner and builds on the square it left, a rival gets there in time.
func TestSettledHelped(t *testing.T) {
	for _, text := range []string{
		"00000/00000/00000/00000/22000 a3b1,d3e5 1", // a3 builds on a1
		"00022/00000/00000/00000/00000 d5e3,a1b3 1", // e3 builds on e5
	} {
		p := gametest.Must(t, santorini.Parse, text)
		if winners, plies := Settled(&p); winners != game.Only(0) || plies != 3 {
			t.Errorf("%s: won by %v in %d plies, want a win of seat 1 in 3", text, winners, plies)
		}
	}
}

// TestSettledNothing checks positions of which nothing may be said.
func TestSettledNothing(t *testing.T) {
	for name, text := range map[string]string{
		"start":        flat + "-,- 1",
		"quiet":        midgame,
		"on level 3":   "33000/00000/02000/30000/00000 a5c2,b3e3 1",
		"a threat":     "32000/00000/02000/00000/00000 c1e1,b5e3 1 mortal,athena",
		"grounded":     "32000/00000/02000/00000/00000 b5e1,c3e3 1 mortal,athena^",
		"three seats":  "32000/00000/00000/00000/00000 b5e1,c3e3,a1a2 1",
		"game is over": "30000/00000/00000/00000/00000 a5c2,b3e3 #1",
	} {
		p := gametest.Must(t, santorini.Parse, text)
		if winners, plies := Settled(&p); winners != 0 {
			t.Errorf("%s: %s: won by %v in %d plies, want nothing", name, &p, winners, plies)
		}
	}
}

// TestSettledPowers compares with all moves: a win by a step is seen, with two sides, and
// nothing else is.
func TestSettledPowers(t *testing.T) {
	seen := 0
	for _, p := range poweredPositions(t, 6) {
		if p.IsBase() {
			continue
		}
		var want game.Seats
		if slices.ContainsFunc(p.AppendMoves(nil), santorini.Move.IsClimb) {
			want = p.Allies(p.Turn())
			seen++
		}
		if winners, plies := Settled(&p); winners != want || (plies == 1) != (want != 0) {
			t.Errorf("%s: won by %v in %d plies, want %v", &p, winners, plies, want)
		}
	}
	if seen < 100 {
		t.Errorf("%d positions are won: want more", seen)
	}
}

// BenchmarkSettled looks at positions of random games, one a time.
func BenchmarkSettled(b *testing.B) {
	positions := highPositions(b)[:1024]
	const want = 1131 // the plies of all
	sum := 0
	for i := 0; b.Loop(); i++ {
		_, plies := Settled(&positions[i&1023])
		sum += plies
		if i&1023 == 1023 {
			if sum != want {
				b.Fatalf("%d plies in all, want %d", sum, want)
			}
			sum = 0
		}
	}
}
