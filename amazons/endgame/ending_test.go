package endgame

import (
	"slices"
	"testing"

	"thera/amazons"
	"thera/game"
)

func TestNew(t *testing.T) {
	for _, c := range []struct {
		text  string
		spare int // turns White has in hand less those of Black
		moves int // in what is left, the pass included
	}{
		{"Q3*q1 w", 2, 1},       // 3 turns against 1
		{"Q3*q1 b", 2, 0},       // 2 too few to pass
		{"*Q*/1*1/*** w", 1, 1}, // the amazon can't get to both squares
		{"Qq/** w", 0, 0},
		{"Q1q*Q3 w", 3, 2}, // a1-b1(a1) and the pass
	} {
		p, err := amazons.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		e := New(&p)
		if moves := e.AppendMoves(nil); e.spare != c.spare || len(moves) != c.moves {
			t.Errorf("%s: %d turns in hand and moves %v, want %d and %d", c.text, e.spare, moves, c.spare, c.moves)
		}
	}
}

// TestEndingPlay compares what is left after a move with what is left of the
// position after that move.
func TestEndingPlay(t *testing.T) {
	for _, p := range latePositions(t, startText, 300, 30) {
		e := New(&p)
		for _, m := range e.AppendMoves(nil) {
			if m == Pass {
				continue
			}
			next, after := e, p
			next.Play(m)
			after.Play(m)
			want := New(&after)
			if next.spare != want.spare || next.empty != want.empty || next.amazons != want.amazons || next.Hash() != want.Hash() {
				t.Fatalf("%s, %s: %+v, want %+v", &p, m, next, want)
			}
		}
	}
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
		turned.turn, turned.spare = 1-e.turn, -e.spare
		if e.Hash() != turned.Hash() {
			t.Errorf("%s: another hash when it is turned and colors are exchanged", &p)
		}
		other := e
		if other.spare++; e.Hash() == other.Hash() {
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
				next.Prospects()
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
	p, err := amazons.Parse("Q2q1*1Q2 w")
	if err != nil {
		t.Fatal(err)
	}
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
