// Package game is the vocabulary that all of thera shares: seats, squares, moves and
// their steps, positions, boards and records, and the contract between a rules package
// and the searches that run on it.
//
// It has two levels. Programs that talk to people or to each other work with text: a
// [Game] gives positions, and a [Position] lists its legal moves as [Move] text and
// returns the position after a move. Searches and solvers work with packed values: a
// [Kernel] is a plain struct that is copied instead of unmade, and a [Code] is a move in
// 32 bits. [New] makes the first from the second, so the rules are written once.
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
// User interfaces need two more words: an [Entry] takes a turn step by step, in the same
// way for every game, and a [Board] says what stands on each square, by kind and owner.
// A board can also be edited and turned back into a position.
//
// All games here are monotone: arrows, levels and blocks are never removed, and no seat
// that is out comes back. So no position recurs, every game ends and there are no draws.
//
// The package names no game, has no rules of its own and does no search.
package game
