package search

import (
	"context"
	"time"

	"thera/engine"
	"thera/game"
)

// MaxDepth is the deepest search in plies.
const MaxDepth = 128

const infinite = engine.Score(1 << 15)

// alphaBeta is the state of one engine. All memory that nodes need is kept in
// the frames, one for each ply.
type alphaBeta[P any, M game.Code, K Kernel[P, M]] struct {
	table   table[M]
	history history
	frames  [MaxDepth + 1]frame[P, M, K]

	seat  game.Seat // to move at the root
	nodes uint64
	noise noise

	ctx       context.Context
	start     time.Time
	limits    engine.Limits
	budget    budget
	nextCheck uint64
	stopped   bool
}

// frame is what a node at one ply works with.
type frame[P any, M game.Code, K Kernel[P, M]] struct {
	pos     P
	moves   []M
	guesses []int32
	keys    []int64 // see picker
	killers [2]M
	line    []M // principal variation from here
}

func (f *frame[P, M, K]) load(p *P) {
	f.pos = *p
	f.moves = K(&f.pos).AppendMoves(f.moves[:0])
}

func (s *alphaBeta[P, M, K]) prepare(ctx context.Context, root *P, req engine.Request) {
	s.ctx, s.limits, s.start = ctx, req.Limits, time.Now()
	s.seat = K(root).Turn()
	s.budget = newBudget(req.Limits.Clocks[s.seat])
	s.nodes, s.nextCheck, s.stopped = 0, 0, false
	s.noise.seed = req.Seed
	s.table.advance()
	s.history.age()
	for i := range s.frames {
		s.frames[i].killers = [2]M{}
		s.frames[i].line = s.frames[i].line[:0]
	}
}

// search returns the score of the position in the frame of the given ply for
// the side to move: the exact value inside the window, a bound outside it.
// After the search has been stopped its result means nothing.
func (s *alphaBeta[P, M, K]) search(ply, depth int, alpha, beta engine.Score) engine.Score {
	f := &s.frames[ply]
	f.line = f.line[:0]
	s.nodes++
	if s.nodes >= s.nextCheck {
		s.check()
	}
	if s.stopped {
		return 0
	}
	p := K(&f.pos)
	if winners := p.Winners(); winners != 0 {
		if s.wins(winners, p.Turn()) {
			return engine.WinIn(ply)
		}
		return engine.LossIn(ply)
	}
	if depth <= 0 || ply >= MaxDepth {
		return s.evaluate(p)
	}
	// No line from here can be better than winning with the next move, nor
	// worse than having lost already.
	alpha, beta = max(alpha, engine.LossIn(ply)), min(beta, engine.WinIn(ply+1))
	if alpha >= beta {
		return alpha
	}
	return s.visit(ply, depth, alpha, beta)
}

// visit searches the moves of a node that is not over.
func (s *alphaBeta[P, M, K]) visit(ply, depth int, alpha, beta engine.Score) engine.Score {
	f := &s.frames[ply]
	p := K(&f.pos)
	key := p.Hash() ^ s.view()
	entry, hit := s.table.probe(key)
	if hit && ply > 0 {
		if score, ok := entry.cut(ply, depth, alpha, beta); ok {
			return score
		}
	}
	f.moves = p.AppendMoves(f.moves[:0])
	order := s.rank(f, entry.move, hit)

	mine := s.mine(p)
	best, bestMove, bound := -infinite, f.moves[0], upper
	for i := 0; ; i++ {
		index, ok := order.next()
		if !ok {
			break
		}
		m := f.moves[index]
		score := s.try(ply, depth, i, m, mine, alpha, beta)
		if s.stopped {
			break
		}
		if score <= best {
			continue
		}
		best, bestMove = score, m
		if score > alpha {
			alpha, bound = score, exact
			f.line = append(append(f.line[:0], m), s.frames[ply+1].line...)
		}
		if score >= beta {
			bound = lower
			s.refuted(f, m, depth)
			break
		}
	}
	if !s.stopped {
		s.table.store(key, bestMove, best, ply, depth, bound)
	}
	return best
}

// try plays the i-th move in order and searches what follows: the first with
// the full window, the others first with a null window that only asks whether
// they are better (principal variation search), and late ones less deeply.
func (s *alphaBeta[P, M, K]) try(ply, depth, i int, m M, mine bool, alpha, beta engine.Score) engine.Score {
	child := &s.frames[ply+1]
	child.pos = s.frames[ply].pos
	K(&child.pos).Play(m)
	same := s.mine(K(&child.pos)) == mine
	below := func(depth int, alpha, beta engine.Score) engine.Score {
		if same {
			return s.search(ply+1, depth, alpha, beta)
		}
		return -s.search(ply+1, depth, -beta, -alpha)
	}
	if i == 0 {
		return below(depth-1, alpha, beta)
	}
	if r := reduction(depth, i); r > 0 {
		if score := below(depth-1-r, alpha, alpha+1); score <= alpha || s.stopped {
			return score
		}
	}
	score := below(depth-1, alpha, alpha+1)
	if score > alpha && score < beta && !s.stopped {
		score = below(depth-1, alpha, beta)
	}
	return score
}

// reduction is how many plies less deeply the i-th move in order is searched.
func reduction(depth, i int) int {
	switch {
	case depth < 3 || i < 8:
		return 0
	case i < 40 || depth < 4:
		return 1
	}
	return 2
}

// mine reports whether the seat at the root is to move.
func (s *alphaBeta[P, M, K]) mine(p K) bool { return p.Turn() == s.seat }

// wins reports whether winners are on the side of turn.
func (s *alphaBeta[P, M, K]) wins(winners game.Seats, turn game.Seat) bool {
	return winners.Has(s.seat) == (turn == s.seat)
}

// view distinguishes table entries by what they depend on beside the
// position: with more than two seats, the seat that all others play against.
func (s *alphaBeta[P, M, K]) view() uint64 { return game.Mix(uint64(s.seat)) }

func (s *alphaBeta[P, M, K]) evaluate(p K) engine.Score {
	score := engine.Estimate(p.Evaluate(s.seat) + s.noise.of(p.Hash()))
	if !s.mine(p) {
		return -score
	}
	return score
}

// noise varies evaluations by up to width centilogits either way, always the
// same for a position and a seed. Seed 0 is no noise.
type noise struct {
	seed  uint64
	width int
}

func (n noise) of(hash uint64) int {
	if n.seed == 0 {
		return 0
	}
	return int(game.Mix(n.seed^hash)%uint64(2*n.width+1)) - n.width
}

// check stops the search when a limit is reached and says when to look again.
func (s *alphaBeta[P, M, K]) check() {
	const interval = 512
	s.nextCheck = s.nodes + interval
	if n := s.limits.Nodes; n > 0 {
		if s.nodes > n {
			s.stopped = true
		}
		s.nextCheck = min(s.nextCheck, n+1)
	}
	spent := time.Since(s.start)
	if s.ctx.Err() != nil || s.limits.Time > 0 && spent >= s.limits.Time || s.budget.hard > 0 && spent >= s.budget.hard {
		s.stopped = true
	}
}
