// Package pns proves who wins a position of a game of two seats by proof-number
// search. It never estimates: a result is proven or unknown.
//
//	solver := pns.New[amazons.Position, amazons.Move](pns.Options{Threads: 2}, game.KernelOf[amazons.Position])
//	verdict, err := solver.Solve(ctx, engine.Problem{Position: pos})
//
// # Vocabulary
//
// A node is one visit to a position, and the unit of all limits. A position's proof
// numbers say how hard it is, in nodes at least, to prove that the seat to move wins, and
// that it loses; a proven win has the numbers 0 and infinite, a proven loss the reverse.
// A move is open while the position it leads to is not proven, and refuted when that is
// won for the opponent. A killer is a move that has lately won at once at the same ply. A
// sum is a position that splits into independent parts.
//
// # Method
//
// Depth-first proof-number search (df-pn; Nagai, "Df-pn algorithm for searching AND/OR
// trees and its applications", 2002) in its weak form (Ueda, Hashimoto, Hashimoto, Iida,
// "Weak proof-number search", 2008): a position's win is the least loss of the positions
// its moves lead to. Its loss would be the sum of their wins, but where many moves
// transpose into each other's positions a sum counts the same work many times, so it is
// the largest of them plus one for each other open move. The search descends to the
// position on which both numbers of the root depend, and stays below a position until it
// is harder than the next best by half (the 1+ε trick of Pawlewicz and Lew, "Improving
// depth-first pn-search", 2006, with ε = ½).
//
// What a kernel can tell beyond its rules makes the search faster by orders of magnitude.
// Each ability is a method of the kernel: initial proof numbers ([Initializer]), testing
// one move ([game.Judge]), and the parts of a position with bounds of their values ([Sum]).
// With [NewOrdered], it considers likely moves first, which proves more endings of games
// with the same nodes, but takes longer for whole boards.
//
// # Invariants
//
// A position with proven numbers in the table is proven, no matter which thread wrote
// them and what was interrupted: numbers are stored when they are known, and proven ones are not
// replaced by others of the same position. So a search can be stopped at any time and
// continues from its table, or from a checkpoint of it. With one thread the same problem
// takes the same nodes on every machine. Two positions with the same 64-bit hash would be
// taken for one; at a billion positions the odds that two of them collide, and that it
// matters, are small but not zero. A certificate (package solve/certificate) excludes it.
//
// # Sources and figures
//
// docs/contributing/experiments.md has what each part of the method was worth, what was
// tried and left out, and the boards that are solved by it.
//
// It is a package of its own so that it knows no game: the catalog joins it with
// Amazons, and other programs can join it with theirs. It is not for positions
// where nothing can be proven (see package search), and does not determine how
// long a win takes. Impartial games are solved faster by package nimber, and
// package santorini/proof finds Santorini's exact distances.
package pns
