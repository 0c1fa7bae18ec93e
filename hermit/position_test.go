package hermit

import (
	"errors"
	"testing"
	"unsafe"

	"thera/game"
)

func TestLegalMoves(t *testing.T) {
	// Red lies on a4-b4, blue stands on d1.
	pos, err := Rules().Parse("RR../..../..../...B 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		move  game.Move
		legal bool
		why   string
	}{
		{"Rd4", true, "c4 is between"},
		{"Rc4", false, "touches at a side"},
		{"Rc3", false, "touches at a corner"},
		{"Rc4-d4", false, "the left square touches"},
		{"Ra3-a2", false, "the upper square touches"},
		{"Ra2-a1", true, "the row between is empty"},
		{"Yc4", true, "other colors may touch"},
		{"Yb3-b2", true, "other colors may touch"},
		{"Ya4", false, "covered"},
		{"Yb4-c4", false, "the left square is covered"},
		{"Yd2-d1", false, "the lower square is covered"},
		{"Bc1", false, "touches"},
		{"Bc3-d3", true, "the row between is empty"},
		{"Ya5", false, "off the board"},
		{"Yd3-e3", false, "half off the board"},
	} {
		_, err := pos.Play(test.move)
		if test.legal && err != nil {
			t.Errorf("%s: %v, but %s", test.move, err, test.why)
		}
		if !test.legal && !errors.Is(err, game.ErrIllegal) {
			t.Errorf("%s: error %v, want an illegal move: %s", test.move, err, test.why)
		}
	}
}

func TestPositionSize(t *testing.T) {
	if size := unsafe.Sizeof(Position{}); size != 64 {
		t.Errorf("a position takes %d bytes, want 64", size)
	}
}

func TestNoAllocations(t *testing.T) {
	moves := make([]Move, 0, 1000)
	for _, start := range randomPositions(t, 100, 300) {
		allocs := testing.AllocsPerRun(1, func() {
			p := start
			if moves = p.AppendMoves(moves[:0]); p.CountMoves() > 0 {
				p.Play(moves[0])
			}
			p.Winners()
		})
		if allocs != 0 {
			t.Fatalf("%s: %v allocations", &start, allocs)
		}
	}
}
