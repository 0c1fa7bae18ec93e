package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

// searchParams ask for the best moves of a position.
type searchParams struct {
	viewParams
	Level  int    `json:"level"` // 1 to 8; 0 is the highest
	Millis int    `json:"millis"`
	Nodes  uint64 `json:"nodes"`
	Depth  int    `json:"depth"`
	Lines  int    `json:"lines"`
	// Seed varies play; it is kept below 2^53, since it comes as a number of
	// JavaScript.
	Seed uint64 `json:"seed"`
	// Clocks are what the seats have left; the engine divides its own.
	Clocks []clockParams `json:"clocks"`
}

// clockParams are the clock of a seat, in milliseconds.
type clockParams struct {
	Left      int `json:"left"`
	Increment int `json:"increment"`
}

// limits are what bounds the search.
func (p searchParams) limits() engine.Limits {
	limits := engine.Limits{Time: millis(p.Millis), Nodes: p.Nodes, Depth: p.Depth}
	for i, c := range p.Clocks[:min(len(p.Clocks), len(limits.Clocks))] {
		limits.Clocks[i] = engine.Clock{Left: millis(c.Left), Increment: millis(c.Increment)}
	}
	return limits
}

func millis(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// searched is what a search knows: the lines by their rank. With the result,
// there is at least one.
type searched struct {
	Depth  int    `json:"depth"`
	Nodes  uint64 `json:"nodes"`
	Millis int64  `json:"millis"`
	Lines  []line `json:"lines"`
}

// line is a line of play with its worth to the seat to move.
type line struct {
	Moves []game.Move `json:"moves"`
	Win   float64     `json:"win"` // probability, 0–1
	// Proven is the distance of a proven result in plies: above 0 a win, below
	// it a loss, 0 where nothing is proven.
	Proven int `json:"proven"`
	Depth  int `json:"depth"`
}

// player is what an engine is kept for: it remembers what it has searched.
type player struct {
	game  string
	level int
}

// maxEngines is how many engines are kept; each has a table of tableMiB.
const (
	maxEngines = 3
	tableMiB   = 16
)

// stopParams name the search to stop; one that is over is no error.
type stopParams struct {
	Search int `json:"search"`
}

func (s *Service) stop(p stopParams) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	cancel, running := s.running[p.Search]
	if running {
		cancel()
	}
	return running, nil
}

// begin starts work that goes on after the request has been handled. Work that
// was begun before has the engines until it ends.
func begin[P interface{ parse() (game.Position, error) }](
	s *Service, r request, work func(ctx context.Context, id int, p P, pos game.Position) (any, error),
) {
	var p P
	if err := json.Unmarshal(r.Params, &p); err != nil {
		s.reply(reply{ID: r.ID, Error: fmt.Sprintf("params %s of %q: %v", r.Params, r.Method, err)})
		return
	}
	pos, err := p.parse()
	if err != nil {
		s.reply(reply{ID: r.ID, Error: err.Error()})
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.mu.Lock()
	s.running[r.ID] = cancel
	s.mu.Unlock()
	s.done.Go(func() {
		defer cancel()
		s.searching.Lock()
		result, err := work(&breather{Context: ctx, last: time.Now(), pause: s.pause}, r.ID, p, pos)
		s.searching.Unlock()
		s.mu.Lock()
		delete(s.running, r.ID)
		s.mu.Unlock()
		if err != nil {
			s.reply(reply{ID: r.ID, Error: err.Error()})
			return
		}
		s.reply(reply{ID: r.ID, Result: result})
	})
}

func (s *Service) search(ctx context.Context, id int, p searchParams, pos game.Position) (any, error) {
	e, err := s.engine(player{p.Game, p.Level})
	if err != nil {
		return nil, err
	}
	var known searched
	req := engine.Request{
		Position: pos,
		Limits:   p.limits(),
		Seed:     p.Seed,
		Lines:    p.Lines,
		Report: func(info engine.Info) {
			known.add(info)
			if info.Rank+1 == max(p.Lines, 1) || info.Rank+1 == len(known.Lines) {
				s.reply(reply{ID: id, Progress: known})
			}
		},
	}
	info, err := e.Search(ctx, req)
	if err != nil {
		return nil, err
	}
	known.add(info)
	return known, nil
}

// engine returns the engine of a player. When there are too many, all are
// forgotten: players change when a game ends.
func (s *Service) engine(p player) (engine.Engine, error) {
	if e, ok := s.engines[p]; ok {
		return e, nil
	}
	entry, err := catalog.Find(p.game)
	if err != nil {
		return nil, err
	}
	if len(s.engines) == maxEngines {
		clear(s.engines)
	}
	e := entry.NewEngine(engine.Config{Level: p.level, HashMiB: tableMiB})
	s.engines[p] = e
	return e, nil
}

// add puts a line in the place of its rank.
func (k *searched) add(info engine.Info) {
	proven, ok := info.Score.Proven()
	if !ok {
		proven = 0
	}
	l := line{Moves: info.Line, Win: info.Score.WinProbability(), Proven: proven, Depth: info.Depth}
	k.Depth, k.Nodes, k.Millis = info.Depth, info.Nodes, info.Time.Milliseconds()
	lines := append([]line{}, k.Lines...) // replies may still be using the old ones
	switch {
	case info.Rank < len(lines):
		lines[info.Rank] = l
	case info.Rank == len(lines):
		lines = append(lines, l)
	}
	k.Lines = lines
}

// breather is the context of a search or a proof. Searches ask it every few hundred nodes
// whether to stop; it takes the opportunity to let others have the thread.
type breather struct {
	context.Context
	last  time.Time // when others last had it
	pause func()
}

// breath is how long a search keeps the thread at most. It bounds how long the
// page waits for an answer and for the end of a stopped search.
const breath = 12 * time.Millisecond

// Err pauses when it is time to and returns why the search is to stop, if it
// is.
func (b *breather) Err() error {
	if time.Since(b.last) >= breath {
		b.pause()
		b.last = time.Now()
	}
	return b.Context.Err()
}
