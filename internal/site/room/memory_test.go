package room

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"thera/game"
	"thera/internal/site/play"
	"thera/santorini"
)

// memory is a log and a heart, with faults as a test wants them.
type memory struct {
	mu      sync.Mutex
	games   map[string][]play.Event
	plans   map[string]play.SeatPlan // of the seat that has set one last
	last    play.Instant
	outages []play.Span
	delay   time.Duration
	refuse  bool         // store nothing
	shared  play.Instant // how far the store's clock is ahead of the machine's
	silent  bool         // store, but don't say so
	unread  bool         // read nothing
}

var errFault = errors.New("a fault")

func (m *memory) Append(ctx context.Context, b play.Batch) error {
	time.Sleep(m.delay)
	m.mu.Lock()
	defer m.mu.Unlock()
	log := m.games[b.Game]
	switch {
	case m.refuse:
		return errFault
	case len(b.Events) > 0 && b.Events[0].Number != len(log)+1:
		return play.ErrTaken
	case b.Plan != nil:
		if m.plans == nil {
			m.plans = map[string]play.SeatPlan{}
		}
		m.plans[b.Game] = *b.Plan
	}
	if m.games == nil {
		m.games = map[string][]play.Event{}
	}
	for _, e := range b.Events {
		// What is stored has been text.
		text, err := json.Marshal(e)
		if err != nil {
			return err
		}
		var stored play.Event
		if err := json.Unmarshal(text, &stored); err != nil {
			return err
		}
		log = append(log, stored)
	}
	m.games[b.Game] = log
	if m.silent {
		return errFault
	}
	return ctx.Err() // as in the store, what is queued is stored even if the caller has left
}

func (m *memory) Events(ctx context.Context, game string, after int) ([]play.Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.unread {
		return nil, errFault
	}
	return slices.Clone(m.games[game][after:]), ctx.Err()
}

func (m *memory) Plans(_ context.Context, game string) (plans []play.SeatPlan, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p, ok := m.plans[game]; ok {
		plans = append(plans, p)
	}
	return plans, nil
}

func (m *memory) setShared(ahead play.Instant) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.shared = ahead
}

func (m *memory) setUnread(is bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.unread = is
}

func (m *memory) log(game string) []play.Event {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.games[game])
}

func (m *memory) Beat(_ context.Context, at play.Instant, outages ...play.Span) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refuse {
		return errFault
	}
	m.last, m.outages = at, append(m.outages, outages...)
	return nil
}

func (m *memory) LastBeat(context.Context) (play.Instant, []play.Span, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last, slices.Clone(m.outages), nil
}

func (m *memory) Time(context.Context) (play.Instant, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return play.Now() + m.shared, nil
}

func (m *memory) Due(_ context.Context, until play.Instant) (ids []string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, log := range m.games {
		s, err := play.Replay(santorini.Rules(), log)
		if err != nil {
			return nil, err
		}
		if at, ok := s.Deadline(); ok && at <= until {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

func rules(name string) (game.Game, error) {
	if name != "santorini" {
		return nil, fmt.Errorf("game %q: want santorini", name)
	}
	return santorini.Rules(), nil
}

func (m *memory) set(refuse, silent bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refuse, m.silent = refuse, silent
}

// house is a program that runs rooms: the pulse beats until it is stopped.
type house struct {
	Config
	stop func()
}

func start(t *testing.T, m *memory) house {
	t.Helper()
	p, err := NewHeartbeat(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		p.Run(ctx)
		close(done)
	}()
	return house{Config{Rules: rules, Log: m, Heartbeat: p}, func() {
		cancel()
		<-done
	}}
}
