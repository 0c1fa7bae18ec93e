package analysis

import (
	"context"
	"errors"
	"slices"
	"time"

	"thera/internal/site/store/database"
)

func (j Judged) equal(other Judged) bool {
	return j.Ply == other.Ply && j.Best == other.Best && j.Depth == other.Depth && slices.Equal(j.Line, other.Line) &&
		j.Score.WinProbability == other.Score.WinProbability && j.Score.Proven == other.Score.Proven
}

// claimAndRun starts an analysis for asker, unless another node was first, and
// calls end before its end is announced. It reports whether it has started it.
func (a *API) claimAndRun(ctx context.Context, id string, found row, g Game, asker string, end func()) (bool, error) {
	now := time.Now()
	claimed, err := a.claim(ctx, id, found, a.owner, asker, g, now)
	if err != nil || !claimed {
		return false, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ctx.Err() != nil {
		return false, a.release(ctx, id, a.owner)
	}
	b := a.local[id]
	if b == nil {
		b = &localAnalysis{}
		a.local[id] = b
	}
	b.row, b.isMine = row{state: Begun, of: g.Positions(), nodes: g.Nodes, asker: asker}, true
	running, stop := context.WithTimeout(a.ctx, timeout)
	ended := make(chan struct{})
	b.stop, b.ended = stop, ended
	a.tasks.Go(func() {
		defer close(ended)
		defer stop()
		a.metrics.running.Inc()
		result := a.run(running, stop, id, g, end)
		a.metrics.running.Dec()
		a.metrics.ended.WithLabelValues(result).Inc()
	})
	return true, nil
}

// How an analysis ends, for the metrics; otherwise its final state.
const endReleased = "left" // taken over by another node, or canceled

// run has a game analyzed and returns how that ended.
func (a *API) run(ctx context.Context, cancel context.CancelFunc, id string, g Game, end func()) string {
	saving := make(chan struct{})
	go func() {
		defer close(saving)
		a.heartbeat(ctx, cancel, id)
	}()
	all, worker, err := a.Workers.Analyze(ctx, g, func(part []Judged) {
		if g.Check(part) == nil { // wrong parts are not shown; the whole is checked again
			a.update(id, func(b *localAnalysis) {
				if len(part) > len(b.judged) {
					b.judged = part
				}
			})
		}
	})
	late := ctx.Err() != nil && a.ctx.Err() == nil && errors.Is(context.Cause(ctx), context.DeadlineExceeded)
	lost := ctx.Err() != nil && !late
	cancel()
	<-saving
	end() // before the announcement, so that the next request is admitted
	// Store the result even if the service is ending.
	last, done := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer done()
	switch {
	case lost && err != nil:
		a.releaseToOthers(last, id)
		return endReleased
	case err != nil || late:
		a.Logger.Warn("game not analyzed", "game", id, "cause", err)
		return a.finish(last, id, Failed, "", nil)
	}
	if result := a.finish(last, id, Done, worker, all); result != string(Done) || worker == "" {
		return result
	}
	a.recheck(id, g, all, worker)
	return string(Done)
}

// heartbeat stores the progress of an analysis until ctx is done. It cancels
// the analysis if another node has taken it over.
func (a *API) heartbeat(ctx context.Context, cancel context.CancelFunc, id string) {
	ticker := time.NewTicker(a.HeartbeatInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		known, err := a.known(ctx, id)
		if err == nil {
			err = a.save(ctx, id, a.owner, Begun, "", known.judged, time.Now())
		}
		if errors.Is(err, database.ErrNotFound) {
			cancel()
		} else if err != nil && ctx.Err() == nil {
			a.Logger.Warn("analysis", "game", id, "cause", err)
		}
	}
}

func (a *API) finish(ctx context.Context, id string, state State, worker string, all []Judged) string {
	if err := a.save(ctx, id, a.owner, state, worker, all, time.Now()); err != nil {
		a.Logger.Warn("analysis", "game", id, "cause", err)
		a.releaseToOthers(ctx, id)
		return endReleased
	}
	a.update(id, func(b *localAnalysis) { b.state, b.judged, b.worker, b.isMine = state, all, worker, false })
	return string(state)
}

// releaseToOthers lets another node take over an analysis, unless it was canceled.
func (a *API) releaseToOthers(ctx context.Context, id string) {
	if err := a.release(ctx, id, a.owner); err != nil && !errors.Is(err, database.ErrNotFound) {
		a.Logger.Warn("analysis", "game", id, "cause", err)
	}
	found, err := a.find(ctx, id)
	a.update(id, func(b *localAnalysis) {
		if b.isMine = false; err == nil {
			b.row = found
		}
	})
}

// cancelRunning cancels a running analysis that an account has requested.
func (a *API) cancelRunning(ctx context.Context, id, asker string) error {
	if err := a.cancel(ctx, id, asker); err != nil {
		return err
	}
	a.mu.Lock()
	b := a.local[id]
	var ended chan struct{}
	if b != nil && b.isMine {
		b.stop()
		ended = b.ended
	}
	a.mu.Unlock()
	if ended == nil { // another node finds out at its next heartbeat
		a.update(id, func(b *localAnalysis) { b.row = row{state: None} })
		return nil
	}
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// recheck has a finished analysis done again, if the workers choose to, and
// acts on the result.
func (a *API) recheck(id string, g Game, all []Judged, worker string) {
	truth, wrong, err := a.Workers.Recheck(a.ctx, g, all, worker)
	if err != nil {
		if a.ctx.Err() == nil {
			a.Logger.Warn("cannot recheck an analysis", "game", id, "cause", err)
		}
		return
	}
	for _, liar := range wrong {
		a.metrics.disowned.Inc()
		if liar == worker {
			if err := a.correct(a.ctx, id, a.owner, truth); err != nil {
				a.Logger.Warn("analysis", "game", id, "cause", err)
			}
		}
		if err := a.deleteOf(a.ctx, liar); err != nil {
			a.Logger.Warn("cannot delete the analyses of a wrong worker", "worker", liar, "cause", err)
		}
	}
}
