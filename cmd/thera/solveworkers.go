package main

import (
	"context"
	"fmt"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/cluster/queue"
	"thera/internal/site/jobs"
	"thera/internal/site/store/database"
)

// solveByWorkers has workers solve, and prints, even what interrupted work has
// found.
func (p *program) solveByWorkers(ctx context.Context, entry catalog.Entry, pos game.Position, f solveFlags) error {
	if f.all || f.certificate != "" || f.limits.nodes > 0 || f.threads > 1 {
		return usagef("--workers: want no --all, --certificate, --nodes and --threads beside it")
	}
	interrupt := ctx
	if f.limits.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.limits.time)
		defer cancel()
	}
	opt := jobs.ProofOptions{Nodes: f.question, MemoryMiB: f.memory, Journal: f.resume}
	if f.store != "" {
		if f.resume != "" {
			return usagef("--resume and --store: want only one of them")
		}
		db, err := database.Open(ctx, f.store)
		if err != nil {
			return err
		}
		defer db.Close() //nolint:errcheck // what is written is committed
		opt.Store = db
	}
	if p.terminal {
		opt.Progress = func(s jobs.ProofStatus) {
			p.showLine(fmt.Sprintf("%d questions, %d of %d positions proven, %s nodes, %s  %s",
				s.Questions, s.Proven, s.Positions, grouped(s.Nodes), crewText(s.Workers), time.Since(s.Since).Round(time.Second)))
		}
	}
	return p.withDesk(ctx, f.crew, func(desk *queue.Dispatcher) error {
		v := engine.Verdict{Proven: true, Winners: pos.Winners()}
		if v.Winners == 0 {
			var err error
			if v, err = jobs.Prove(ctx, desk, entry, pos, opt); err != nil {
				return err
			}
		}
		p.clear()
		err := p.print(solveResult{answer.NewProof(entry, pos, v), v.Winners})
		if err == nil && !v.Proven && interrupt.Err() != nil {
			err = errInterrupted
		}
		return err
	})
}
