// Package game is the vocabulary that every part of thera shares: seats,
// squares, moves and their steps, positions, boards and records, and the
// contract between a rules package and the searches that run on it.
//
// It has two floors. Programs that talk to people or to each other see text:
// a [Game] gives positions, a [Position] gives its legal moves as [Move] text
// and answers a move with the next position. Searches and solvers see packed
// values: a [Kernel] is a plain struct that is copied, not undone, and a
// [Code] is a move in 32 bits. [New] makes the first out of the second, so a
// rules package is written once.
//
// A program that lets people play works with two more of its words: an [Entry] takes
// a turn step by step, for every game alike, and a [Board] shows what stands
// where, by kinds and owners, and can be set up and made a position of again.
//
//	g := amazons.Rules()
//	pos, err := g.Start("10x10")
//	…
//	pos, err = pos.Play("d1-d7(g7)")
//	…
//	if pos.Winners() == 0 {
//		fmt.Println(pos, "has", len(pos.Moves()), "moves")
//	}
//
// All games here are monotone: nothing that is put on the board ever leaves
// it, so no position recurs, every game ends and none is drawn.
//
// The package knows no game by name, holds no rules and does no search.
package game
