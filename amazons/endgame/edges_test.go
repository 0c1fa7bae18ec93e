package endgame

import (
	"math/rand/v2"
	"testing"

	"thera/amazons"
	"thera/game"
	"thera/game/gametest"
)

// TestSettledInHand asks about one rank, where a side has exactly as many turns
// in hand as it needs, and one less.
func TestSettledInHand(t *testing.T) {
	for _, test := range []struct {
		text    string
		winners game.Seats
		plies   int
	}{
		{"q1Q3 w", game.Only(amazons.White), 3}, // 3 turns against 1 square
		{"q1Q3 b", game.Only(amazons.White), 2},
		{"q1Q2 w", game.Only(amazons.White), 3}, // as many as needed
		{"q2Q2 b", game.Only(amazons.White), 4},
		{"q2Q2 w", 0, 0}, // one less
		{"q2Q1 b", 0, 0},
		{"Q1q3 b", game.Only(amazons.Black), 3},
		{"Q1q2 w", game.Only(amazons.Black), 2},
		{"2Q1q1Q1 b", game.Only(amazons.White), 4}, // two keepers
		{"Q3*q1 w", game.Only(amazons.White), 3},
		{"Q*q3 w", game.Only(amazons.Black), 0},
	} {
		p := gametest.Must(t, amazons.Parse, test.text)
		if winners, plies := Settled(&p); winners != test.winners || plies != test.plies {
			t.Errorf("%s: settled for %s in %d, want %s in %d", test.text, winners, plies, test.winners, test.plies)
		}
	}
}

// TestParts takes small regions out of a sum, with what stands in them.
func TestParts(t *testing.T) {
	for _, test := range []struct {
		text  string
		empty []int // squares of each part
	}{
		{"Q2q w", nil}, // no sum
		{"Q2q*Q1q w", []int{2, 1}},
		{"Q3q*Q1q w", []int{3, 1}},
		{"Q4q*Q1q b", []int{1}},
		{"Q4q/******/Q4q b", nil},
	} {
		p := gametest.Must(t, amazons.Parse, test.text)
		e := New(&p)
		parts := e.Parts(nil)
		if len(parts) != len(test.empty) {
			t.Errorf("%s: %d parts, want %d", test.text, len(parts), len(test.empty))
			continue
		}
		for i := range parts {
			part := &parts[i]
			if part.empty.Len() != test.empty[i] || part.amazons[amazons.White].Len() != 1 || part.amazons[amazons.Black].Len() != 1 ||
				part.turn != amazons.White || part.turnsInHand != 0 {
				t.Errorf("%s: part %d is %+v, want %d empty squares and an amazon of each side", test.text, i, part, test.empty[i])
			}
		}
	}
}

// TestNeighborhood looks at the squares around one after another, and walks
// among them from each to see whether they hang together.
func TestNeighborhood(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	board := game.Rectangle(game.MaxFiles, game.MaxRanks)
	for range 200 {
		set := game.Squares{Lo: rng.Uint64(), Hi: rng.Uint64()}.And(board)
		for rest := board; !rest.IsEmpty(); rest = rest.WithoutFirst() {
			s := rest.First()
			var want uint8
			bit, ring := 0, game.Squares{}
			for dr := -1; dr <= 1; dr++ {
				for df := -1; df <= 1; df++ {
					if df == 0 && dr == 0 {
						continue
					}
					file, rank := s.File()+df, s.Rank()+dr
					if file >= 0 && file < game.MaxFiles && rank >= 0 && rank < game.MaxRanks && set.Has(game.At(file, rank)) {
						want |= 1 << bit
						ring = ring.With(game.At(file, rank))
					}
					bit++
				}
			}
			if got := neighborhood(set, s); got != want {
				t.Fatalf("around %s: %08b, want %08b", s, got, want)
			}
			whole := ring.IsEmpty() || flood(game.Single(ring.First()), ring) == ring
			if joined[want] != whole {
				t.Fatalf("%08b hangs together: %v, want %v", want, joined[want], whole)
			}
		}
	}
}

