package game_test

import (
	"context"
	"fmt"

	"thera/amazons"
	"thera/game"
	"thera/santorini"
)

func ExampleKernelOf() {
	pos, _ := amazons.Rules().Start("6x6")
	p, ok := game.KernelOf[amazons.Position](pos)
	fmt.Println(ok, p.CountMoves())
	// Output: true 544
}

func ExamplePerft() {
	pos, _ := amazons.Rules().Parse("q2/3/1Q1 w")
	n, err := game.Perft(context.Background(), pos, 3)
	fmt.Println(n, err)
	// Output: 6805 <nil>
}

// In a game of three, seat 2 gives up after the first turn.
func ExampleRecord_Replay() {
	record := game.Record{
		Game:  "santorini",
		Start: "00000/00000/00000/00000/00000 a1b1,c1d1,e1e2 1",
		Moves: []game.Move{"b1-b2(b3)", "e2-e3(e4)"},
		Out:   map[int][]game.Seat{1: {1}},
	}
	positions, err := record.Replay(santorini.Rules())
	for _, pos := range positions {
		fmt.Println(pos)
	}
	fmt.Println(err)
	// Output:
	// 00000/00000/00000/00000/00000 a1b1,c1d1,e1e2 1
	// 00000/00000/01000/00000/00000 a1b2,x,e1e2 3
	// 00000/00001/01000/00000/00000 a1b2,x,e1e3 1
	// <nil>
}

// A board can be edited and turned back into a position.
func ExampleGame_compose() {
	g := amazons.Rules()
	pos, _ := g.Parse("q2/3/1Q1 w")
	board := pos.Board()
	c2, _ := game.ParseSquare("c2")
	*board.At(c2) = game.Cell{Kind: amazons.KindArrow}
	edited, err := g.Compose(board, amazons.Black)
	fmt.Println(edited, err)
	// Output: q2/2*/1Q1 b <nil>
}
