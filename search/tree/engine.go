package tree

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"thera/engine"
	"thera/game"
	"thera/search"
)

// New returns an engine that uses an evaluation's Evaluate and its functions
// for turns in two parts. Of the options it uses TableMiB, Threads and Noise.
//
// Its nodes are evaluations; its depth is the length of the principal
// variation, and a limit on depth ends the search when the line is that long.
func New[P any, M game.Code, K game.Kernel[P, M]](eval search.Evaluation[P, M], opt search.Options) engine.Engine {
	opt = opt.WithDefaults()
	b := &bestFirst[P, M, K]{
		twoParts: eval.First != nil,
		noise:    opt.Noise,
		tree:     newTree[M](opt.TableMiB),
		workers:  make([]worker[P, M, K], opt.Threads),
	}
	for i := range b.workers {
		b.workers[i].engine, b.workers[i].eval = b, eval.ForGoroutine()
	}
	return b
}

// bestFirst is an engine. Its workers share the tree, and unlock it while they evaluate.
type bestFirst[P any, M game.Code, K game.Kernel[P, M]] struct {
	// twoParts reports whether turns are searched in two parts. Then every other layer of
	// the tree consists of first parts, beginning with the root's children.
	twoParts bool
	noise    int
	workers  []worker[P, M, K]

	lock sync.Mutex // held while using what follows
	task *search.Task[P, M]
	// severalSides reports whether there are more than two sides. The seats of two
	// teams, whose turns alternate, are two sides.
	severalSides bool
	tree         tree[M]
	trail        [maxReuseTurns + 1]trailPosition[P] // see reuse
	turns        []int32                             // see favorite
	line         []M                                 // the principal variation

	evaluated uint64 // the nodes of this search
	metered   uint64 // the part of evaluated counted by the meter
	nextCheck uint64 // value of evaluated at which to check the limits
	hasAnswer bool   // there is a turn to play
	isStopped bool   // no more nodes are to be evaluated

	answer   engine.Info
	reported struct { // last
		move  M
		depth int
	}
}

// Search implements [engine.Engine].
func (b *bestFirst[P, M, K]) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	t, err := search.NewTask[P, M, K](ctx, req, b.noise)
	if err != nil {
		return engine.Info{}, err
	}
	b.prepare(t)
	var others sync.WaitGroup
	for i := range b.workers[1:] {
		others.Go(b.workers[i+1].run)
	}
	// They end with the search even if it panics.
	defer others.Wait()
	defer t.Meter.Stop()
	for done := false; !done; {
		if b.workers[0].grow() {
			done = b.checkLimits()
		}
	}
	return b.answer, nil
}

// Forget implements [engine.Forgetter].
func (b *bestFirst[P, M, K]) Forget() bool {
	b.task = nil
	return true
}

// prepare begins a search. It keeps what the last search found out about the
// position if the same seat asks again, with the same noise.
func (b *bestFirst[P, M, K]) prepare(t *search.Task[P, M]) {
	b.hasAnswer = b.task != nil && b.task.Seat == t.Seat && b.task.Noise == t.Noise && b.reuse(t)
	if !b.hasAnswer {
		b.tree.reset()
	}
	b.task = t
	b.severalSides = sides[P, M](K(&t.Root), t.Seats) > 2
	b.evaluated, b.metered, b.nextCheck, b.isStopped = 0, 0, 0, false
	b.reported.depth = 0
}

func (b *bestFirst[P, M, K]) isProven() bool { return b.tree.nodes[0].proof != 0 }

func (b *bestFirst[P, M, K]) isFinished() bool { return b.isStopped || b.isProven() }

// isCheckDue reports whether to check the limits, never before there is an answer.
func (b *bestFirst[P, M, K]) isCheckDue() bool {
	return b.hasAnswer && (b.evaluated >= b.nextCheck || b.isFinished())
}

// checkInterval is the largest number of evaluations between two checks of the
// limits, some milliseconds. It is a constant because searches with equal
// requests must check, and report, at equal nodes.
const checkInterval = 512

// checkLimits checks the limits, reports what is new, and returns whether the
// search is done. On a clock the search continues late in the turn's time only
// while it isn't stable, and ends at once if there is only one turn.
func (b *bestFirst[P, M, K]) checkLimits() (done bool) {
	b.lock.Lock()
	defer b.lock.Unlock()
	t := b.task
	stop := t.Meter.Count(b.evaluated - b.metered)
	b.metered = b.evaluated
	b.nextCheck = b.evaluated + min(checkInterval, t.Meter.NodesLeft())
	b.line = b.variation(b.favorite(0), b.line[:0])
	b.isStopped = stop || b.isFinished() || len(b.line) == t.Depth ||
		t.Budget.Soft > 0 && (len(t.Moves) == 1 || t.Meter.HasSpent(t.Budget.Soft) && b.isStable())
	if b.isStopped || t.WantsReports() && b.improved() {
		lines := b.lines()
		b.answer = lines[0]
		t.Report(lines)
	}
	return b.isStopped
}

// nodesLeft returns how many more evaluations the limit on nodes allows. There
// is no limit before the first answer.
func (b *bestFirst[P, M, K]) nodesLeft() uint64 {
	if !b.hasAnswer || b.task.Nodes == 0 {
		return math.MaxUint64
	}
	return b.task.Nodes - min(b.evaluated, b.task.Nodes)
}

