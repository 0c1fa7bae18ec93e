package alphabeta

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"thera/engine"
	"thera/game"
	"thera/search"
)

// New returns an engine that uses an evaluation, except for its functions for
// turns in two parts.
//
// Its nodes are positions visited; its depth is that of the last completed
// search. The table is kept from one search to the next.
func New[P any, M game.Code, K game.Kernel[P, M]](eval search.Evaluation[P, M], opt search.Options) engine.Engine {
	opt = opt.WithDefaults()
	e := &alphaBeta[P, M, K]{
		table:   newTable[M](opt.TableMiB),
		workers: make([]*worker[P, M, K], opt.Threads),
		noise:   opt.Noise,
	}
	reductions := newReductions(opt.Constants)
	for i := range e.workers {
		e.workers[i] = &worker[P, M, K]{eval: eval.ForGoroutine(), table: &e.table, opt: opt, reductions: reductions}
	}
	return e
}

// alphaBeta is an engine. Its workers search the same tree and share findings
// only through the table. The first worker answers; what the others find
// sooner, it finds in the table.
type alphaBeta[P any, M game.Code, K game.Kernel[P, M]] struct {
	table   table[M]
	workers []*worker[P, M, K]
	noise   int
}

// Search implements [engine.Engine].
func (e *alphaBeta[P, M, K]) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	t, err := search.NewTask[P, M, K](ctx, req, e.noise)
	if err != nil {
		return engine.Info{}, err
	}
	e.table.advance()
	for _, w := range e.workers {
		w.prepare(t)
	}
	var others sync.WaitGroup
	for i, w := range e.workers[1:] {
		others.Go(func() { w.help(t, i) })
	}
	defer others.Wait() // even if the evaluation panics
	defer t.Meter.Stop()
	info := e.workers[0].answer(t)
	t.Meter.Stop()
	others.Wait()
	info.Nodes = 0
	for _, w := range e.workers {
		info.Nodes += w.count.Nodes
	}
	return info, nil
}

// Forget implements [engine.Forgetter].
func (e *alphaBeta[P, M, K]) Forget() bool {
	e.table.clear()
	for _, w := range e.workers {
		w.history = history{}
	}
	return true
}

// answer searches to depth 1, 2, … and returns the best line of the last
// completed depth. If only one line is wanted it returns what it has found of
// the next depth; several would then come from different depths. On a clock it
// does not go deeper late in its turn's time, nor if there is only one move.
func (w *worker[P, M, K]) answer(t *search.Task[P, M]) engine.Info {
	lines := make([]engine.Info, t.Lines)
	for i := range lines {
		lines[i].Line = game.MovesOf(t.Moves[i])
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

// searchLines searches to one depth for each line, for the best of the remaining moves.
func (w *worker[P, M, K]) searchLines(t *search.Task[P, M], depth int, lines []engine.Info) {
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
func (w *worker[P, M, K]) help(t *search.Task[P, M], number int) {
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
	aspirationGrowth = 4 // factor by which it widens when the score falls outside
	// aspirationMax is the largest half-width in first half-widths; beyond it the window
	// is open.
	aspirationMax = aspirationGrowth * aspirationGrowth
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
	width := engine.Score(w.opt.Constants.AspirationWidth)
	most := width * aspirationMax
	if _, proven := best.Score.Proven(); depth >= aspirationDepth && !proven {
		alpha, beta = best.Score-width, best.Score+width
	}
	for {
		w.frames[0].line = w.frames[0].line[:0]
		score := w.searchMoves(0, depth, alpha, beta, w.reported)
		if line := w.frames[0].line; len(line) > 0 {
			best.Line = game.MovesOf(line...)
			// A loss after some of the moves says nothing about the others.
			if !w.stopped || !score.Lost() {
				best.Score = score
			}
		}
		if w.stopped || alpha < score && score < beta {
			return
		}
		if width *= aspirationGrowth; width > most {
			width = infinite
		}
		if score <= alpha {
			alpha = max(score-width, -infinite)
		} else {
			beta = min(score+width, infinite)
		}
	}
}

// infinite exceeds any score.
const infinite = engine.Score(1 << 15)

// worker searches with memory of its own: its frames hold all that nodes need, so nothing
// is allocated during a search. Workers of one engine share the table and the meter.
type worker[P any, M game.Code, K game.Kernel[P, M]] struct {
	// Constant for all searches.
	eval       search.Evaluation[P, M]
	table      *table[M]
	opt        search.Options
	reductions *reductions

	// Constant during a search.
	rootSeat game.Seat  // to move at the root
	rootSide game.Seats // that seat and its partners
	salt     uint64     // see prepare
	noise    search.Noise

	depth   int            // of the current iteration, in plies from the root
	count   engine.Counter // of nodes
	stopped bool           // results are meaningless from now on
	// reported are the root's moves whose lines of this depth are known, when
	// several lines are wanted.
	reported []M
	history  history
	frames   [search.MaxDepth + 1]frame[P, M]
	// bestEffort is how many nodes the best root move took in the last search.
	bestEffort uint64
}

// frame is what the node at one ply works with. A move is played on a copy of
// the position in the next frame, so it need not be undone. The slices keep
// their capacity from node to node.
type frame[P any, M game.Code] struct {
	pos        P
	moves      []M
	forced     bool // moves holds the forced moves, see listForced
	priorities []int32
	keys       []int64 // see heap
	handedOut  []M     // handed out before all were listed
	killers    [2]M
	line       []M  // principal variation from here
	singular   [1]M // the move left out by singularExtension
}

func (w *worker[P, M, K]) prepare(t *search.Task[P, M]) {
	w.rootSeat, w.rootSide, w.noise = t.Seat, game.Only(t.Seat), t.Noise
	// The table's scores are for the side to move. With more than two seats
	// they also depend on the seat that all others play against, so keys are
	// hashes salted with the root seat.
	w.salt = game.Mix(uint64(t.Seat))
	w.count, w.stopped = t.Meter.Counter(), false
	w.history.age()
	for i := range w.frames {
		w.frames[i].killers = [2]M{}
		w.frames[i].line = w.frames[i].line[:0]
	}
	f := &w.frames[0]
	f.pos = t.Root
	if side, ok := any(K(&f.pos)).(game.Allied); ok {
		w.rootSide = side.Allies(t.Seat)
	}
	f.moves = append(f.moves[:0], t.Moves...)
}

// listForced lists the forced moves of a frame's position and reports whether
// there are any.
func (w *worker[P, M, K]) listForced(f *frame[P, M]) bool {
	if w.eval.Forced == nil {
		return false
	}
	f.moves = w.eval.Forced(&f.pos, f.moves[:0])
	f.forced = len(f.moves) > 0
	return f.forced
}

func (w *worker[P, M, K]) rootToMove(p K) bool { return w.rootSide.Has(p.Turn()) }

// evaluate returns the estimate for the side to move.
func (w *worker[P, M, K]) evaluate(p K) engine.Score {
	score := engine.Estimate(w.eval.Evaluate(p, w.rootSeat) + w.noise.Of(p.Hash()))
	if !w.rootToMove(p) {
		return -score
	}
	return score
}

// result returns the score, for the side to move, of a game that ends at that ply from the root.
func (w *worker[P, M, K]) result(p K, winners game.Seats, plies int) engine.Score {
	if winners.Has(w.rootSeat) == w.rootToMove(p) {
		return engine.WinIn(plies)
	}
	return engine.LossIn(plies)
}
