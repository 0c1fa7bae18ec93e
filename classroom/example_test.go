package classroom_test

import (
	"errors"
	"fmt"

	"thera/classroom"
)

// A board answers questions and carries out moves and shots, as long as the
// squares allow them.
func Example() {
	board := classroom.NewAmazons(classroom.English)
	if _, err := board.MoveAmazon('a', "W", 3); errors.Is(err, classroom.ErrInvalidMove) {
		fmt.Println("off the board:", err)
	}
	if _, err := board.MoveAmazon('a', "SE", 2); err != nil {
		fmt.Println(err)
	}
	if _, err := board.ShootArrow('a', "NE", 6); err != nil {
		fmt.Println(err)
	}
	fmt.Println(board)
	// Output:
	// off the board: invalid move
	// ___B__C___
	// __________
	// ________*_
	// A________D
	// __________
	// __________
	// _________d
	// __________
	// __a_______
	// ___b__c___
}

// The same board in Dutch has its own directions and its own refusal.
func ExampleNewAmazons() {
	board := classroom.NewAmazons(classroom.Dutch)
	richtingen, err := board.PossibleDirections('a')
	fmt.Println(richtingen, err)
	_, err = board.MoveAmazon('a', "W", 3)
	fmt.Println(err)
	// Output:
	// [N NO O ZO Z] <nil>
	// ongeldige zet
}

func ExampleRefusedError() {
	for _, language := range []classroom.Language{classroom.English, classroom.Dutch} {
		_, err := classroom.NewAmazons(language).ShootArrow('a', "W", 1)
		if refusal, ok := errors.AsType[classroom.RefusedError](err); ok {
			fmt.Printf("refused with %q\n", refusal)
		}
	}
	// Output:
	// refused with "invalid move"
	// refused with "ongeldige zet"
}

func ExampleNewHermit() {
	board, err := classroom.NewHermit(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	at := classroom.Square{Row: 0, Col: 0}
	if _, err := board.Move(classroom.Red, at, classroom.Horizontal); err != nil {
		fmt.Println(err)
	}
	fmt.Println(board)
	fmt.Println(board.PossibleMoves())
	// Output:
	// R R
	// . .
	// [Y(1, 0)U Y(1, 0)H B(1, 0)U B(1, 0)H Y(1, 1)U B(1, 1)U]
}

func ExampleNewSantorini() {
	board, err := classroom.NewSantorini([]classroom.Square{{3, 0}, {4, 1}, {1, 1}, {2, 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := board.BuildTower('A', "N"); err != nil {
		fmt.Println(err)
	}
	if _, err := board.MoveWorker('A', "N"); err != nil {
		fmt.Println(err)
	}
	fmt.Println(board)
	fmt.Println(board.Level('A'))
	// Output:
	// 00000
	// 0C000
	// A0D00
	// 00000
	// 0B000
	// 1 <nil>
}
