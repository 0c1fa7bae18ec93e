// Package nimber solves sums of parts of impartial games, in which both players
// have the same moves and a player who cannot move loses: who wins, by which
// moves, and the nimber of a position. It never estimates.
//
//	split := func(pos game.Position) (nimber.Parts[endgame.Part, endgame.Placing], error) {
//		return endgame.NewField(pos)
//	}
//	solver := nimber.New(split, nimber.Options{TableMiB: 1024, Threads: 2})
//	verdict, err := solver.Solve(ctx, engine.Problem{Position: pos})
//
// # Vocabulary
//
// A part (or component) is what no move elsewhere influences; a position is the
// sum of its parts, and a move is a move in one of them. An option of a part is
// what a move leaves of it, itself a sum of parts. The nimber of a part is the
// mex of the nimbers of its options: the least number that none of them has.
// The nimber of a sum is the XOR of the nimbers of its parts, and the player to
// move loses exactly if it is 0 (Sprague 1935, Grundy 1939). A node is a part
// that is asked about and not found in the table, and the unit of all limits.
//
// # Method
//
// The search asks "is the nimber of this part n?", that is, whether the player to move
// loses the part next to a heap of n. It never searches a sum: of the parts of an option,
// it finds the nimbers of all but the hardest, and asks the question of that one (Lemoine
// and Viennot, "Nimbers are inevitable", 2012). The answer is yes if no option has the
// nimber n and some option has each smaller number; these are asked about after n, with
// the same list of options. All options are looked up before any is searched, and they
// are searched in the order of hardness, as estimated by the game.
//
// # Invariants
//
// The table stores each key in full, so no part is taken for another. What is
// in it is true at any time, so the search can be stopped for a limit, for the
// table to grow or for a checkpoint, and continues from there. With one thread
// the same problem takes the same nodes.
//
// # Sources and figures
//
// docs/contributing/experiments.md has what each part of the method is worth, what was tried and
// left out, and the boards of Hermit solved by it. The tests compare with the
// published nimbers of Kayles, Node Kayles and Cram.
//
// The package is not for games in which the players have different moves; see
// package pns. It never looks for the shortest win.
package nimber
