// Package engine is the contract between a program that wants moves and an
// engine that finds them.
//
// The contract is [Engine], the [Request] it is given with its [Limits], the
// [Info] it answers with and the [Score] of a position:
//
//	info, err := e.Search(ctx, engine.Request{
//		Position: pos,
//		Limits:   engine.Limits{Time: time.Second},
//	})
//	…
//	fmt.Println(info.Best(), info.Score)
//
// A [Solver] is the same for proofs: it is given a [Problem] and answers with a
// [Verdict].
//
// A ply is one turn of one seat. A node is one position that a search has
// visited. A centilogit is the unit of estimates, see [Score].
//
// The package knows no game, holds no search and starts no programs. Package
// search has engines, packages pns and nimber have solvers, and package ugi lets
// an engine be another program.
package engine
