package endgame

import (
	"math"
	"slices"
	"testing"

	"thera/amazons"
	"thera/game"
	"thera/game/gametest"
)

// TestGuessesAreTheSameEverywhere wants the tables behind InitialNumbers to be rounded to
// what they are by far more than math.Exp differs between processors.
func TestGuessesAreTheSameEverywhere(t *testing.T) {
	const far = 1e-14
	check := func(x float64) {
		if float32(x*(1-far)) != float32(x*(1+far)) {
			t.Errorf("%v is about half-way between two float32", x)
		}
	}
	for n := range sizes {
		check(128 * math.Exp(float64(n-10)/4))
	}
	for i := range leads {
		check(math.Exp(float64(i-maxAhead) / 5))
	}
}

func TestNew(t *testing.T) {
	for _, c := range []struct {
		text        string
		turnsInHand int // turns White has in hand less those of Black
		moves       int // in what is left, the pass included
	}{
		{"Q3*q1 w", 2, 1},       // 3 turns against 1
		{"Q3*q1 b", 2, 0},       // 2 too few to pass
		{"*Q*/1*1/*** w", 1, 1}, // the amazon can't get to both squares
		{"Qq/** w", 0, 0},
		{"Q1q*Q3 w", 3, 2}, // a1-b1(a1) and the pass
	} {
		p := gametest.Must(t, amazons.Parse, c.text)
		e := New(&p)
		if moves := e.AppendMoves(nil); e.turnsInHand != c.turnsInHand || len(moves) != c.moves {
			t.Errorf("%s: %d turns in hand and moves %v, want %d and %d", c.text, e.turnsInHand, moves, c.turnsInHand, c.moves)
		}
	}
}

// TestEndingPlay compares what is left after a move with what is left of the
// position after that move. A territory that was too hard to count stays on the
// board, though the move may have made it easy.
func TestEndingPlay(t *testing.T) {
	for _, p := range latePositions(t, startText, 300, 30) {
		e := New(&p)
		for _, m := range e.AppendMoves(nil) {
			if m == Pass {
				continue
			}
			next, after := e, p
			next.Play(m)
			if ground := next.ground(); hard(&e) {
				next.count(ground, ground)
			}
			after.Play(m)
			want := New(&after)
			if next.turnsInHand != want.turnsInHand || next.empty != want.empty || next.amazons != want.amazons || next.Hash() != want.Hash() {
				t.Fatalf("%s, %s: %+v, want %+v", &p, m, next, want)
			}
		}
	}
}

// hard reports whether an ending has a territory that was too hard to count.
func hard(e *Ending) bool {
	for ground := e.ground(); !ground.IsEmpty(); {
		region := flood(game.Single(ground.First()), ground)
		ground = ground.AndNot(region)
		if region.And(e.amazons[amazons.White]).IsEmpty() || region.And(e.amazons[amazons.Black]).IsEmpty() {
			return true
		}
	}
	return false
}

// TestEndingLegal compares Legal with the list of moves, on moves of other
// positions too.
func TestEndingLegal(t *testing.T) {
	var all []amazons.Move
	positions := latePositions(t, startText, 60, 30)
	for _, p := range positions {
		e := New(&p)
		all = e.AppendMoves(all)
	}
	for _, p := range positions {
		e := New(&p)
		moves := e.AppendMoves(nil)
		for _, m := range all {
			if e.Legal(m) != slices.Contains(moves, m) {
				t.Errorf("%s: %s is legal: %t", &p, m, e.Legal(m))
			}
		}
	}
}

func TestEndingHash(t *testing.T) {
	for _, p := range latePositions(t, startText, 300, 30) {
		e := New(&p)
		turned := e
		turned.empty = turn180(e.empty)
		turned.amazons[amazons.White], turned.amazons[amazons.Black] = turn180(e.amazons[amazons.Black]), turn180(e.amazons[amazons.White])
		turned.turn, turned.turnsInHand = 1-e.turn, -e.turnsInHand
		if e.Hash() != turned.Hash() {
			t.Errorf("%s: another hash when it is turned and colors are exchanged", &p)
		}
		other := e
		if other.turnsInHand++; e.Hash() == other.Hash() {
			t.Errorf("%s: the same hash with another turn in hand", &p)
		}
	}
}

