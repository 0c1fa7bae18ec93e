package alphabeta

import (
	"context"
	"sync"

	"thera/engine"
	"thera/game"
	"thera/search"
	"thera/search/internal/task"
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
	for i := range e.workers {
		e.workers[i] = &worker[P, M, K]{eval: eval, table: &e.table, reverseFutilityMargin: opt.ReverseFutilityMargin, lateMoveWidth: opt.LateMoveWidth, pvWidthFactor: opt.PVWidthFactor}
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
	t, err := task.New[P, M, K](ctx, req, e.noise)
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
	info := e.workers[0].answer(t)
	t.Meter.Stop()
	others.Wait()
	info.Nodes = 0
	for _, w := range e.workers {
		info.Nodes += w.count.Nodes
	}
	return info, nil
}
