package room

import (
	"sync"

	"thera/game"
	"thera/internal/site/play"
)

// presence knows which players are connected and how many people watch. It is
// not part of the log.
type presence struct {
	mu       sync.Mutex
	seats    []seatPresence
	watchers int
	remote   map[string]LocalPresence // by node
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

// presentSeats returns the seats whose players are connected to any node.
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

// changePresence changes who is connected here and tells the other nodes.
func (r *Room) changePresence(change func(*presence)) {
	p := &r.presence
	p.mu.Lock()
	before := p.local()
	r.updatePresence(change)
	after := p.local()
	p.mu.Unlock()
	if after != before {
		r.config.Peers.Broadcast(r.id, Message{Presence: &after})
	}
}

// setRemotePresence records who is connected to another node.
func (r *Room) setRemotePresence(program string, h LocalPresence) {
	r.presence.mu.Lock()
	r.updatePresence(func(p *presence) {
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
	r.notify(Change{Game: r.id, State: r.State()})
}

// updatePresence applies a change and records who has gone. presence.mu must be held.
func (r *Room) updatePresence(change func(*presence)) {
	p := &r.presence
	before := p.presentSeats()
	change(p)
	for seat := range (before &^ p.presentSeats()).All() {
		p.seats[seat].goneSince = r.config.Heartbeat.Now()
	}
}

func (r *Room) announcePresence() {
	r.presence.mu.Lock()
	here := r.presence.local()
	r.presence.mu.Unlock()
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

// isVisitedFrom reports whether somebody is connected to the game on a node.
func (r *Room) isVisitedFrom(program string) bool {
	r.presence.mu.Lock()
	defer r.presence.mu.Unlock()
	_, is := r.presence.remote[program]
	return is
}
