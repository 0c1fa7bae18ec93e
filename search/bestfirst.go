package search

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"thera/engine"
	"thera/game"
)

// NewTree returns a best-first engine for one game. It grows a tree of turns,
// or of half turns where the evaluation knows these, always at the leaf that is
// most worth it, and evaluates each new node instead of playing on at random
// (PUCT, Rosin 2011). What is known of a node is half the mean of all leaves
// below it, half what the seats can hold each other to by them (implicit
// minimax, Lanctot et al. 2014).
//
// Of the options it heeds TableMiB, the memory for the tree, Threads and
// Noise. What it has found out below the position of the next request is kept
// for that.
//
// Its nodes are evaluations, its depth is the length of the principal
// variation: a limit on depth ends the search when the line is that long.
func NewTree[P any, M game.Code, K game.Kernel[P, M]](eval Evaluation[P, M], opt Options) engine.Engine {
	b := &bestFirst[P, M, K]{
		eval:     eval,
		halved:   eval.First != nil,
		tree:     newTree[M](cmp.Or(opt.TableMiB, 16)),
		climbers: make([]climber[P, M, K], max(opt.Threads, 1)),
		width:    cmp.Or(opt.Noise, 7),
	}
	for i := range b.climbers {
		b.climbers[i].bestFirst = b
	}
	return b
}

// bestFirst is an engine. Its climbers share the tree: who is in it holds the
// lock, and lets go of it to evaluate.
type bestFirst[P any, M game.Code, K game.Kernel[P, M]] struct {
	*run
	eval Evaluation[P, M]
	tree tree[M]
	// halved reports whether every other layer of the tree is of half turns,
	// the children of the root first.
	halved bool
	width  int // of the noise
	root   P
	seats  game.Seats // that are in play at the root

	climbers []climber[P, M, K]
	moves    []M
	turns    []int32
	line     []M
	trail    [maxFollow + 1]stop[P]

	sync.Mutex // held by who uses the tree or what follows
	evaluated  uint64
	told       uint64 // the part of evaluated that the run knows of
	nextCheck  uint64 // how many are evaluated when to look at the limits
	answered   bool   // there is a turn to play
	exhausted  bool   // no node is to be evaluated any more
	answer     engine.Info
	reported   struct {
		move  M
		depth int
	}
}

// Search implements [engine.Engine].
func (b *bestFirst[P, M, K]) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	root, ok := game.KernelOf[P](req.Position)
	if !ok {
		return engine.Info{}, fmt.Errorf("position %q: not of this engine's game", req.Position)
	}
	b.moves = K(&root).AppendMoves(b.moves[:0])
	if len(b.moves) == 0 {
		return engine.Info{}, fmt.Errorf("position %q: %w", req.Position, engine.ErrOver)
	}
	only := len(b.moves) == 1
	b.seats = req.Position.Seats()
	r := newRun(ctx, req, K(&root).Turn(), b.width)
	b.prepare(r, &root)
	var others sync.WaitGroup
	for i := range b.climbers[1:] {
		others.Go(b.climbers[i+1].climb)
	}
	for done := false; !done; {
		if b.climbers[0].grow() {
			done = b.check(req, only)
		}
	}
	r.stopped.Store(true)
	others.Wait()
	return b.answer, nil
}

// prepare begins a run, with what is known of the position if it is.
func (b *bestFirst[P, M, K]) prepare(r *run, root *P) {
	b.answered = b.run != nil && b.seat == r.seat && b.noise == r.noise && b.follow(K(root).Hash(), r.seat)
	if !b.answered {
		b.tree.reset()
	}
	b.run, b.root = r, *root
	b.evaluated, b.told, b.nextCheck, b.exhausted = 0, 0, 0, false
	b.reported.depth = 0
}

// solved reports whether the result is proven.
func (b *bestFirst[P, M, K]) solved() bool { return b.tree.nodes[0].proof != 0 }

// finished reports whether there is no more to be done at all.
func (b *bestFirst[P, M, K]) finished() bool { return b.exhausted || b.solved() }

// due reports whether to look at the limits: never before there is an answer.
func (b *bestFirst[P, M, K]) due() bool {
	return b.answered && (b.evaluated >= b.nextCheck || b.finished())
}

// check tells the run how far the search has come and reports what is new. It
// returns whether the search is done. On a clock it goes on late in its share
// of the time only while the turn tried most is not the one that looks best,
// and not at all when there is only one turn.
func (b *bestFirst[P, M, K]) check(req engine.Request, only bool) (done bool) {
	b.Lock()
	defer b.Unlock()
	left := b.look(b.evaluated - b.told)
	b.told = b.evaluated
	b.nextCheck = b.evaluated + left
	b.line = b.variation(b.favorite(0), b.line[:0])
	b.exhausted = left == 0 || b.finished() || len(b.line) == maxDepth(b.limits) ||
		b.budget.soft > 0 && (only || b.late(b.budget.soft) && b.settled())
	if b.exhausted || req.Report != nil && b.improved() {
		lines := b.lines(req.Lines)
		b.answer = lines[0]
		if req.Report != nil {
			for _, line := range lines {
				req.Report(line)
			}
		}
	}
	return b.exhausted
}
