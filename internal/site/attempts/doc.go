// Package attempts records who has attempted which puzzle, and rates both the solver and
// the puzzle. It has the operations for this too.
//
//	a := attempts.New(attempts.Config{DB: store.DB(), Puzzles: puzzles})
//	a.Register(kit)
//	…
//	result, err := a.Attempt(ctx, account, id, turns, now)
//	fmt.Println(result.Solved, result.Rating)
//
// An attempt is the turns of a solver's first try, up to the first wrong one. The server
// knows the solutions and judges the turns. The page has the puzzles with their solutions
// too, so people who look them up there falsify only their own rating. Only an account's
// first attempt at a puzzle counts.
//
// A puzzle's rating starts at its grade, a solver's rating starts low (package rating).
// They are separate from the ratings of players.
//
// The package does not find or prove puzzles: that is package puzzle.
//
// It is a package of its own so that ratings of puzzles, which need only accounts and
// puzzles, can be read and tested without anything about playing.
package attempts
