package engine

// Lines collects the latest report for each rank. Its Report method can be used
// as [Request.Report].
type Lines []Info

// Report replaces the line of the same rank and drops the lines after it, which
// come from a shallower search.
func (l *Lines) Report(info Info) { *l = append((*l)[:min(info.Rank, len(*l))], info) }

// With returns the outcome of a search followed by the reported lines that
// start with other moves: at most n lines, at least the outcome, with new
// ranks. The best move may have changed since the lines were reported.
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
