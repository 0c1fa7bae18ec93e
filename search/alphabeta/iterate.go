package alphabeta

import (
	"cmp"
	"slices"
	"time"

	"thera/engine"
	"thera/game"
	"thera/search/internal/task"
)

// answer searches to depth 1, 2, … and returns the best line of the last
// completed depth. If only one line is wanted it returns what it has found of
// the next depth; several would then come from different depths. On a clock it
// does not go deeper late in its turn's time, nor if there is only one move.
func (w *worker[P, M, K]) answer(t *task.Task[P, M]) engine.Info {
	lines := make([]engine.Info, t.Lines)
	for i := range lines {
		lines[i].Line = game.Texts(t.Moves[i])
	}
	finished := slices.Clone(lines)
	var trend trend
	for depth := 1; depth <= t.Depth; depth++ {
		before := w.count.Nodes
		w.searchLines(t, depth, lines)
		if w.stopped {
			if len(lines) > 1 && depth > 1 {
				lines = finished
			}
			break
		}
		for rank := range lines {
			lines[rank].Rank, lines[rank].Depth = rank, depth
		}
		copy(finished, lines)
		t.Report(lines)
		if !slices.ContainsFunc(lines, func(l engine.Info) bool { return !isFinal(l.Score, depth) }) {
			break
		}
		if soft := t.Budget.Soft; soft > 0 {
			share := trend.timeFactor(lines[0], float64(w.bestEffort)/float64(w.count.Nodes-before))
			if len(t.Moves) == 1 || t.Meter.HasSpent(max(1, time.Duration(share*float64(soft)))) {
				break
			}
		}
	}
	lines[0].Time = t.Meter.Time()
	return lines[0]
}

// searchLines searches to one depth once for each line, each time for the best
// of the remaining moves.
func (w *worker[P, M, K]) searchLines(t *task.Task[P, M], depth int, lines []engine.Info) {
	w.reported = w.reported[:0]
	for i := range lines {
		before := lines[i]
		w.aspirationSearch(depth, &lines[i])
		if w.stopped {
			return
		}
		best := w.frames[0].line[0]
		w.completeLine(t.Root, depth, before, &lines[i])
		lines[i].Nodes, lines[i].Time = w.count.Total(), t.Meter.Time()
		w.reported = append(w.reported, best)
	}
	// A later move may score better than an earlier one.
	slices.SortStableFunc(lines, func(a, b engine.Info) int { return cmp.Compare(b.Score, a.Score) })
}

// help searches the same position until the first worker stops, to fill the table. Every
// other helper is a ply ahead, so that they don't all do the same work at the same time.
func (w *worker[P, M, K]) help(t *task.Task[P, M], number int) {
	w.reported = w.reported[:0]
	var best engine.Info
	for depth := 1 + (number+1)%2; depth <= t.Depth && !w.stopped; depth++ {
		w.aspirationSearch(depth, &best)
		if isFinal(best.Score, depth) {
			return
		}
	}
}

// isFinal reports whether a deeper search can't change the score.
func isFinal(s engine.Score, depth int) bool {
	plies, proven := s.Proven()
	return proven && depth >= max(plies, -plies)
}

// How the aspiration window grows; chosen by hand, not tuned.
const (
	aspirationWidth  = 30 // the first half-width, in centilogits
	aspirationGrowth = 4  // factor by which it widens when the score falls outside
	// aspirationMax is the largest half-width; beyond it the window is open.
	aspirationMax = aspirationWidth * aspirationGrowth * aspirationGrowth
	// aspirationDepth is the first depth with a narrow window: the scores of
	// the first two say little about those to come.
	aspirationDepth = 3
)

// aspirationSearch searches to one depth, at first with a narrow window around
// the previous score, which it widens on the side where the score falls
// outside. It updates best with each line found; if the search is stopped, best
// is the best move among those completed.
func (w *worker[P, M, K]) aspirationSearch(depth int, best *engine.Info) {
	w.depth = depth
	alpha, beta := -infinite, infinite
	width := engine.Score(aspirationWidth)
	if _, proven := best.Score.Proven(); depth >= aspirationDepth && !proven {
		alpha, beta = best.Score-width, best.Score+width
	}
	for {
		w.frames[0].line = w.frames[0].line[:0]
		score := w.searchMoves(0, depth, alpha, beta, w.reported)
		if line := w.frames[0].line; len(line) > 0 {
			best.Line = game.Texts(line...)
			// A loss after some of the moves says nothing about the others.
			if !w.stopped || !score.Lost() {
				best.Score = score
			}
		}
		if w.stopped || alpha < score && score < beta {
			return
		}
		if width *= aspirationGrowth; width > aspirationMax {
			width = infinite
		}
		if score <= alpha {
			alpha = max(score-width, -infinite)
		} else {
			beta = min(score+width, infinite)
		}
	}
}
