package room

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"thera/game"
	"thera/internal/site/play"
)

// presence is who is connected and watches. It is not part of the log.
type presence struct {
	mu       sync.Mutex
	seats    []seatPresence
	watchers int
	remote   map[string]LocalPresence // by node
	isDue    bool                     // the others will hear the number of watchers soon

	// announcing is held while the others hear who is here: what they hear last is true.
	announcing sync.Mutex
	announced  LocalPresence // what they have heard last
	hasLeft    bool          // they have heard that the room is closed, and hear no more
}

type seatPresence struct {
	connections int
	goneSince   play.Instant // when the last connection to any node closed
}

func (p *presence) reset(seats int, now play.Instant) {
	p.seats = make([]seatPresence, seats)
	for i := range p.seats {
		p.seats[i].goneSince = now
	}
}

func (p *presence) presentSeats() game.Seats {
	present := p.local().Seats
	for _, h := range p.remote {
		present |= h.Seats
	}
	return present
}

func (p *presence) local() LocalPresence {
	h := LocalPresence{Watchers: p.watchers}
	for i, a := range p.seats {
		if a.connections > 0 {
			h.Seats |= game.Only(game.Seat(i))
		}
	}
	return h
}

// goneSince returns when a seat's player was last connected, now if they are.
func (p *presence) goneSince(seat game.Seat, now play.Instant) play.Instant {
	p.mu.Lock()
	defer p.mu.Unlock()
	if int(seat) >= len(p.seats) || p.presentSeats().Has(seat) {
		return now
	}
	return p.seats[seat].goneSince
}

// Enter counts a connection of a player until leave is called, once. Seats that
// do not exist are ignored.
func (r *Room) Enter(seat game.Seat) (leave func()) {
	if int(seat) >= len(r.presence.seats) {
		return func() {}
	}
	add := func(n int) {
		r.changePresence(func(p *presence) { p.seats[seat].connections += n })
	}
	add(1)
	return func() { add(-1) }
}

// AddWatcher counts a watcher until leave is called, once.
func (r *Room) AddWatcher() (leave func()) {
	r.changePresence(func(p *presence) { p.watchers++ })
	return func() { r.changePresence(func(p *presence) { p.watchers-- }) }
}

func (r *Room) changePresence(change func(*presence)) {
	p := &r.presence
	p.mu.Lock()
	before := p.local()
	r.updatePresence(change)
	after := p.local()
	isFirst := after.Watchers != before.Watchers && !p.isDue
	p.isDue = p.isDue || isFirst
	p.mu.Unlock()
	if after.Seats != before.Seats {
		r.announcePresence()
	}
	if isFirst {
		time.AfterFunc(watchersDelay, func() { r.announce(false) })
	}
}

// watchersDelay is how long watchers are counted before the others hear their number: many
// may come at once.
const watchersDelay = time.Second

func (r *Room) setRemotePresence(program string, h LocalPresence) {
	r.presence.mu.Lock()
	isSeen := r.updatePresence(func(p *presence) {
		if h == (LocalPresence{}) {
			delete(p.remote, program)
			return
		}
		if p.remote == nil {
			p.remote = map[string]LocalPresence{}
		}
		p.remote[program] = h
	})
	r.presence.mu.Unlock()
	if isSeen {
		r.notify(Change{Game: r.id, State: r.State()})
	}
}

// updatePresence applies a change, records who has gone, and reports whether other seats are
// present now. presence.mu must be held.
func (r *Room) updatePresence(change func(*presence)) bool {
	p := &r.presence
	before := p.presentSeats()
	change(p)
	after := p.presentSeats()
	for seat := range (before &^ after).All() {
		p.seats[seat].goneSince = r.config.Heartbeat.Now()
	}
	return after != before
}

// announcePresence tells the game's other rooms who is here now, unless this one is closed.
func (r *Room) announcePresence() { r.announce(true) }

