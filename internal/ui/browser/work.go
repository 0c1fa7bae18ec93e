package browser

import (
	"context"
	"time"

	"thera/game"
	"thera/internal/catalog"
)

// StopParams identify the search or proof to stop by the id of its request; one
// that has ended is no error.
type StopParams struct {
	Search int `json:"search"`
}

// stop reports whether the work was still in progress.
func (s *Service) stop(p StopParams) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	cancel, running := s.running[p.Search]
	if running {
		cancel()
	}
	return running, nil
}

// Worker does the work of a [Long] method.
type Worker[P any] func(ctx context.Context, p P, entry catalog.Entry, pos game.Position) (any, error)

// worker is a Worker that reports progress, with the id of the request.
type worker[P any] func(s *Service, ctx context.Context, id int, p P, entry catalog.Entry, pos game.Position) (any, error)

// begin starts work. Work started earlier has the engines until it ends.
func begin[P positionParams](s *Service, id int, p P, work worker[P]) error {
	entry, pos, err := p.Find(s.games)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.mu.Lock()
	s.running[id] = cancel
	s.mu.Unlock()
	s.done.Go(func() {
		defer cancel()
		s.searching.Lock()
		result, err := work(s, &yieldingContext{Context: ctx, lastYield: time.Now(), yield: s.pause}, id, p, entry, pos)
		s.searching.Unlock()
		s.mu.Lock()
		delete(s.running, id)
		s.mu.Unlock()
		s.finish(id, result, err)
	})
	return nil
}
