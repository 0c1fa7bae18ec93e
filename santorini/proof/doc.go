// Package proof proves forced wins in Santorini for two players or teams, with or without
// powers, with their exact distance. It estimates nothing.
//
//	v, err := proof.New(64).Solve(ctx, engine.Problem{Position: pos, Limits: engine.Limits{Time: time.Second}})
//	if v.Proven {
//		fmt.Println(v.Winners, "in", v.Plies)
//	}
//
// It is a package of its own so that the evaluation, which every search needs, does not
// depend on the solvers.
//
// # Vocabulary
//
// A distance is a number of plies, the last of which is the winning move, so the seat to
// move wins in an odd number and loses in an even one. A seat is in check if the opponent
// would win with its next move; a threat is a move that gives check. A node is a position
// that is visited, and the unit of all limits.
//
// # Method
//
// The search asks for 1, 2, 3, … plies whether the seat to move can win, or must lose,
// within that many, so the first yes is the distance. Most positions answer such a yes-or-no
// question early: a seat that can win at once does, a seat in check parries
// ([eval.AppendForced]), and a move that refuted the previous one is tried first against
// the next.
//
// Before that it searches for a win by threats alone, each of which leaves the opponent
// hardly a choice (threat-space search; Allis, "Searching for Solutions in Games and
// Artificial Intelligence", 1994). Such wins are found much deeper than a full search can
// go. If there is one, the full search only has to show that none is shorter.
//
// # Invariants
//
// The table holds for each position within how many plies it is known to be won or lost,
// and within how many it is known not to be. Every entry is true at all times, so a search
// that was stopped resumes from its table. Only one goroutine uses it, so its entries are
// plain structs and it is not a search.Table. The same problem always takes the same nodes.
//
// # Figures
//
// Ten positions with published distances are solved in 25 ms at most, and 40 positions of
// games between engines are searched to 8 plies and more within three million nodes
// (docs/research/solving.md, docs/contributing/experiments.md).
//
// With powers, threats are the winning steps that they allow, see [eval.IsInCheck], and
// answers to threats are found by trying all turns. Teams are two sides whose seats take
// turns.
//
// The package is not for play: that is package search. It does not solve games of three or
// four players each for itself, in which no seat needs to have a forced win.
package proof
