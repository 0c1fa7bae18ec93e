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

// New returns an engine that judges positions by an evaluation, of which it
// uses Evaluate and the functions for turns in two parts. It takes all options
// but Margin.
//
// Its nodes are evaluations, its depth is the length of the principal
// variation: a limit on depth ends the search when the line is that long.
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

// bestFirst is an engine. Its workers share the tree: who is in it holds the
// lock, and releases it to evaluate.
type bestFirst[P any, M game.Code, K game.Kernel[P, M]] struct {
	eval search.Evaluation[P, M]
	// twoParts reports whether turns are played in two parts. Then every other
	// layer of the tree is of first parts, the children of the root first.
	twoParts bool
	noise    int
	workers  []worker[P, M, K]

	lock sync.Mutex // held by who uses what follows
	task *task.Task[P, M]
	// severalSides reports whether more than two seats play each for itself. The
	// seats of two teams, whose turns alternate, are two sides.
	severalSides bool
	tree         tree[M]
	trail        [maxReuse + 1]station[P] // see reuse
	turns        []int32                  // see favorite
	line         []M                      // the principal variation

	evaluated uint64 // the nodes of this search
	counted   uint64 // the part of evaluated that the meter knows of
	nextLook  uint64 // how many are evaluated when to look at the limits
	answered  bool   // there is a turn to play
	exhausted bool   // no node is to be evaluated any more

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
			done = b.look()
		}
	}
	t.Meter.Stop()
	others.Wait()
	return b.answer, nil
}

// prepare begins a search, with what the last one has found out about the
// position if the same seat asks again, with the same noise.
func (b *bestFirst[P, M, K]) prepare(t *task.Task[P, M]) {
	b.answered = b.task != nil && b.task.Seat == t.Seat && b.task.Noise == t.Noise && b.reuse(t)
	if !b.answered {
		b.tree.reset()
	}
	b.task = t
	b.severalSides = sides[P, M](K(&t.Root), t.Seats) > 2
	b.evaluated, b.counted, b.nextLook, b.exhausted = 0, 0, 0, false
	b.reported.depth = 0
}

// solved reports whether the result is proven.
func (b *bestFirst[P, M, K]) solved() bool { return b.tree.nodes[0].proof != 0 }

// finished reports whether there is no more to be done at all.
func (b *bestFirst[P, M, K]) finished() bool { return b.exhausted || b.solved() }

// due reports whether to look at the limits: never before there is an answer.
func (b *bestFirst[P, M, K]) due() bool {
	return b.answered && (b.evaluated >= b.nextLook || b.finished())
}

// longestLook is the most evaluations from one look at the limits to the next,
// some milliseconds. It is a fixed number, since a search of equal requests
// must look, and report, at equal nodes.
const longestLook = 512

// look tells the meter how far the search has come and reports what is new. It
// returns whether the search is done. On a clock it goes on late in its share
// of the time only while the turn tried most is not the one that looks best,
// and not at all when there is only one turn.
func (b *bestFirst[P, M, K]) look() (done bool) {
	b.lock.Lock()
	defer b.lock.Unlock()
	t := b.task
	stop := t.Meter.Count(b.evaluated - b.counted)
	b.counted = b.evaluated
	b.nextLook = b.evaluated + min(longestLook, t.Meter.Left())
	b.line = b.variation(b.favorite(0), b.line[:0])
	b.exhausted = stop || b.finished() || len(b.line) == t.Depth ||
		t.Budget.Soft > 0 && (len(t.Moves) == 1 || t.Meter.Late(t.Budget.Soft) && b.settled())
	if b.exhausted || t.Reports() && b.improved() {
		lines := b.lines()
		b.answer = lines[0]
		t.Report(lines)
	}
	return b.exhausted
}

// roomLeft returns how many more evaluations the limit on nodes allows. A first
// answer has to be found whatever the limit.
func (b *bestFirst[P, M, K]) roomLeft() uint64 {
	if !b.answered || b.task.Nodes == 0 {
		return math.MaxUint64
	}
	return b.task.Nodes - min(b.evaluated, b.task.Nodes)
}
