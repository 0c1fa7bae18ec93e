package search

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"thera/engine"
	"thera/game"
)

// Options configures an engine. The zero value of each field means its default.
type Options struct {
	// TableMiB is the size of the transposition table, rounded down to a
	// power of two; default 16.
	TableMiB int
	// Threads is how many goroutines search; default 1. With more, equal
	// requests may get different answers.
	Threads int
	// Margin is how far an estimate may change in a ply, in centilogits, for
	// the better of who is not to move: a node estimated to be that much too
	// good for every ply yet to search is not searched. 0 searches all.
	Margin int
	// Noise is how much evaluations vary, in centilogits either way, when the
	// request has a seed; default 7, too little to change much.
	Noise int
}

// New returns an alpha-beta engine that judges positions by an evaluation.
func New[P any, M game.Code, K game.Kernel[P, M]](eval Evaluation[P, M], opt Options) engine.Engine {
	e := &alphaBeta[P, M, K]{
		table:   newTable[M](cmp.Or(opt.TableMiB, 16)),
		workers: make([]*worker[P, M, K], max(opt.Threads, 1)),
		noise:   cmp.Or(opt.Noise, 7),
	}
	for i := range e.workers {
		e.workers[i] = &worker[P, M, K]{eval: eval, table: &e.table, margin: opt.Margin}
	}
	return e
}

// alphaBeta is an engine. Its workers search the same tree and tell each other
// what they find through the table alone, which keeps all of them busy (lazy
// SMP). The first worker answers; what the others finish sooner, it finds in
// the table.
type alphaBeta[P any, M game.Code, K game.Kernel[P, M]] struct {
	table   table[M]
	workers []*worker[P, M, K]
	noise   int
}

// Search implements [engine.Engine].
func (e *alphaBeta[P, M, K]) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	root, ok := game.KernelOf[P](req.Position)
	if !ok {
		return engine.Info{}, fmt.Errorf("position %q: not of this engine's game", req.Position)
	}
	r := newRun(ctx, req, K(&root).Turn(), e.noise)
	for _, w := range e.workers {
		w.prepare(r, &root)
	}
	first := e.workers[0]
	if len(first.frames[0].moves) == 0 {
		return engine.Info{}, fmt.Errorf("position %q: %w", req.Position, engine.ErrOver)
	}
	e.table.advance()
	var others sync.WaitGroup
	for i, w := range e.workers[1:] {
		others.Go(func() { w.accompany(i) })
	}
	info := first.deepen(req)
	r.stopped.Store(true)
	others.Wait()
	info.Nodes = 0
	for _, w := range e.workers {
		info.Nodes += w.nodes
	}
	return info, nil
}
