package game_test

import (
	"strconv"
	"testing"

	"thera/game"
)

// heap is a kernel with none of the optional abilities: a heap of matches, of
// which two players take one or two in turn. A player who can't take any loses.
type heap struct{ left, turn uint8 }

type take uint32

func (t take) String() string { return strconv.Itoa(int(t)) }

func (h *heap) Turn() game.Seat   { return game.Seat(h.turn) }
func (h *heap) Seats() game.Seats { return 0b11 }
func (h *heap) Hash() uint64      { return game.Mix(uint64(h.left)<<1 | uint64(h.turn)) }
func (h *heap) String() string    { return strconv.Itoa(int(h.left)) }
func (h *heap) Board() game.Board { return game.NewBoard(1, 1, 2) }
func (h *heap) Play(t take)       { h.left, h.turn = h.left-uint8(t), 1-h.turn }

func (h *heap) Winners() game.Seats {
	if h.left > 0 {
		return 0
	}
	return game.Only(game.Seat(1 - h.turn))
}

func (h *heap) AppendMoves(moves []take) []take {
	for t := take(1); t <= 2 && uint8(t) <= h.left; t++ {
		moves = append(moves, t)
	}
	return moves
}

var heaps = game.New[heap](game.Rules[heap, take]{
	Name:     "heap",
	Variants: []game.Variant{{Name: "five", Start: "5"}},
	Parse: func(text string) (heap, error) {
		left, err := strconv.ParseUint(text, 10, 8)
		return heap{left: uint8(left)}, err
	},
	ParseMove: func(text string) (take, error) {
		t, err := strconv.ParseUint(text, 10, 8)
		return take(t), err
	},
})

// TestPlainKernel counts, plays and ends a game whose kernel can do no more
// than it must.
func TestPlainKernel(t *testing.T) {
	pos := start(t, heaps, "")
	// The sums of depth ones and twos that are at most 5.
	for depth, want := range []uint64{1, 2, 4, 7, 5, 1, 0} {
		if n, err := game.Perft(t.Context(), pos, depth); n != want || err != nil {
			t.Errorf("depth %d: %d, %v; want %d", depth, n, err, want)
		}
	}
	for _, m := range []game.Move{"2", "1", "2"} {
		var err error
		if pos.Ending() != "" {
			t.Errorf("%s matches: the game has ended, %s", pos, pos.Ending())
		}
		if pos, err = pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if pos.Winners() != game.Only(0) || pos.Ending() != game.Stuck || len(pos.Moves()) != 0 {
		t.Errorf("no match left: winners %s, ending %q, moves %v", pos.Winners(), pos.Ending(), pos.Moves())
	}
	if _, err := pos.Play("1"); err == nil {
		t.Error("a match is taken from an empty heap")
	}
}
