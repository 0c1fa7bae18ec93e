package amazons

import (
	"slices"
	"testing"
)

func TestNewEnding(t *testing.T) {
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
		p, err := Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		e := NewEnding(p)
		if moves := e.AppendMoves(nil); e.spare != c.spare || len(moves) != c.moves {
			t.Errorf("%s: %d turns in hand and moves %v, want %d and %d", c.text, e.spare, moves, c.spare, c.moves)
		}
	}
}

// TestEndingPlay compares what is left after a move with what is left of the
// position after that move.
func TestEndingPlay(t *testing.T) {
	for _, p := range latePositions(t, startText, 300, 30) {
		e := NewEnding(p)
		for _, m := range e.AppendMoves(nil) {
			if m == pass {
				continue
			}
			next, after := e, p
			next.Play(m)
			after.Play(m)
			want := NewEnding(after)
			if next.spare != want.spare || next.empty != want.empty || next.amazons != want.amazons || next.Hash() != want.Hash() {
				t.Fatalf("%s, %s: %+v, want %+v", &p, m, next, want)
			}
		}
	}
}

// TestEndingLegal compares Legal with the list of moves, on moves of other
// positions too.
func TestEndingLegal(t *testing.T) {
	var all []Move
	positions := latePositions(t, startText, 60, 30)
	for _, p := range positions {
		e := NewEnding(p)
		all = e.AppendMoves(all)
	}
	for _, p := range positions {
		e := NewEnding(p)
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
		e := NewEnding(p)
		turned := e
		turned.empty = turn180(e.empty)
		turned.amazons[White], turned.amazons[Black] = turn180(e.amazons[Black]), turn180(e.amazons[White])
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
	moves, parts := make([]Move, 0, 4096), make([]Ending, 0, 64)
	allocs := testing.AllocsPerRun(3, func() {
		for _, p := range positions {
			e := NewEnding(p)
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
