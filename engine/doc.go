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
// Vocabulary: a ply is one turn of one seat. A node is the unit of work, usually one
// position that a search has visited. A centilogit is the unit of estimates; see [Score].
// A worker is a goroutine of a search. To poll is to compare the work done with the
// limits, to share the number of nodes counted since the last poll, and to report progress
// when that is due.
//
// # Keeping limits
//
// Engines and solvers count their nodes and keep their limits with a [Meter]:
//
//	m := engine.StartMeter(ctx, req.Limits, req.Ponder)
//	…
//	count := m.Counter() // one for each worker
//	…
//	if count.Visit() && count.Poll() { // at each node
//		return // discard what this node found
//	}
//
// Nothing watches a search from outside. Its workers poll as they count, so a
// single goroutine is enough, even where goroutines don't run in parallel, as
// in a browser. A poll costs some hundred nanoseconds and happens every few
// milliseconds, after as many nodes as a worker visits in that time. So a time
// limit or the end of a context takes effect within about 10 ms, and searches
// with slow nodes need no other settings than those with fast ones.
//
// One worker keeps a limit on nodes exactly: it visits the allowed number of nodes and
// learns at the next one, which is counted too, that it has to stop. Several workers may
// exceed the limit by at most [MaxPollInterval] nodes each. When a worker polls depends
// on time, so nothing but the end of a search may depend on it if equal requests are to
// get equal answers. A search that decides more at regular intervals counts nodes itself
// and uses [Meter.Count] and [Meter.NodesLeft].
//
// A meter does not divide a clock among the turns of a game; the searches do.
//
// The package knows no game, contains no search and starts no programs. Package
// search has engines, packages pns and nimber have solvers, and package ugi
// makes an engine of another program.
package engine
