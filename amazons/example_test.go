package amazons_test

import (
	"fmt"

	"thera/amazons"
)

func Example() {
	pos, _ := amazons.Rules().Start("6x6")
	pos, err := pos.Play("b1-b4(e4)")
	fmt.Println(pos, err)
	fmt.Print(pos.Board())
	// Output:
	// 1q2q1/q4q/1Q2*1/6/Q4Q/4Q1 b <nil>
	//  6 . q . . q .
	//  5 q . . . . q
	//  4 . Q . . * .
	//  3 . . . . . .
	//  2 Q . . . . Q
	//  1 . . . . Q .
	//    a b c d e f
}

func ExamplePosition() {
	p, _ := amazons.Parse("q1/1Q w")
	for _, m := range p.AppendMoves(nil) {
		next := p
		next.Play(m)
		fmt.Println(m, "leaves", &next, "with winners", next.Winners())
	}
	// Output:
	// b1-a1(b1) leaves q1/Q* b with winners -
	// b1-a1(b2) leaves q*/Q1 b with winners -
	// b1-b2(a1) leaves qQ/*1 b with winners -
	// b1-b2(b1) leaves qQ/1* b with winners -
}

func ExampleParseMove() {
	for _, text := range []string{"d1-d7(g7)", "d1 d7 g7", "d1d7,d7g7"} {
		m, _ := amazons.ParseMove(text)
		fmt.Println(m)
	}
	// Output:
	// d1-d7(g7)
	// d1-d7(g7)
	// d1-d7(g7)
}