// TestInHandStops counts turns in hand until there are enough and no further.
func TestInHandStops(t *testing.T) {
	for _, test := range []struct {
		text  string
		turns int // all there are, of White
	}{
		{"Q3*Q3* w", 6},  // two territories, 3 each
		{"3Q1q1Q2 w", 5}, // two keepers
		{"q1Q3/******/Q3** w", 6},
	} {
		p := gametest.Must(t, amazons.Parse, test.text)
		r := regionsOf(&p)
		other := r.reachable(amazons.Black)
		private := r.reachable(amazons.White).AndNot(other)
		for enough := range 10 {
			if got, want := r.inHand(amazons.White, private, other, enough), min(enough, test.turns); got != want {
				t.Errorf("%s: %d turns in hand of %d that are enough, want %d", test.text, got, enough, want)
			}
		}
	}
}

// TestFillSearchGivesUp looks for one turn with no effort left, and with just
// enough.
func TestFillSearchGivesUp(t *testing.T) {
	room := territory{amazons: game.Single(game.At(0, 0)), empty: game.Single(game.At(1, 0))}
	for effort, want := range []bool{false, true, true} {
		s := fillSearch{effort: effort}
		if got := s.lasts(room, 1); got != want {
			t.Errorf("effort %d: lasts %v, want %v", effort, got, want)
		}
	}
}

// TestFillSearchRemembers asks twice for more turns than a territory is good for. Only a
// conclusive answer may be kept.
func TestFillSearchRemembers(t *testing.T) {
	row := territory{amazons: game.Single(game.At(0, 0)), empty: game.Single(game.At(1, 0)).With(game.At(2, 0))}
	// From b2, an amazon that goes to a1 can't get to c1 anymore.
	fork := territory{amazons: game.Single(game.At(1, 1)), empty: game.Single(game.At(0, 0)).With(game.At(2, 0))}

	s := fillSearch{effort: 100}
	if s.lasts(fork, 2) {
		t.Fatal("both ends of a fork were filled")
	}
	left := s.effort
	if s.lasts(fork, 2) || s.effort != left {
		t.Errorf("asked again: effort %d, want %d", s.effort, left)
	}
	if !s.lasts(fork, 1) {
		t.Error("not good for one turn after two were refused")
	}

	s = fillSearch{effort: 1}
	if s.lasts(row, 2) {
		t.Fatal("two turns found in one position")
	}
	s.effort = 100
	if !s.lasts(row, 2) {
		t.Error("not good for two turns after a search that gave up")
	}
}

// TestTrapped takes squares from amazons: one with five is trapped by being left two, and
// the one with the least left is named, of equal ones the first.
func TestTrapped(t *testing.T) {
	for _, test := range []struct {
		before, after string
		victim        string
		left          int
	}{
		{"Q5q w", "Q2*2q w", "a1", 2},
		{"Q5q w", "Q3*1q w", "", 0},
		{"Q4q w", "Q2*1q w", "", 0},
		{"Q5q/*******/Q5q w", "Q1*3q/*******/Q2*2q w", "a3", 1},
		{"Q5q/*******/Q5q w", "Q2*2q/*******/Q1*3q w", "a1", 1},
		{"Q5q/*******/Q5q w", "Q1*3q/*******/Q1*3q w", "a1", 1},
	} {
		before, after := gametest.Must(t, amazons.Parse, test.before), gametest.Must(t, amazons.Parse, test.after)
		victim, left, found := trapped(before.Amazons(amazons.White), before.Empty(), after.Empty())
		if found != (test.victim != "") || found && (victim.String() != test.victim || left != test.left) {
			t.Errorf("%s to %s: %s with %d squares left (%v), want %s with %d", test.before, test.after, victim, left, found, test.victim, test.left)
		}
	}
}

// TestTrappable has Black choose among turns that trap: the one that leaves the least, of
// equal ones the first.
func TestTrappable(t *testing.T) {
	for text, want := range map[string]string{
		"Q6q w":   "a1",
		"Q3q3Q w": "a1",
		"Q2q5Q w": "j1",
	} {
		p := gametest.Must(t, amazons.Parse, text)
		victim, left, found := trappable(p.Amazons(amazons.White), p.Amazons(amazons.Black), p.Empty())
		if !found || victim.String() != want || left != 0 {
			t.Errorf("%s: %s with %d squares left (%v), want %s with 0", text, victim, left, found, want)
		}
	}
}
