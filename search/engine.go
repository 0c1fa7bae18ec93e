package search

import (
	"cmp"
	"context"
	"fmt"
	"sync"

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

// Settler is an optional ability of a kernel: to see that the result is
// certain without search. winners is nobody where it does not see that; the
// game then lasts no longer than plies plies.
type Settler interface {
	Settled() (winners game.Seats, plies int)
}

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

// New returns an alpha-beta engine for one game.
func New[P any, M game.Code, K Kernel[P, M]](opt Options) engine.Engine {
	e := &alphaBeta[P, M, K]{
		table:   newTable[M](cmp.Or(opt.TableMiB, 16)),
		workers: make([]*worker[P, M, K], max(opt.Threads, 1)),
		noise:   cmp.Or(opt.Noise, 7),
	}
	for i := range e.workers {
		e.workers[i] = &worker[P, M, K]{table: &e.table, margin: opt.Margin}
	}
	return e
}

// alphaBeta is an engine. Its workers search the same tree and tell each other
// what they find through the table alone, which keeps all of them busy (lazy
// SMP). The first worker answers; what the others finish sooner, it finds in
// the table.
type alphaBeta[P any, M game.Code, K Kernel[P, M]] struct {
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
