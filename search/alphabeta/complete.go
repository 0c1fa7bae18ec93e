package alphabeta

import (
	"slices"

	"thera/engine"
	"thera/game"
	"thera/search/internal/task"
)

// complete goes on with the line just found from root to the end of the game, where
// it wins or loses for certain: the table and the evaluation have told results without
// moves. before is what the search a ply less deep has found. Each next move is
// searched for from the end of the line, which takes few nodes, since it was done
// before; the line stays as it is where that comes to nothing.
func (w *worker[P, M, K]) completeLine(root P, depth int, before engine.Info, found *engine.Info) {
	if _, proven := found.Score.Proven(); !proven {
		return
	}
	if n := len(found.Line); n < len(before.Line) && found.Score == before.Score && slices.Equal(found.Line, before.Line[:n]) {
		found.Line = before.Line
		return
	}
	f := &w.frames[0]
	line, excluded, effort := slices.Clone(f.line), f.excluded, w.bestEffort
	f.excluded = nil
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
	f.pos, f.excluded, w.bestEffort = root, excluded, effort
}

// prove returns a line from the position in the first frame that wins or loses for
// certain, or none if none is found up to a depth. The line is overwritten by the next
// search.
func (w *worker[P, M, K]) prove(depth int) []M {
	f := &w.frames[0]
	for w.depth = 1; w.depth <= depth; w.depth++ {
		f.line = f.line[:0]
		score := w.searchMoves(0, w.depth, -infinite, infinite)
		if w.stopped {
			break
		}
		if _, proven := score.Proven(); proven {
			return f.line
		}
	}
	return nil
}
