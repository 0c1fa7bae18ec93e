package room

import (
	"context"
	"sync"
	"time"

	"thera/internal/site/play"
)

// HeartbeatStore keeps heartbeats across a crash.
type HeartbeatStore interface {
	// Beat stores that players can be heard at a time, and outages before it.
	// An outage with the same start replaces the stored one.
	Beat(ctx context.Context, at play.Instant, outages ...play.Span) error
	// LastBeat returns the last beat, 0 if there was none, and all outages.
	LastBeat(ctx context.Context) (last play.Instant, outages []play.Span, err error)
}

const (
	// between two heartbeats
	beatInterval = time.Second
	// the longest gap between heartbeats, in ms, that is not an outage
	maxGap play.Instant = 3000
)

// Heartbeat is the program's heartbeat and its clock. The clock shows the
// machine's time at the start plus the elapsed time, whatever happens to the
// machine's clock. All rooms share it.
type Heartbeat struct {
	store        HeartbeatStore
	startedAt    time.Time
	startInstant play.Instant // what the clock showed at startedAt

	mu      sync.Mutex
	last    play.Instant
	outages []play.Span
}

// NewHeartbeat starts the heartbeat. The time since the previous program's last
// beat is an outage. The clock never runs behind that beat, even if the
// machine's clock was set back.
func NewHeartbeat(ctx context.Context, heart HeartbeatStore) (*Heartbeat, error) {
	last, outages, err := heart.LastBeat(ctx)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	p := &Heartbeat{store: heart, startedAt: began, startInstant: max(play.Instant(began.UnixMilli()), last), last: last, outages: outages}
	if last == 0 {
		p.last = p.startInstant
	}
	return p, p.beat(ctx, 0)
}

// Now returns the time.
func (p *Heartbeat) Now() play.Instant {
	return p.startInstant + play.Instant(time.Since(p.startedAt).Milliseconds())
}

// Run beats until ctx is done. Call it when players can be heard: until then
// time does not count, nor while beats fail.
func (p *Heartbeat) Run(ctx context.Context) {
	p.mu.Lock()
	_ = p.beat(ctx, 0)
	p.mu.Unlock()
	ticker := time.NewTicker(beatInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			p.mu.Lock()
			_ = p.beat(ctx, maxGap) // Check reports the failure where it matters
			p.mu.Unlock()
		}
	}
}

// Check returns all outages so far. It first tries to end one that lasts, and
// fails if it cannot.
func (p *Heartbeat) Check(ctx context.Context) ([]play.Span, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Now()-p.last > maxGap {
		if err := p.beat(ctx, maxGap); err != nil {
			return nil, err
		}
	}
	return p.outages, nil
}

// beat stores a heartbeat, and an outage if the last one is longer ago than
// allowed. mu must be held.
func (p *Heartbeat) beat(ctx context.Context, allowed play.Instant) error {
	now := p.Now()
	var outage []play.Span
	if now-p.last > allowed {
		outage = []play.Span{{From: p.last, To: now}}
	}
	if err := p.store.Beat(ctx, now, outage...); err != nil {
		return err
	}
	p.last = now
	p.outages = append(p.outages, outage...)
	return nil
}
