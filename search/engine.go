package search

import (
	"context"
	"fmt"
	"time"

	"thera/engine"
	"thera/game"
)

// Kernel is what a search asks of a game beyond its rules.
type Kernel[P any, M game.Code] interface {
	game.Kernel[P, M]
	// Evaluate estimates the chances of seat against all others in
	// centilogits, 100·ln(p/(1−p)) for a probability p of winning. It is not
	// asked about finished games.
	Evaluate(seat game.Seat) int
}

// Prioritizer is an optional ability of a kernel: a guess at how good each
// legal move is, larger for those to be tried first. moves and priorities
// have the same length.
type Prioritizer[M game.Code] interface {
	Prioritize(moves []M, priorities []int32)
}

// Options configures an engine. The zero value of each field means its default.
type Options struct {
	// TableMiB is the size of the transposition table, rounded down to a
	// power of two; default 16.
	TableMiB int
	// Noise is how much evaluations vary, in centilogits either way, when the
	// request has a seed; default 7, too little to change much.
	Noise int
}

// New returns an alpha-beta engine for one game.
func New[P any, M game.Code, K Kernel[P, M]](opt Options) engine.Engine {
	if opt.TableMiB == 0 {
		opt.TableMiB = 16
	}
	if opt.Noise == 0 {
		opt.Noise = 7
	}
	return &alphaBeta[P, M, K]{table: newTable[M](opt.TableMiB), noise: noise{width: opt.Noise}}
}

// Search implements [engine.Engine].
func (s *alphaBeta[P, M, K]) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	root, ok := game.KernelOf[P](req.Position)
	if !ok {
		return engine.Info{}, fmt.Errorf("position %q: not of this engine's game", req.Position)
	}
	s.prepare(ctx, &root, req)
	s.frames[0].load(&root)
	if len(s.frames[0].moves) == 0 {
		return engine.Info{}, fmt.Errorf("position %q: %w", req.Position, engine.ErrOver)
	}
	return s.deepen(req), nil
}

// deepen searches to depth 1, 2, … and keeps the last answer. On a clock it
// does not go deeper late in its share of the time, nor when there is only one
// move.
func (s *alphaBeta[P, M, K]) deepen(req engine.Request) engine.Info {
	maxDepth := MaxDepth
	if req.Limits.Depth > 0 {
		maxDepth = min(maxDepth, req.Limits.Depth)
	}
	best := engine.Info{Line: []game.Move{game.Move(s.frames[0].moves[0].String())}}
	for depth := 1; depth <= maxDepth && !s.stopped; depth++ {
		s.aspire(depth, &best)
		best.Nodes, best.Time = s.nodes, time.Since(s.start)
		if s.stopped {
			break
		}
		best.Depth = depth
		if req.Report != nil {
			req.Report(best)
		}
		if plies, ok := best.Score.Proven(); ok && depth >= max(plies, -plies) {
			break
		}
		if soft := s.budget.soft; soft > 0 && (best.Time >= soft || len(s.frames[0].moves) == 1) {
			break
		}
	}
	return best
}

// aspire searches to one depth, at first with a narrow window around the last
// score, which is widened on the side where the score falls out. Each line
// found goes into best; when the search is stopped, that of the best move
// among those it could finish.
func (s *alphaBeta[P, M, K]) aspire(depth int, best *engine.Info) {
	alpha, beta := -infinite, infinite
	width := engine.Score(aspiration)
	if _, proven := best.Score.Proven(); depth > 2 && !proven {
		alpha, beta = best.Score-width, best.Score+width
	}
	for {
		s.frames[0].line = s.frames[0].line[:0]
		score := s.visit(0, depth, alpha, beta)
		if line := s.frames[0].line; len(line) > 0 {
			best.Score, best.Line = score, texts(line)
		}
		if s.stopped || alpha < score && score < beta {
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
