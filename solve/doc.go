// Package solve proves results: who wins a position, by which move, and of an
// impartial game its nimber. It never estimates. It names no game: what it
// asks of one are small interfaces.
//
// Two methods live here. Proof-number search is for any game of two players.
// Sums of independent parts are for impartial games, those in which both
// players have the same moves and who can't move loses:
//
//	solver := solve.NewImpartial(split, solve.Options{MemoryMiB: 1024, Threads: 2})
//	verdict, err := solver.Solve(ctx, engine.Problem{Position: pos})
//
// Vocabulary: a part is what no move elsewhere influences; a position is the
// sum of its parts, and a move is a move in one of them. The nimber of a sum
// is the XOR of the nimbers of its parts, and whoever is to move loses exactly
// if it is 0 (Sprague 1935, Grundy 1939). The nimber of a part is the least
// number that is not the nimber of what some move leaves.
//
// A certificate is a file with a winning move for each position that the other
// side can bring about. [Check] needs nothing but the rules to verify it.
//
// The package is not for playing where nothing can be proven: that is search.
package solve
