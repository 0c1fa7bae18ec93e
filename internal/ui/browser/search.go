package browser

import (
	"context"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
)

// Bounds limit work. The first one reached ends it.
type Bounds struct {
	Millis int    `json:"millis,omitempty"`
	Nodes  uint64 `json:"nodes,omitempty"`
}

// Limits returns the bounds as limits of an engine.
func (b Bounds) Limits() engine.Limits {
	return engine.Limits{Time: millis(b.Millis), Nodes: b.Nodes}
}

func millis(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// SearchParams ask for the best moves of a position.
type SearchParams struct {
	PositionParams
	Bounds
	Depth  int     `json:"depth,omitempty" doc:"In plies"`
	Clocks []Clock `json:"clocks,omitempty" doc:"By seat: the engine spends part of the clock of the seat to move"`
	Level  int     `json:"level,omitempty" doc:"1 to 8; the highest if absent"`
	Lines  int     `json:"lines,omitempty" doc:"Report the best lines of this many moves; 1 if absent"`
	Fresh  bool    `json:"fresh,omitempty" doc:"Forget earlier searches: with a limit in nodes or plies alone, the answer is the same on every machine"`
	Seed   uint64  `json:"seed,omitempty" doc:"Varies play; below 2^53, as all numbers here"`
}

// Clock is the time of a seat for the rest of the game.
type Clock struct {
	Left      int `json:"left" doc:"Milliseconds"`
	Increment int `json:"increment" doc:"Milliseconds added after each turn"`
}

func (p SearchParams) limits() engine.Limits {
	limits := p.Limits()
	limits.Depth = p.Depth
	for i, c := range p.Clocks[:min(len(p.Clocks), len(limits.Clocks))] {
		limits.Clocks[i] = engine.Clock{Left: millis(c.Left), Increment: millis(c.Increment)}
	}
	return limits
}

// player identifies an engine that is kept for later searches.
type player struct {
	game  string
	level int
}

const (
	// maxEngines is how many engines are kept; each has a table of tableMiB.
	maxEngines = 3
	tableMiB   = 16
	freshMiB   = 4 // of an engine for a single search
)

func (s *Service) search(ctx context.Context, id int, p SearchParams, entry catalog.Entry, pos game.Position) (any, error) {
	if pos.Winners() != 0 {
		return answer.NewSearch(entry, pos, nil), nil
	}
	moves, err := game.Perft(ctx, pos, 1)
	if err != nil {
		return nil, err
	}
	wanted := min(max(p.Lines, 1), int(moves))
	var known engine.Lines
	var searcher engine.Engine
	if p.Fresh {
		searcher = entry.NewEngine(engine.Config{Level: p.Level, TableMiB: freshMiB})
	} else {
		searcher = s.engine(player{p.Game, p.Level}, entry)
	}
	info, err := searcher.Search(ctx, engine.Request{
		Position: pos,
		Limits:   p.limits(),
		Seed:     p.Seed,
		Lines:    p.Lines,
		Report: func(info engine.Info) {
			known.Report(info)
			if len(known) == wanted {
				s.reply(reply{ID: id, Progress: answer.NewSearch(entry, pos, known)})
			}
		},
	})
	if err != nil {
		return nil, err
	}
	return answer.NewSearch(entry, pos, known.With(info, p.Lines)), nil
}

// engine returns the engine of a player. If there are too many engines, all are
// dropped: players change when a game ends.
func (s *Service) engine(p player, entry catalog.Entry) engine.Engine {
	if e, ok := s.engines[p]; ok {
		return e
	}
	if len(s.engines) == maxEngines {
		clear(s.engines)
	}
	e := entry.NewEngine(engine.Config{Level: p.level, TableMiB: tableMiB})
	s.engines[p] = e
	return e
}

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
