package room

import (
	"context"
	"sync"
	"time"

	"thera/internal/site/play"
)

// HeartbeatStore keeps the pulse over a crash.
type HeartbeatStore interface {
	// Beat stores that at this moment players can be heard, and with it that
	// before it they could not for a time. An outage with the beginning of one
	// that is stored takes its place.
	Beat(ctx context.Context, at play.Instant, outages ...play.Span) error
	// LastBeat returns the last beat, 0 if there was none, and all outages.
	LastBeat(ctx context.Context) (last play.Instant, outages []play.Span, err error)
}

const (
	// beatInterval is from one heartbeat to the next.
	beatInterval = time.Second
	// maxGap is after how long without one players are taken not to be heard.
	maxGap play.Instant = 3000
)

// Heartbeat is the heartbeat of the program, and its clock: the machine's time when
// the program began, and what has passed since, whatever is done to the
// machine's clock. Rooms share it.
type Heartbeat struct {
	store        HeartbeatStore
	startedAt    time.Time
	startInstant play.Instant // what the clock showed at began

	mu      sync.Mutex
	last    play.Instant
	outages []play.Span
}

// NewHeartbeat begins the pulse. The time since the last beat of the program before
// is an outage. The clock never shows less than it has, though the machine's
// may have been set back while the program did not run.
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

// Run beats until ctx is done. It is to be called when players can be heard:
// until then time does not count. Nor does it while a beat fails, which is tried
// again.
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
			_ = p.beat(ctx, maxGap) // Check tells of it where it matters
			p.mu.Unlock()
		}
	}
}

// Check returns all outages so far, after an attempt to end one that lasts. It
// fails while it lasts.
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

// beat stores that all is well, and an outage if the last beat is longer ago
// than allowed. Others must not call it at the same time.
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
