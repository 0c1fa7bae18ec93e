package tree

import (
	"context"
	"math"
	"sync"

	"thera/engine"
	"thera/game"
	"thera/search"
	"thera/search/internal/task"
)

// New returns an engine that uses an evaluation's Evaluate and its functions
// for turns in two parts. Of the options it uses TableMiB, Threads and Noise.
//
// Its nodes are evaluations; its depth is the length of the principal
// variation, and a limit on depth ends the search when the line is that long.
func New[P any, M game.Code, K game.Kernel[P, M]](eval search.Evaluation[P, M], opt search.Options) engine.Engine {
	opt = opt.WithDefaults()
	b := &bestFirst[P, M, K]{
		eval:     eval,
		twoParts: eval.First != nil,
		noise:    opt.Noise,
		tree:     newTree[M](opt.TableMiB),
		workers:  make([]worker[P, M, K], opt.Threads),
	}
	for i := range b.workers {
		b.workers[i].engine = b
	}
	return b
}

// bestFirst is an engine. Its workers share the tree: they hold the lock except
// while they evaluate.
type bestFirst[P any, M game.Code, K game.Kernel[P, M]] struct {
	eval search.Evaluation[P, M]
	// twoParts reports whether turns are searched in two parts. Then every other layer of
	// the tree consists of first parts, beginning with the root's children.
	twoParts bool
	noise    int
	workers  []worker[P, M, K]

	lock sync.Mutex // held while using what follows
	task *task.Task[P, M]
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
	t, err := task.New[P, M, K](ctx, req, b.noise)
	if err != nil {
		return engine.Info{}, err
	}
	b.prepare(t)
	var others sync.WaitGroup
	for i := range b.workers[1:] {
		others.Go(b.workers[i+1].run)
	}
	for done := false; !done; {
		if b.workers[0].grow() {
			done = b.checkLimits()
		}
	}
	t.Meter.Stop()
	others.Wait()
	return b.answer, nil
}

// prepare begins a search. It keeps what the last search found out about the
// position if the same seat asks again, with the same noise.
func (b *bestFirst[P, M, K]) prepare(t *task.Task[P, M]) {
	b.hasAnswer = b.task != nil && b.task.Seat == t.Seat && b.task.Noise == t.Noise && b.reuse(t)
	if !b.hasAnswer {
		b.tree.reset()
	}
	b.task = t
	b.severalSides = sides[P, M](K(&t.Root), t.Seats) > 2
	b.evaluated, b.metered, b.nextCheck, b.isStopped = 0, 0, 0, false
	b.reported.depth = 0
}

// isProven reports whether the result is proven.
func (b *bestFirst[P, M, K]) isProven() bool { return b.tree.nodes[0].proof != 0 }

// isFinished reports whether there is nothing left to do.
func (b *bestFirst[P, M, K]) isFinished() bool { return b.isStopped || b.isProven() }

// isCheckDue reports whether to check the limits, which never happens before
// there is an answer.
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
