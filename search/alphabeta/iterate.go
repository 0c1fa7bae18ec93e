package alphabeta

import (
	"cmp"
	"slices"
	"time"

	"thera/engine"
	"thera/game"
	"thera/search/internal/task"
)

// answer searches to depth 1, 2, … and returns the best line of the last depth
// that it finished, or what it has found of the next one where only one line is
// wanted: several would stand side by side at different depths. On a clock it
// does not go deeper late in its share of the time, nor when there is only one
// move.
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

// searchLines searches to one depth for as many moves as there are lines, each
// time for the best of those that are left.
func (w *worker[P, M, K]) searchLines(t *task.Task[P, M], depth int, lines []engine.Info) {
	root := &w.frames[0]
	root.excluded = root.excluded[:0]
	for i := range lines {
		before := lines[i]
		w.aspirationSearch(depth, &lines[i])
		if w.stopped {
			return
		}
		best := root.line[0]
		w.completeLine(t.Root, depth, before, &lines[i])
		lines[i].Nodes, lines[i].Time = w.count.Total(), t.Meter.Time()
		root.excluded = append(root.excluded, best)
	}
	// A move may come out better than one searched before it.
	slices.SortStableFunc(lines, func(a, b engine.Info) int { return cmp.Compare(b.Score, a.Score) })
}

// help searches the same position beside the first worker until that stops, so
// that more is in the table. Every other helper is a ply ahead, so that not all
// of them do the same at the same time.
func (w *worker[P, M, K]) help(t *task.Task[P, M], number int) {
	w.frames[0].excluded = w.frames[0].excluded[:0]
	var best engine.Info
	for depth := 1 + (number+1)%2; depth <= t.Depth && !w.stopped; depth++ {
		w.aspirationSearch(depth, &best)
		if isFinal(best.Score, depth) {
			return
		}
	}
}

// final reports whether a deeper search can't change the score.
func isFinal(s engine.Score, depth int) bool {
	plies, proven := s.Proven()
	return proven && depth >= max(plies, -plies)
}

// How the aspiration window grows, chosen by hand, not tuned.
const (
	aspirationWidth  = 30 // its first half-width in centilogits
	aspirationGrowth = 4  // by how much it is widened when the score falls out
	// aspirationMax is the largest half-width; after that the window is open.
	aspirationMax = aspirationWidth * aspirationGrowth * aspirationGrowth
	// aspirationDepth is the first depth with a narrow window: the scores of
	// the first two say little of those to come.
	aspirationDepth = 3
)

// aspire searches to one depth, at first with a narrow window around the last
// score, which is widened on the side where the score falls out. Each line
// found goes into best; when the search is stopped, that of the best move
// among those it could finish.
func (w *worker[P, M, K]) aspirationSearch(depth int, best *engine.Info) {
	w.depth = depth
	alpha, beta := -infinite, infinite
	width := engine.Score(aspirationWidth)
	if _, proven := best.Score.Proven(); depth >= aspirationDepth && !proven {
		alpha, beta = best.Score-width, best.Score+width
	}
	for {
		w.frames[0].line = w.frames[0].line[:0]
		score := w.searchMoves(0, depth, alpha, beta)
		if line := w.frames[0].line; len(line) > 0 {
			best.Line = game.Texts(line...)
			// That the first moves lose says nothing of the others.
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
