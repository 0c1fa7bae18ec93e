// Package meter measures one search or proof: it counts nodes, keeps the time,
// and says when to stop.
//
//	m := meter.Start(ctx, meter.Limits{Nodes: 100_000, Time: time.Second})
//	m.Report(func() { fmt.Println(m.Nodes(), "nodes") })
//	…
//	count := m.Counter() // one for each worker
//	…
//	if count.Visit() && count.Poll() { // at each node
//		return // discard what this node found
//	}
//
// Vocabulary: a worker is a goroutine of the search; a node is the search's
// unit of work, usually a position it visits; to poll is to compare the work
// done with the limits, to share the number of nodes counted since the last
// poll, and to report progress when that is due.
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
// The package does not divide a clock among the turns of a game; the searches do.
package meter
