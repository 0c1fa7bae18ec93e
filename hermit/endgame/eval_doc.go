// Package eval estimates who is winning in Hermit. Its function is what a
// search.Evaluation is made of:
//
//	e := alphabeta.New(search.Evaluation[hermit.Position, hermit.Move]{
//		Evaluate: eval.Evaluate,
//	}, search.Options{TableMiB: 64})
//
// There is little to estimate. Where a position is settled, as hermit/endgame
// finds out, the winner is certain; all other positions are worth the same to
// the seat to move. A search with it is therefore mostly a search for
// positions that are settled.
//
// Values are centilogits, 100·ln(p/(1−p)) for a probability p of winning. An
// evaluation takes a few microseconds, most of them for the nimbers of small
// parts, and allocates nothing.
//
// The package does not look ahead and proves nothing: that is hermit/endgame
// for small parts and hermit/endgame for large ones.
package endgame
