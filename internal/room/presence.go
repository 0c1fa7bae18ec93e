package room

import (
	"sync"

	"thera/game"
	"thera/internal/play"
)

// presence knows which players are connected. It is not part of the log.
type presence struct {
	mu    sync.Mutex
	seats []attendance
}

type attendance struct {
	connections int
	gone        play.Instant // since when there are none
}

// begin says that nobody is there yet.
func (p *presence) begin(seats int, now play.Instant) {
	p.seats = make([]attendance, seats)
	for i := range p.seats {
		p.seats[i].gone = now
	}
}

// gone returns since when a seat's player has not been there, which is now if
// he is there.
func (p *presence) gone(seat game.Seat, now play.Instant) play.Instant {
	p.mu.Lock()
	defer p.mu.Unlock()
	if int(seat) >= len(p.seats) || p.seats[seat].connections > 0 {
		return now
	}
	return p.seats[seat].gone
}

// Enter says that a player has a connection more; the returned function, to be
// called once, that it is gone. A seat that does not exist is nobody's.
func (r *Room) Enter(seat game.Seat) (leave func()) {
	p := &r.presence
	p.mu.Lock()
	defer p.mu.Unlock()
	if int(seat) >= len(p.seats) {
		return func() {}
	}
	p.seats[seat].connections++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.seats[seat].connections--
		p.seats[seat].gone = r.config.Pulse.Now()
	}
}

// Present returns the seats whose players are there.
func (r *Room) Present() (present game.Seats) {
	r.presence.mu.Lock()
	defer r.presence.mu.Unlock()
	for i, a := range r.presence.seats {
		if a.connections > 0 {
			present |= game.Only(game.Seat(i))
		}
	}
	return present
}