// worker grows an engine's tree together with other workers. It keeps the memory that it
// needs for a node, so that nothing is allocated while it searches.
type worker[P any, M game.Code, K game.Kernel[P, M]] struct {
	engine    *bestFirst[P, M, K]
	eval      search.Evaluation[P, M]
	pos       P           // at the current end of the path
	path      []int32     // nodes from the root down
	choosers  []game.Seat // the seats that chose them; at the root, the seat to move
	next      P           // position after one more turn
	moves     []M
	estimates []int
	children  []node[M]
}

// run grows the tree until the search is stopped.
func (w *worker[P, M, K]) run() {
	for !w.engine.task.Meter.Stopped() {
		w.grow()
	}
}

// grow visits one more leaf: it descends by the most promising children, expands the leaf
// and backs up the result. With turns of two parts the descent ends when a turn is
// complete. It reports whether it is time to check the limits.
//
// All of it happens under the engine's lock, except the evaluation of new
// children, which takes nearly all of the time (see expand).
//
// A visit counts from its beginning, before anything is known of it, so that
// other workers choose something else meanwhile.
func (w *worker[P, M, K]) grow() (due bool) {
	b := w.engine
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.isFinished() {
		return b.isCheckDue()
	}
	w.pos = b.task.Root
	w.path, w.choosers = w.path[:0], append(w.choosers[:0], b.task.Seat)
	// begun says that at is the first part of a turn.
	for at, begun := int32(0), false; ; {
		w.path = append(w.path, at)
		b.tree.nodes[at].visits++
		if b.tree.nodes[at].count == 0 {
			if !w.expand(at, begun) {
				break
			}
			if begun || !b.twoParts {
				w.backUp()
				break
			}
		}
		w.choosers = append(w.choosers, K(&w.pos).Turn())
		at = b.tree.choose(at)
		begun = b.twoParts && !begun
		if !begun {
			K(&w.pos).Play(b.tree.nodes[at].move)
		}
	}
	return b.isCheckDue()
}

// undoVisits undoes the visits of a descent that failed.
func (w *worker[P, M, K]) undoVisits() {
	for _, at := range w.path {
		w.engine.tree.nodes[at].visits--
	}
}

// lines returns the best lines, as many as are wanted and known.
func (b *bestFirst[P, M, K]) lines() []engine.Info {
	b.turns = b.appendTurns(0, b.turns[:0])
	b.sort(b.turns)
	lines := make([]engine.Info, max(1, min(b.task.Lines, len(b.turns))))
	firsts := append([]int32(nil), b.turns[:len(lines)]...)
	for rank, at := range firsts {
		b.line = b.variation(at, b.line[:0])
		lines[rank] = engine.Info{
			Score: b.tree.nodes[at].score(),
			Depth: len(b.line),
			Nodes: b.evaluated,
			Time:  b.task.Meter.Time(),
			Rank:  rank,
			Line:  game.MovesOf(b.line...),
		}
	}
	return lines
}

// improved reports whether the line is deeper than the last one reported or
// starts with another move, and marks it as reported.
func (b *bestFirst[P, M, K]) improved() bool {
	if b.line[0] == b.reported.move && len(b.line) <= b.reported.depth {
		return false
	}
	b.reported.move, b.reported.depth = b.line[0], len(b.line)
	return true
}

// sort puts the most preferred turns first.
func (b *bestFirst[P, M, K]) sort(turns []int32) {
	slices.SortFunc(turns, func(x, y int32) int {
		return cmp.Or(cmp.Compare(b.tree.nodes[y].preference(), b.tree.nodes[x].preference()), cmp.Compare(x, y))
	})
}

// favorite returns the most preferred turn from a node at which a turn begins,
// 0 if none has been searched.
func (b *bestFirst[P, M, K]) favorite(at int32) (best int32) {
	b.turns = b.appendTurns(at, b.turns[:0])
	for _, turn := range b.turns {
		if best == 0 || b.tree.nodes[turn].preference() > b.tree.nodes[best].preference() {
			best = turn
		}
	}
	return best
}

// isStable reports whether the most visited turn is also the one with the best
// value. If not, more time may change the answer.
func (b *bestFirst[P, M, K]) isStable() bool {
	favorite := b.tree.nodes[b.favorite(0)].value()
	return !slices.ContainsFunc(b.turns, func(turn int32) bool {
		n := &b.tree.nodes[turn]
		return n.proof == 0 && n.value() > favorite
	})
}

// appendTurns appends the listed turns from a node at which a turn begins.
func (b *bestFirst[P, M, K]) appendTurns(at int32, turns []int32) []int32 {
	for i := range b.tree.nodes[at].count {
		child := b.tree.nodes[at].first + i
		if !b.twoParts {
			turns = append(turns, child)
			continue
		}
		part := &b.tree.nodes[child]
		for j := range part.count {
			turns = append(turns, part.first+j)
		}
	}
	return turns
}

// variation appends the expected play from a turn on, inclusive, up to the depth limit.
func (b *bestFirst[P, M, K]) variation(turn int32, line []M) []M {
	for ; turn != 0 && len(line) < b.task.Depth; turn = b.favorite(turn) {
		line = append(line, b.tree.nodes[turn].move)
	}
	return line
}
