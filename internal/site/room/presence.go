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
	seats    []attendance
	watchers int
	others   map[string]Here // what rooms of the game in other programs say
}

type attendance struct {
	connections int
	gone        play.Instant // since when there are none anywhere
}

// begin says that nobody is there yet.
func (p *presence) begin(seats int, now play.Instant) {
	p.seats = make([]attendance, seats)
	for i := range p.seats {
		p.seats[i].gone = now
	}
}

// present returns the seats whose players are there, in any program.
func (p *presence) present() game.Seats {
	present := p.here().Seats
	for _, h := range p.others {
		present |= h.Seats
	}
	return present
}

// here returns who is there in this program.
func (p *presence) here() Here {
	h := Here{Watchers: p.watchers}
	for i, a := range p.seats {
		if a.connections > 0 {
			h.Seats |= game.Only(game.Seat(i))
		}
	}
	return h
}

// gone returns since when a seat's player has not been there, which is now if
// he is there.
func (p *presence) gone(seat game.Seat, now play.Instant) play.Instant {
	p.mu.Lock()
	defer p.mu.Unlock()
	if int(seat) >= len(p.seats) || p.present().Has(seat) {
		return now
	}
	return p.seats[seat].gone
}

// Enter says that a player has a connection more; the returned function, to be
// called once, that it is gone. A seat that does not exist is nobody's.
func (r *Room) Enter(seat game.Seat) (leave func()) {
	if int(seat) >= len(r.presence.seats) {
		return func() {}
	}
	add := func(n int) {
		r.attend(func(p *presence) { p.seats[seat].connections += n })
	}
	add(1)
	return func() { add(-1) }
}

// Look says that one more looks on; the returned function, to be called once,
// that he does so no more.
func (r *Room) Look() (leave func()) {
	r.attend(func(p *presence) { p.watchers++ })
	return func() { r.attend(func(p *presence) { p.watchers-- }) }
}

// attend changes who is there in this program, and tells the others.
func (r *Room) attend(change func(*presence)) {
	p := &r.presence
	p.mu.Lock()
	before := p.here()
	r.move(change)
	after := p.here()
	p.mu.Unlock()
	if after != before {
		r.config.Peers.Say(r.id, Word{Here: &after})
	}
}

// elsewhere notes who is there in another program.
func (r *Room) elsewhere(program string, h Here) {
	r.presence.mu.Lock()
	r.move(func(p *presence) {
		if h == (Here{}) {
			delete(p.others, program)
			return
		}
		if p.others == nil {
			p.others = map[string]Here{}
		}
		p.others[program] = h
	})
	r.presence.mu.Unlock()
	r.tell(Change{Game: r.id, State: r.State()})
}

// move changes who is there, and remembers when somebody has gone. The presence
// is locked.
func (r *Room) move(change func(*presence)) {
	p := &r.presence
	before := p.present()
	change(p)
	for seat := range (before &^ p.present()).All() {
		p.seats[seat].gone = r.config.Pulse.Now()
	}
}

// sayHere tells the others who is there in this program.
func (r *Room) sayHere() {
	r.presence.mu.Lock()
	here := r.presence.here()
	r.presence.mu.Unlock()
	r.config.Peers.Say(r.id, Word{Here: &here})
}

// Present returns the seats whose players are there.
func (r *Room) Present() game.Seats {
	r.presence.mu.Lock()
	defer r.presence.mu.Unlock()
	return r.presence.present()
}

// Watchers returns how many look on.
func (r *Room) Watchers() int {
	r.presence.mu.Lock()
	defer r.presence.mu.Unlock()
	n := r.presence.watchers
	for _, h := range r.presence.others {
		n += h.Watchers
	}
	return n
}

// asked reports whether somebody is in another room of the game, who may want
// something of this one.
func (r *Room) asked() bool {
	r.presence.mu.Lock()
	defer r.presence.mu.Unlock()
	return len(r.presence.others) > 0
}

// isAt reports whether somebody is in the room of another program.
func (r *Room) isAt(program string) bool {
	r.presence.mu.Lock()
	defer r.presence.mu.Unlock()
	_, is := r.presence.others[program]
	return is
}
