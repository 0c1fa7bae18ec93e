// Package trial keeps who has tried which puzzle, and rates both: the solver and the
// puzzle.
//
//	t := trial.New(trial.Config{DB: store.DB(), Gate: gate, Puzzles: puzzles, Log: log})
//	t.Register(api)
//	…
//	result, err := t.Attempt(ctx, account, id, turns, now)
//	fmt.Println(result.Solved, result.Rating)
//
// # Vocabulary
//
// An attempt is the turns that a solver has made at the first try, up to the first
// wrong one. The server knows the answers, so it says whether they are right; the
// puzzles with their answers are in the page too, and who looks them up there rates
// nobody but himself. Of each puzzle, the first attempt of an account counts and no
// other one.
//
// A puzzle's rating begins at its grade and a solver's low, as package
// puzzle/rating has it. They are ratings of their own, which games do not touch.
//
// The package finds and proves no puzzles: that is package puzzle.
package attempts
