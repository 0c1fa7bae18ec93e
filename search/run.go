package search

import (
	"context"
	"sync/atomic"
	"time"

	"thera/engine"
	"thera/game"
)

// run is one search, as all workers see it.
type run struct {
	seat   game.Seat // to move at the root
	noise  noise
	limits engine.Limits
	budget budget
	ctx    context.Context
	start  time.Time
	ponder <-chan struct{} // nil, or closed when pondering is over
	// pondered is how many nanoseconds after start that was, 0 until then.
	pondered atomic.Int64
	// nodes are those that workers have told of.
	nodes   atomic.Uint64
	stopped atomic.Bool
}

func newRun(ctx context.Context, req engine.Request, seat game.Seat, width int) *run {
	return &run{
		seat:   seat,
		noise:  noise{req.Seed, width},
		limits: req.Limits,
		budget: newBudget(req.Limits.Clocks[seat]),
		ponder: req.Ponder,
		ctx:    ctx,
		start:  time.Now(),
	}
}

// look takes note of so many more nodes, stops the run if a limit is reached,
// and returns after how many nodes to look again, 0 when the run is stopped.
func (r *run) look(more uint64) uint64 {
	nodes := r.nodes.Add(more)
	left := uint64(512)
	if n := r.limits.Nodes; n > 0 {
		if nodes > n {
			r.stopped.Store(true)
		}
		left = min(left, n+1-min(n, nodes))
	}
	if r.ctx.Err() != nil || r.late(r.limits.Time) || r.late(r.budget.hard) {
		r.stopped.Store(true)
	}
	if r.stopped.Load() {
		return 0
	}
	return left
}

// late reports whether the engine has used up d of its own time, if that is a
// limit.
func (r *run) late(d time.Duration) bool { return d > 0 && r.spent() >= d }

// spent returns how much of its own time the engine has used: none while it
// ponders.
func (r *run) spent() time.Duration {
	now := time.Since(r.start)
	if r.ponder == nil {
		return now
	}
	select {
	case <-r.ponder:
		r.pondered.CompareAndSwap(0, int64(now))
		return now - time.Duration(r.pondered.Load())
	default:
		return 0
	}
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