// announce is announcePresence, unless they know that already if always is not set.
func (r *Room) announce(always bool) {
	p := &r.presence
	p.announcing.Lock()
	defer p.announcing.Unlock()
	if p.hasLeft {
		return
	}
	p.mu.Lock()
	here := p.local()
	p.isDue = false
	p.mu.Unlock()
	if here == p.announced && !always {
		return
	}
	p.announced = here
	r.config.Peers.Broadcast(r.id, Message{Presence: &here})
}

// Present returns the seats whose players are connected.
func (r *Room) Present() game.Seats {
	r.presence.mu.Lock()
	defer r.presence.mu.Unlock()
	return r.presence.presentSeats()
}

// Watchers returns the number of watchers.
func (r *Room) Watchers() int {
	r.presence.mu.Lock()
	defer r.presence.mu.Unlock()
	n := r.presence.watchers
	for _, h := range r.presence.remote {
		n += h.Watchers
	}
	return n
}

// hasVisitorsElsewhere reports whether somebody is connected to the game on
// another node, and may need this one.
func (r *Room) hasVisitorsElsewhere() bool {
	r.presence.mu.Lock()
	defer r.presence.mu.Unlock()
	return len(r.presence.remote) > 0
}

func (r *Room) isVisitedFrom(program string) bool {
	r.presence.mu.Lock()
	defer r.presence.mu.Unlock()
	_, is := r.presence.remote[program]
	return is
}

// Watch yields the events whose numbers are above after, as a seat may see them
// (from 1; 0 for a spectator), and waits for more. It ends with an error: that
// of ctx, or ErrClosed when the room is closed; the caller can then continue
// from the last number in the reopened room.
func (r *Room) Watch(ctx context.Context, after, seat int) iter.Seq2[play.Event, error] {
	return func(yield func(play.Event, error) bool) {
		for {
			events, changed, err := r.since(ctx, after)
			if err != nil {
				yield(play.Event{}, err)
				return
			}
			for _, e := range events {
				if !yield(e.For(seat), nil) {
					return
				}
				after = e.Number
			}
			if len(events) > 0 {
				continue
			}
			select {
			case <-changed:
			case <-ctx.Done():
				yield(play.Event{}, ctx.Err())
				return
			case <-r.done:
				// Events of the last moment are still yielded.
				if last, _, _ := r.since(ctx, after); len(last) == 0 {
					yield(play.Event{}, ErrClosed)
					return
				}
			}
		}
	}
}

// since returns at least the next events, and a channel closed on the next change.
func (r *Room) since(ctx context.Context, after int) ([]play.Event, <-chan struct{}, error) {
	r.mu.Lock()
	events, changed, number := r.recentEvents, r.changed, r.state.Number()
	r.mu.Unlock()
	if after < 0 || after > number {
		return nil, nil, fmt.Errorf("after event %d: want 0 to %d", after, number)
	}
	if first := number - len(events); after >= first {
		return events[after-first:], changed, nil
	}
	older, err := r.config.Log.Events(ctx, r.id, after)
	if err != nil {
		return nil, nil, fmt.Errorf("after event %d: %w", after, err)
	}
	// Events that are stored but not acknowledged yet are yielded later.
	return older[:min(number-after, len(older))], changed, nil
}

// Since returns the events whose numbers are above after, without waiting. They are
// unfiltered, see [play.Event.For]. A number beyond the last event is an error.
func (r *Room) Since(ctx context.Context, after int) ([]play.Event, error) {
	events, _, err := r.since(ctx, after)
	return events, err
}

// recentEvents are the last events of a game, enough for connected clients to
// catch up. Others read the log, so that thousands of games need not keep their
// events in memory.
type recentEvents []play.Event

const (
	minRecent = 4
	maxRecent = 8
)

// append does not change what concurrent readers see.
func (e recentEvents) append(more []play.Event) recentEvents {
	if len(e)+len(more) <= maxRecent {
		return append(e, more...)
	}
	all := slices.Concat(e, more)
	kept := make(recentEvents, 0, maxRecent)
	return append(kept, all[max(0, len(all)-max(minRecent, len(more))):]...)
}

