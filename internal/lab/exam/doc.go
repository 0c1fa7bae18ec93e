// Package exam examines players on a fixed set of positions with known answers: proofs
// and deep estimates.
//
//	items, err := exam.Set()
//	…
//	x := exam.Examiner{Player: player, Patience: time.Minute}
//	marks, err := x.Ask(ctx, items, nil)
//	…
//	for _, row := range exam.Report(marks) {
//		fmt.Println(row.Game, row.Phase, row.Kept, row.Regret)
//	}
//
// # Vocabulary
//
// An [Item] is a position in which a player has to move. It is [Proven] if a solver has
// shown for each legal move whether it wins, or [Deep] if a search has estimated each. A
// win is kept by a move after which it is still proven; regret is the win probability
// that a move gives away compared with the best. A [Mark] is how a player did on one item,
// and a [Row] sums up marks. A set is a list of items, and a recipe of [Part]s says how
// [Make] makes one.
//
// An [Examiner] asks the players that package match knows: engines of this program,
// programs that speak the engine protocol, and text programs. All others, such as
// language models, get a [Prompt] for each item and hand in [Answers], among which the
// first legal one counts.
//
// # What the numbers mean
//
// Proven items are exact. Deep estimates are those of a search with a limited number of
// nodes after each of the best moves, so that a stronger player still has some regret:
// compare it with that of other players on the same set. A move that the search dropped
// early counts at most as much as the least of those that it kept. Positions are from fast
// games with blunders, no two from the same, so that intervals may take them as
// independent.
//
// The package does not measure playing strength: see package match. For positions with
// one winning move that people like to solve see package puzzle. It knows no game by name.
//
// It is a package of its own so that programs can be examined without the command line,
// and because files can only be embedded from their own folder.
package exam
