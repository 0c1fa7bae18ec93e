// Package engine defines the contract between programs that want moves or
// proofs and the engines and solvers that find them.
//
// An [Engine] is given a [Request] with [Limits] and answers with an [Info],
// which holds the [Score] of the position and the best line:
//
//	info, err := e.Search(ctx, engine.Request{
//		Position: pos,
//		Limits:   engine.Limits{Time: time.Second},
//	})
//	…
//	fmt.Println(info.Best(), info.Score)
//
// A [Solver] proves results instead of estimating: it is given a [Problem] and
// answers with a [Verdict].
//
// Vocabulary: a ply is one turn of one seat. A node is one position that a
// search has visited. A centilogit is the unit of estimates; see [Score].
//
// The package knows no game, contains no search and starts no programs. Package
// search has engines, packages pns and nimber have solvers, and package ugi
// makes an engine of another program.
package engine
