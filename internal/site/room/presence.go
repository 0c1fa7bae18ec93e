package room

import (
	"sync"

	"thera/game"
	"thera/internal/site/play"
)

// presence knows which players are connected, and how many look on. It is not
// part of the log.
type presence struct {
	mu       sync.Mutex
	seats    []seatPresence
	watchers int
	remote   map[string]LocalPresence // what rooms of the game in other programs say
}

type seatPresence struct {
	connections int
	goneSince   play.Instant // since when there are none anywhere
}

// reset says that nobody is there yet.
func (p *presence) reset(seats int, now play.Instant) {
	p.seats = make([]seatPresence, seats)
	for i := range p.seats {
		p.seats[i].goneSince = now
	}
}

// presentSeats returns the seats whose players are there, in any program.
func (p *presence) presentSeats() game.Seats {
	present := p.local().Seats
	for _, h := range p.remote {
		present |= h.Seats
	}
	return present
}

// local returns who is there in this program.
func (p *presence) local() LocalPresence {
	h := LocalPresence{Watchers: p.watchers}
	for i, a := range p.seats {
		if a.connections > 0 {
			h.Seats |= game.Only(game.Seat(i))
		}
	}
	return h
}

// goneSince returns since when a seat's player has not been there, which is now if
// he is there.
func (p *presence) goneSince(seat game.Seat, now play.Instant) play.Instant {
	p.mu.Lock()
	defer p.mu.Unlock()
	if int(seat) >= len(p.seats) || p.presentSeats().Has(seat) {
		return now
	}
	return p.seats[seat].goneSince
}

// Enter says that a player has a connection more; the returned function, to be
// called once, that it is gone. A seat that does not exist is nobody's.
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

// AddWatcher says that one more looks on; the returned function, to be called once,
// that he does so no more.
func (r *Room) AddWatcher() (leave func()) {
	r.changePresence(func(p *presence) { p.watchers++ })
	return func() { r.changePresence(func(p *presence) { p.watchers-- }) }
}

// changePresence changes who is there in this program, and tells the others.
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

// setRemotePresence notes who is there in another program.
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

// updatePresence changes who is there, and remembers when somebody has gone. The presence
// is locked.
func (r *Room) updatePresence(change func(*presence)) {
	p := &r.presence
	before := p.presentSeats()
	change(p)
	for seat := range (before &^ p.presentSeats()).All() {
		p.seats[seat].goneSince = r.config.Heartbeat.Now()
	}
}

// announcePresence tells the others who is there in this program.
func (r *Room) announcePresence() {
	r.presence.mu.Lock()
	here := r.presence.local()
	r.presence.mu.Unlock()
	r.config.Peers.Broadcast(r.id, Message{Presence: &here})
}

// Present returns the seats whose players are there.
func (r *Room) Present() game.Seats {
	r.presence.mu.Lock()
	defer r.presence.mu.Unlock()
	return r.presence.presentSeats()
}

// Watchers returns how many look on.
func (r *Room) Watchers() int {
	r.presence.mu.Lock()
	defer r.presence.mu.Unlock()
	n := r.presence.watchers
	for _, h := range r.presence.remote {
		n += h.Watchers
	}
	return n
}

// hasVisitorsElsewhere reports whether somebody is in another room of the game, who may want
// something of this one.
func (r *Room) hasVisitorsElsewhere() bool {
	r.presence.mu.Lock()
	defer r.presence.mu.Unlock()
	return len(r.presence.remote) > 0
}

// isVisitedFrom reports whether somebody is in the room of another program.
func (r *Room) isVisitedFrom(program string) bool {
	r.presence.mu.Lock()
	defer r.presence.mu.Unlock()
	_, is := r.presence.remote[program]
	return is
}
