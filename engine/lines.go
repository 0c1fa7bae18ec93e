package engine

// Lines collects what a search reports of several lines: of each rank the one
// last reported. Its Report is one for [Request.Report].
type Lines []Info

// Report takes over a line, in place of those of its rank and after it: these
// belong to a search that is not as deep.
func (l *Lines) Report(info Info) { *l = append((*l)[:min(info.Rank, len(*l))], info) }

// With returns the outcome of the search with the lines that begin with other
// moves, at most n lines but at least the outcome, ranked anew. The best move
// may have changed after the lines were reported.
func (l Lines) With(best Info, n int) []Info {
	best.Rank = 0
	ranked := []Info{best}
	for _, info := range l {
		if len(ranked) < n && info.Best() != best.Best() {
			info.Rank = len(ranked)
			ranked = append(ranked, info)
		}
	}
	return ranked
}
