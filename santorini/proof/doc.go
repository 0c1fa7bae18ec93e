// Package proof proves forced wins in Santorini for two players or teams, with or
// without powers, with their exact distance. It estimates nothing.
//
//	v, err := proof.New(64).Solve(ctx, engine.Problem{Position: pos, Limits: engine.Limits{Time: time.Second}})
//	if v.Proven {
//		fmt.Println(v.Winners, "in", v.Plies)
//	}
//
// # Vocabulary
//
// A distance is a number of plies, the last of which is the winning move, so
// the seat to move wins in an odd number and loses in an even one. A seat is in
// check if the other one would win with its next move; a threat is a move that
// gives check. A node is a position that is asked about, and the unit of all
// limits.
//
// # Method
//
// The search asks, for 1, 2, 3, … plies, whether the seat to move can win, or
// must lose, within that many, so the first yes is the distance. Each question
// has a yes or a no for an answer, which most positions allow to give early:
// who can win at once does, who is in check parries
// ([eval.AppendForced]), and a move that refuted the one before is
// tried first against the next.
//
// Before that it looks for a win by threats alone, each of which leaves the
// other side hardly a choice (threat-space search; Allis, "Searching for
// Solutions in Games and Artificial Intelligence", 1994): these are found much
// deeper than a full search can go. If there is one, the full search has only
// to show that none is shorter.
//
// # Invariants
//
// The table holds for each position within how many plies it is known to be won
// or lost, and within how many not. Each of these is true whenever it is there,
// so a search that was stopped goes on from its table. Only one goroutine uses
// it, so that its entries are plain structs, not slots of package lockless. The
// same problem always takes the same nodes.
//
// # Figures
//
// Ten positions with published distances are solved in 25 ms at most, and 40
// positions of games between engines are searched to 8 plies and more within
// three million nodes (docs/research/solving.md, docs/contributing/experiments.md).
//
// Where seats have powers, threats are the steps that win by them, see
// [eval.IsInCheck], and answers to threats are found by trying all
// turns. Teams are two sides as well, whose seats move by turns.
//
// The package is not for play: that is package search. Nor is it for games of
// three or four players each for itself, in which nobody need win by force.
package proof