func TestEndingAllocations(t *testing.T) {
	positions := latePositions(t, startText, 64, 30)
	moves, parts := make([]amazons.Move, 0, 4096), make([]Ending, 0, 64)
	allocs := testing.AllocsPerRun(3, func() {
		for _, p := range positions {
			Settled(&p)
			e := New(&p)
			moves, parts = e.AppendMoves(moves[:0]), e.Parts(parts[:0])
			for _, m := range moves {
				next := e
				next.Play(m)
				next.Winners()
				next.Hash()
				next.InitialNumbers()
				next.Legal(m)
			}
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations, want none", allocs)
	}
}

// TestEndingTellsTheTruth: what an Ending says by any of its optional
// abilities is what its list of moves says, also where there are turns in hand.
func TestEndingTellsTheTruth(t *testing.T) {
	p := gametest.Must(t, amazons.Parse, "Q2q1*1Q2 w")
	e := New(&p)
	moves := e.AppendMoves(nil)
	if c, ok := any(&e).(game.Counter); ok && c.CountMoves() != len(moves) {
		t.Errorf("it counts %d moves and lists %v", c.CountMoves(), moves)
	}
	_, text := any(&e).(interface{ String() string })
	_, board := any(&e).(interface{ Board() game.Board })
	if text || board {
		t.Errorf("it can be shown, text %t and board %t, but neither shows the turns in hand", text, board)
	}
	if e.Turn() != amazons.White || e.InHand() != 3 || e.Seats().Len() != 2 {
		t.Errorf("turn %s, %d in hand, seats %s", e.Turn(), e.InHand(), e.Seats())
	}
}

// TestPass takes turns in hand until there are none.
func TestPass(t *testing.T) {
	for _, test := range []struct {
		text        string
		turnsInHand []int // after each pass, the other side's turns skipped
	}{
		{"Q1q*Q3 w", []int{3, 2, 1, 0}},
		{"q1Q*q3 b", []int{-3, -2, -1, 0}},
	} {
		p := gametest.Must(t, amazons.Parse, test.text)
		e := New(&p)
		for i, want := range test.turnsInHand {
			if e.InHand() != want || e.Legal(Pass) != (want != 0) {
				t.Fatalf("%s after %d passes: %d in hand, pass legal %t; want %d", test.text, i, e.InHand(), e.Legal(Pass), want)
			}
			if want != 0 {
				mover := e.Turn()
				if e.Play(Pass); e.Turn() != 1-mover {
					t.Errorf("%s: seat %s to move after a pass of seat %s", test.text, e.Turn(), mover)
				}
				e.turn = mover
			}
		}
	}
}

// TestInitialNumbers compares the guesses with their formula: 128·e^((n−10)/4) for n
// squares fought over, and e^(1/5) for each half of a square of lead. A square
// that both sides get to at once is half a square for the side to move.
func TestInitialNumbers(t *testing.T) {
	for _, test := range []struct {
		text            string
		lead, contested int // lead counted twice, without the turns in hand
		inHand          int // of the side to move
	}{
		{"Q1q w", 1, 1, 0},
		{"Q2q w", 2, 2, 0},
		{"Q1q*Q3 w", 1, 1, 3},
		{"Q1q*Q3 b", 1, 1, -3},
		{"Q9/10/9q w", 10, 28, 0},
		{"QQ8/10/9q w", 15, 27, 0},
		{"QQ8/10/9q b", 7, 27, 0},
	} {
		p := gametest.Must(t, amazons.Parse, test.text)
		e := New(&p)
		if lead, contested := e.race(); lead != test.lead || contested != test.contested {
			t.Errorf("%s: lead %d, %d contested; want %d, %d", test.text, lead, contested, test.lead, test.contested)
		}
		size := 128 * math.Exp(float64(test.contested-10)/4)
		ahead := math.Exp(float64(test.lead+2*test.inHand) / 5)
		win, loss := e.InitialNumbers()
		if math.Abs(float64(win)-max(1, size/ahead)) > 1 || math.Abs(float64(loss)-size*ahead) > 1 {
			t.Errorf("%s: %d positions for a win, %d for a loss, want %.1f and %.1f", test.text, win, loss, max(1, size/ahead), size*ahead)
		}
	}
}
