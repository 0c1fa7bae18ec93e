package endgame_test

import (
	"fmt"

	"thera/amazons"
	"thera/amazons/endgame"
)

func ExampleSettled() {
	// White has three squares of her own, Black has one.
	p, _ := amazons.Parse("Q3*q1 w")
	winners, plies := endgame.Settled(&p)
	fmt.Println("seat", winners, "wins within", plies, "plies")
	// Output: seat 1 wins within 3 plies
}

func ExampleEnding() {
	// The amazon on h1 has three squares to itself; the rest is fought over.
	p, _ := amazons.Parse("Q2q1*1Q2 w")
	e := endgame.New(&p)
	fmt.Println(len(p.AppendMoves(nil)), "moves, of which it keeps", len(e.AppendMoves(nil)), "and", e.InHand(), "turns in hand")
	// Output: 13 moves, of which it keeps 5 and 3 turns in hand
}