// HeartbeatStore keeps heartbeats across a crash.
type HeartbeatStore interface {
	// Beat stores that players can be heard at a time, and outages before it.
	// An outage with the same start replaces the stored one.
	Beat(ctx context.Context, at play.Instant, outages ...play.Span) error
	// LastBeat returns the last beat, 0 if there was none or another program is
	// being heard, and all outages.
	LastBeat(ctx context.Context) (last play.Instant, outages []play.Span, err error)
	// Time returns the time by the clock that all programs on the store share.
	Time(ctx context.Context) (play.Instant, error)
}

const (
	beatInterval              = time.Second
	maxGap       play.Instant = 3000 // the longest gap between heartbeats, in ms, that is not an outage
	maxBehind    play.Instant = 1000 // how far, in ms, the clock may be behind the shared one
)

// Heartbeat is the program's heartbeat and its clock. The clock shows the time at the start,
// by the store's clock, plus the elapsed time, even if the store's clock is set back. If it
// falls behind the store's, as when the machine was suspended, it moves forward; that is an
// outage. All rooms share it.
type Heartbeat struct {
	store     HeartbeatStore
	startedAt time.Time
	start     atomic.Int64 // the play.Instant at startedAt

	mu            sync.Mutex
	last          play.Instant
	outages       []play.Span
	countsOutages bool // false until players can have been heard
}

// NewHeartbeat starts the heartbeat. The time since the previous program's last
// beat is an outage; if there was no program before, outages count from Run. The clock
// never runs behind that beat, even if the store's clock was set back.
func NewHeartbeat(ctx context.Context, heart HeartbeatStore) (*Heartbeat, error) {
	last, outages, err := heart.LastBeat(ctx)
	if err != nil {
		return nil, err
	}
	shared, err := heart.Time(ctx)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	start := max(shared, last)
	p := &Heartbeat{store: heart, startedAt: began, last: cmp.Or(last, start), outages: outages, countsOutages: last > 0}
	p.start.Store(int64(start))
	return p, p.beat(ctx, 0)
}

// Now returns the time.
func (p *Heartbeat) Now() play.Instant {
	return play.Instant(p.start.Load() + time.Since(p.startedAt).Milliseconds())
}

// Run beats until ctx is done. Call it when players can be heard: until then
// time does not count, nor while beats fail.
func (p *Heartbeat) Run(ctx context.Context) {
	ticker := time.NewTicker(beatInterval)
	defer ticker.Stop()
	for allowed := play.Instant(0); ; allowed = maxGap {
		p.mu.Lock()
		_ = p.beat(ctx, allowed) // Check reports the failure where it matters
		p.countsOutages = true
		p.mu.Unlock()
		p.catchUp(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// Check returns the time and all outages before it. It first tries to end one that lasts,
// and fails if it cannot.
func (p *Heartbeat) Check(ctx context.Context) (play.Instant, []play.Span, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Now()-p.last > maxGap {
		if err := p.beat(ctx, maxGap); err != nil {
			return 0, nil, err
		}
	}
	return p.Now(), p.outages, nil
}

// beat stores an outage if the last beat is longer ago than allowed. mu must be held.
func (p *Heartbeat) beat(ctx context.Context, allowed play.Instant) error {
	now := p.Now()
	var outage []play.Span
	if p.countsOutages && now-p.last > allowed {
		outage = []play.Span{{From: p.last, To: now}}
	}
	if err := p.store.Beat(ctx, now, outage...); err != nil {
		return err
	}
	p.last = now
	p.outages = append(p.outages, outage...)
	return nil
}

// catchUp moves a clock forward that is behind the shared one.
func (p *Heartbeat) catchUp(ctx context.Context) {
	shared, err := p.store.Time(ctx) // without mu, for which the rooms wait
	if err != nil {
		return // the next beat asks again
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if behind := shared - p.Now(); behind > maxBehind {
		p.start.Add(int64(behind))
		_ = p.beat(ctx, 0)
	}
}
