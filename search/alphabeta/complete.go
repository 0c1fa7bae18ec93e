package alphabeta

import (
	"slices"

	"thera/engine"
	"thera/game"
	"thera/search/internal/task"
)

// completeLine extends the line just found from root to the end of the game, if
// its result is proven: the table and the evaluation give results without
// moves. before is the result of the search one ply shallower. The continuation
// is searched from the end of the line, which takes few nodes since the table
// has most of it; if that fails, the line stays as it is.
func (w *worker[P, M, K]) completeLine(root P, depth int, before engine.Info, found *engine.Info) {
	if _, proven := found.Score.Proven(); !proven {
		return
	}
	if n := len(found.Line); n < len(before.Line) && found.Score == before.Score && slices.Equal(found.Line, before.Line[:n]) {
		found.Line = before.Line
		return
	}
	f := &w.frames[0]
	line, effort := slices.Clone(f.line), w.bestEffort
	for next := line; len(line) < task.MaxDepth; line = append(line, next...) {
		for _, m := range next {
			K(&f.pos).Play(m)
		}
		if K(&f.pos).Winners() != 0 {
			break
		}
		if next = w.prove(depth); len(next) == 0 {
			break
		}
	}
	found.Line = game.Texts(line...)
	f.pos, w.bestEffort = root, effort
}

// prove returns a line from the position in the first frame whose result is proven, or
// none if no search up to depth proves one. The next search overwrites the line.
func (w *worker[P, M, K]) prove(depth int) []M {
	f := &w.frames[0]
	for w.depth = 1; w.depth <= depth; w.depth++ {
		f.line = f.line[:0]
		score := w.searchMoves(0, w.depth, -infinite, infinite, nil)
		if w.stopped {
			break
		}
		if _, proven := score.Proven(); proven {
			return f.line
		}
	}
	return nil
}
