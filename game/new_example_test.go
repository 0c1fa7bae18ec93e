package game_test

import (
	"fmt"
	"strconv"

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

// A game of one's own, with no more than it must have.
func ExampleNew() {
	pos, _ := heaps.Start("five")
	for _, m := range []game.Move{"2", "1", "2"} {
		fmt.Println(pos, pos.Moves())
		pos, _ = pos.Play(m)
	}
	fmt.Println("seat", pos.Winners(), "wins")
	// Output:
	// 5 [1 2]
	// 3 [1 2]
	// 2 [1 2]
	// seat 1 wins
}
