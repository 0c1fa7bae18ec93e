package search

import (
	"cmp"
	"slices"
	"time"

	"thera/engine"
	"thera/game"
)

// deepen searches to depth 1, 2, … and keeps the last answer. On a clock it
// does not go deeper late in its share of the time, nor when there is only one
// move.
func (w *worker[P, M, K]) deepen(req engine.Request) engine.Info {
	moves := w.frames[0].moves
	lines := make([]engine.Info, max(1, min(req.Lines, len(moves))))
	for i := range lines {
		lines[i].Line = texts(moves[i : i+1])
	}
	var trend trend
	for depth := 1; depth <= maxDepth(req.Limits); depth++ {
		before := w.nodes
		w.searchLines(depth, lines)
		if w.stopped {
			break
		}
		for rank := range lines {
			lines[rank].Rank, lines[rank].Depth = rank, depth
			if req.Report != nil {
				req.Report(lines[rank])
			}
		}
		if !slices.ContainsFunc(lines, func(l engine.Info) bool { return !final(l.Score, depth) }) {
			break
		}
		if soft := w.budget.soft; soft > 0 {
			share := trend.share(lines[0], float64(w.effort)/float64(w.nodes-before))
			if len(moves) == 1 || w.late(max(1, time.Duration(share*float64(soft)))) {
				break
			}
		}
	}
	lines[0].Time = time.Since(w.start)
	return lines[0]
}

// searchLines searches to one depth for as many moves as there are lines, each
// time for the best of those that are left.
func (w *worker[P, M, K]) searchLines(depth int, lines []engine.Info) {
	w.done = w.done[:0]
	for i := range lines {
		w.aspire(depth, &lines[i])
		if w.stopped {
			return
		}
		lines[i].Nodes, lines[i].Time = w.run.nodes.Load()+w.nodes-w.told, time.Since(w.start)
		w.done = append(w.done, w.frames[0].line[0])
	}
	// A move may come out better than one searched before it.
	slices.SortStableFunc(lines, func(a, b engine.Info) int { return cmp.Compare(b.Score, a.Score) })
}

// accompany searches the same position beside the first worker until the run
// is stopped, so that more is in the table. Every other worker is a ply ahead.
func (w *worker[P, M, K]) accompany(number int) {
	w.done = w.done[:0]
	var best engine.Info
	for depth := 1 + (number+1)%2; depth <= maxDepth(w.limits) && !w.stopped; depth++ {
		w.aspire(depth, &best)
		if final(best.Score, depth) {
			return
		}
	}
}

func maxDepth(l engine.Limits) int {
	if l.Depth > 0 {
		return min(MaxDepth, l.Depth)
	}
	return MaxDepth
}

// final reports whether a deeper search can't change the score.
func final(s engine.Score, depth int) bool {
	plies, proven := s.Proven()
	return proven && depth >= max(plies, -plies)
}

// aspire searches to one depth, at first with a narrow window around the last
// score, which is widened on the side where the score falls out. Each line
// found goes into best; when the search is stopped, that of the best move
// among those it could finish.
func (w *worker[P, M, K]) aspire(depth int, best *engine.Info) {
	alpha, beta := -infinite, infinite
	width := engine.Score(aspiration)
	if _, proven := best.Score.Proven(); depth > 2 && !proven {
		alpha, beta = best.Score-width, best.Score+width
	}
	for {
		w.frames[0].line = w.frames[0].line[:0]
		score := w.visit(0, depth, alpha, beta)
		if line := w.frames[0].line; len(line) > 0 {
			best.Score, best.Line = score, texts(line)
		}
		if w.stopped || alpha < score && score < beta {
			return
		}
		if width *= 4; width > 16*aspiration {
			width = infinite
		}
		if score <= alpha {
			alpha = max(score-width, -infinite)
		} else {
			beta = min(score+width, infinite)
		}
	}
}

// aspiration is the half-width in centilogits of the first window.
const aspiration = 30

func texts[M game.Code](line []M) []game.Move {
	moves := make([]game.Move, len(line))
	for i, m := range line {
		moves[i] = game.Move(m.String())
	}
	return moves
}
