package analysis

import (
	"context"
	"errors"
	"slices"
	"time"

	"thera/internal/site/store/database"
)

// equal reports whether two say the same.
func (j Judged) equal(other Judged) bool {
	return j.Ply == other.Ply && j.Best == other.Best && j.Depth == other.Depth && slices.Equal(j.Line, other.Line) &&
		j.Score.WinProbability == other.Score.WinProbability && j.Score.Proven == other.Score.Proven
}

// begin begins an analysis for who asks for it, unless somebody else has done so
// since its row was found, and calls end before it is told that it has ended. It
// reports whether it has begun it.
func (s *API) begin(ctx context.Context, id string, found row, g Game, asker string, end func()) (bool, error) {
	now := time.Now()
	claimed, err := s.claim(ctx, id, found, s.owner, asker, g, now)
	if err != nil || !claimed {
		return false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return false, s.release(ctx, id, s.owner)
	}
	b := s.boards[id]
	if b == nil {
		b = &board{}
		s.boards[id] = b
	}
	b.row, b.mine = row{state: Begun, of: g.Positions(), nodes: g.Nodes, asker: asker}, true
	running, stop := context.WithTimeout(s.ctx, patience)
	ended := make(chan struct{})
	b.stop, b.ended = stop, ended
	s.tasks.Go(func() {
		defer close(ended)
		defer stop()
		s.metrics.running.Inc()
		result := s.do(running, stop, id, g, end)
		s.metrics.running.Dec()
		s.metrics.ended.WithLabelValues(result).Inc()
	})
	return true, nil
}

// How an analysis ends, for the metrics.
const (
	endDone   = "done"
	endFailed = "failed"
	endLeft   = "left" // to somebody else, or canceled
)

// do has a game analyzed, unless it is canceled, and returns how that has ended.
func (s *API) do(ctx context.Context, cancel context.CancelFunc, id string, g Game, end func()) string {
	saving := make(chan struct{})
	go func() {
		defer close(saving)
		s.keep(ctx, cancel, id)
	}()
	all, worker, err := s.Others.Analyze(ctx, g, func(part []Judged) {
		if g.Check(part) == nil { // else it is not told; the whole is checked again
			s.change(id, func(b *board) {
				if len(part) > len(b.judged) {
					b.judged = part
				}
			})
		}
	})
	late := ctx.Err() != nil && s.ctx.Err() == nil && errors.Is(context.Cause(ctx), context.DeadlineExceeded)
	lost := ctx.Err() != nil && !late
	cancel()
	<-saving
	end() // who hears of the end can ask for another one
	// What has been found out is kept, even if the service ends now.
	last, done := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer done()
	switch {
	case lost && err != nil:
		s.leave(last, id)
		return endLeft
	case err != nil || late:
		s.Logger.Warn("a game is not analyzed", "game", id, "cause", err)
		return s.finish(last, id, Failed, "", nil)
	}
	if result := s.finish(last, id, Done, worker, all); result != endDone || worker == "" {
		return result
	}
	s.doubt(id, g, all, worker)
	return endDone
}

// keep stores at each beat how far an analysis is, until ctx is done. It cancels
// the analysis if somebody else has taken it over.
func (s *API) keep(ctx context.Context, cancel context.CancelFunc, id string) {
	ticker := time.NewTicker(s.Beat)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		known, err := s.known(ctx, id)
		if err == nil {
			err = s.save(ctx, id, s.owner, Begun, "", known.judged, time.Now())
		}
		if errors.Is(err, database.ErrNotFound) {
			cancel()
		} else if err != nil && ctx.Err() == nil {
			s.Logger.Warn("analysis", "game", id, "cause", err)
		}
	}
}

// finish stores what has come of an analysis, and tells it.
func (s *API) finish(ctx context.Context, id string, state State, worker string, all []Judged) string {
	if err := s.save(ctx, id, s.owner, state, worker, all, time.Now()); err != nil {
		s.Logger.Warn("analysis", "game", id, "cause", err)
		s.leave(ctx, id)
		return endLeft
	}
	s.change(id, func(b *board) { b.state, b.judged, b.worker, b.mine = state, all, worker, false })
	return string(state)
}

// leave leaves an analysis to others, with whom it may be, if it was not canceled.
func (s *API) leave(ctx context.Context, id string) {
	if err := s.release(ctx, id, s.owner); err != nil && !errors.Is(err, database.ErrNotFound) {
		s.Logger.Warn("analysis", "game", id, "cause", err)
	}
	found, err := s.find(ctx, id)
	s.change(id, func(b *board) {
		if b.mine = false; err == nil {
			b.row = found
		}
	})
}

// callOff takes away an analysis that is under way and that somebody has asked for.
func (s *API) callOff(ctx context.Context, id, asker string) error {
	if err := s.cancel(ctx, id, asker); err != nil {
		return err
	}
	s.mu.Lock()
	b := s.boards[id]
	var ended chan struct{}
	if b != nil && b.mine {
		b.stop()
		ended = b.ended
	}
	s.mu.Unlock()
	if ended == nil { // another service, if it is not gone, finds out at its next beat
		s.change(id, func(b *board) { b.row = row{state: None} })
		return nil
	}
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// doubt perhaps finds out whether an analysis is true, after it has been told.
func (s *API) doubt(id string, g Game, all []Judged, worker string) {
	truth, wrong, err := s.Others.Doubt(s.ctx, g, all, worker)
	if err != nil {
		if s.ctx.Err() == nil {
			s.Logger.Warn("an analysis can't be done again", "game", id, "cause", err)
		}
		return
	}
	for _, liar := range wrong {
		s.metrics.disowned.Inc()
		if liar == worker {
			if err := s.correct(s.ctx, id, s.owner, truth); err != nil {
				s.Logger.Warn("analysis", "game", id, "cause", err)
			}
		}
		if err := s.disown(s.ctx, liar); err != nil {
			s.Logger.Warn("analyses of a worker that is wrong", "worker", liar, "cause", err)
		}
	}
}
