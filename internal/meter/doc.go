// Package meter measures the work of one search or proof: it counts nodes,
// keeps the time, and says when to stop.
//
//	m := meter.Start(ctx, meter.Limits{Nodes: 100_000, Time: time.Second})
//	m.Report(func() { fmt.Println(m.Nodes(), "nodes") })
//	…
//	count := m.Counter() // one for each worker
//	…
//	if count.Visit() && count.Look() { // at each node
//		return // what was found at this node means nothing
//	}
//
// Vocabulary: a worker is a goroutine of the search; a node is what the search
// counts as its unit of work, most often a position that it looks at; to look is
// to compare what was done with the limits, to tell the other workers of the
// nodes that were counted since the last look, and to report progress where it
// is time for that.
//
// Nothing watches a search from outside. Its workers look for themselves as
// they count, so that one goroutine is enough for all, even where goroutines
// don't run at the same time, as in a browser. To look costs some hundred
// nanoseconds and is done every few milliseconds, after so many nodes as that
// takes a worker; so a limit of time and the end of a context take effect
// within some 10 ms, and a search of slow nodes has no need of other numbers
// than one of quick nodes.
//
// A limit of nodes is kept exactly by one worker: it visits as many nodes as are
// allowed and finds with the next one that it has to stop; that one is counted
// too. Several workers may exceed it by the nodes that they have not told of,
// at most [Longest] each. When a worker looks depends on time, so nothing but
// the end of a search may depend on that if equal requests are to get equal
// answers: a search that has more to decide every so many nodes counts these
// itself and uses [Meter.Count] and [Meter.Left].
//
// The package does not divide a clock among the turns of a game: that is
// search.
package meter
