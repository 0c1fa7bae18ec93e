// Package solver proves forced wins in Santorini for two, with their exact
// distance.
//
//	s := solver.New(64)
//	v, err := s.Solve(ctx, engine.Problem{Position: pos, Limits: engine.Limits{Time: time.Second}})
//	if v.Proven {
//		fmt.Println(v.Winners, "in", v.Plies)
//	}
//
// It asks, for 1, 2, 3, … plies, whether the seat to move can win, or must
// lose, within that many, so the first yes is the distance. Each question has
// a yes or a no for an answer, which most positions allow to give early: who
// can win at once does, who is threatened answers the threat
// (santorini.Position.AppendForced), and a move that refuted the one before is
// tried first against the next. A table remembers for each position within how
// many plies it is known to be won or lost, and within how many not.
//
// Before that it looks for a win by threats alone, each of which leaves the
// other side hardly a choice (threat-space search, Allis 1994): these are
// found much deeper than a full search can go. If there is one, the full
// search has only to show that none is shorter.
//
// Vocabulary: a seat is in check if the other one would win with its next move.
//
// The package estimates nothing; package search plays.
package solver
