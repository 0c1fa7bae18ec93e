package santorini_test

import (
	"fmt"

	"thera/game"

	"thera/santorini"
)

func Example() {
	pos, err := santorini.Rules().Start("2p")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range []game.Move{"@b2,d4", "@b4,d2", "b2-b3(c3)"} {
		if pos, err = pos.Play(m); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Print(pos.Board())
	fmt.Println(pos, "has", len(pos.Moves()), "moves")
	// Output:
	//  5 0. 0. 0. 0. 0.
	//  4 0. 0B 0. 0A 0.
	//  3 0. 0A 1. 0. 0.
	//  2 0. 0. 0. 0B 0.
	//  1 0. 0. 0. 0. 0.
	//    a  b  c  d  e
	// 00000/00000/00100/00000/00000 b3d4,b4d2 2 has 72 moves
}

func ExamplePosition_AppendMoves() {
	p, err := santorini.Parse("30000/20000/00000/00000/00000 a4d4,b1d2 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range p.AppendMoves(nil) {
		next := p
		next.Play(m)
		if next.Winners() != 0 {
			fmt.Println(m, "wins:", &next)
		}
	}
	// Output:
	// a4-a5 wins: 30000/20000/00000/00000/00000 a5d4,b1d2 #1
}

func ExampleParse() {
	_, err := santorini.Parse("40000/00000/00000/00000/00000 a5d4,b1d2 1")
	fmt.Println(err)
	// Of three players the first is shut in, so it goes out.
	p, err := santorini.Parse("04000/44000/00000/44000/04000 a1a5,c3d3,d4e4 1")
	fmt.Println(&p, err)
	// Output:
	// workers "a5d4,b1d2": seat 1 "a5d4": square "a5": holds a dome
	// 04000/44000/00000/44000/04000 x,c3d3,d4e4 2 <nil>
}

func ExampleMove() {
	for _, text := range []string{"c3-c4(d4)", "c3c4", "@b2,d4"} {
		m, _ := santorini.ParseMove(text)
		from, to, build := m.Spaces()
		switch {
		case m.IsPlacement():
			fmt.Println(m, "places workers on", from, "and", to)
		case m.IsClimb():
			fmt.Println(m, "climbs from", from, "to", to)
		default:
			fmt.Println(m, "moves from", from, "to", to, "and builds on", build)
		}
	}
	// Output:
	// c3-c4(d4) moves from c3 to c4 and builds on d4
	// c3-c4 climbs from c3 to c4
	// @b2,d4 places workers on b2 and d4
}
