package santorini

import "thera/game"

// playPowered makes a legal move with powers.
func (p *Position) playPowered(m Move) {
	from, to, build := m.Spaces()
	if m.IsPlacement() {
		p.shift(p.turn, Single(from)|Single(to))
		p.pass()
		p.resolveStuck()
		return
	}
	extra, more, end := m.Extra()
	if extra == Before {
		p.raise(more)
	}
	rose := false
	if !m.IsStill() {
		p.displace(from, to)
		p.shift(p.turn, Single(from)^Single(to))
		rose = p.Level(to) > p.Level(from)
	}
	switch {
	case build == Nowhere:
		p.win()
		return
	case extra == Both:
		p.shift(p.turn, Single(more)^Single(end))
	case extra == Also:
		p.raise(more)
	}
	if rose && p.Power(p.turn) == Athena {
		p.rise()
	}
	p.raise(build)
	for extra == Domed && p.Level(build) < Dome {
		p.raise(build)
	}
	p.pass()
	p.liftBan(p.turn)
	p.resolveStuck()
}

// shift flips squares in the worker set of a seat and its partner: workers leave those
// they stand on and appear on the others.
func (p *Position) shift(seat game.Seat, squares Spaces) {
	for one := range p.team(seat).All() {
		p.workers[one] ^= squares
		for rest := squares; rest != 0; rest &= rest - 1 {
			p.hash ^= workerKeys[one][rest.First()]
		}
	}
}

// displace makes room for a worker that goes from one square to another: Apollo swaps
// places with a rival, and Minotaur pushes it straight on.
//
// rules/santorini.md 6.1, 6.8
func (p *Position) displace(from, to Space) {
	goes := from
	if p.Power(p.turn) == Minotaur {
		goes = behind[from][to]
	}
	for seat := range (p.in &^ p.team(p.turn)).All() {
		if p.workers[seat].Has(to) {
			p.shift(seat, Single(to)^Single(goes))
			return
		}
	}
}

// rise records that a worker of the seat to move has gone up, with Athena.
//
// rules/santorini.md 6.3
func (p *Position) rise() {
	p.marks |= uint8(game.Only(p.turn))
	p.hash ^= risenKeys[p.turn]
}

// liftBan ends the ban that a seat has put on its rivals by going up, if it has.
//
// rules/santorini.md 6.3
func (p *Position) liftBan(seat game.Seat) {
	if p.risen().Has(seat) {
		p.marks &^= uint8(game.Only(seat))
		p.hash ^= risenKeys[seat]
	}
}

// win ends the game in favor of the seat to move and its partner, and lifts all bans.
//
// rules/santorini.md 4.2, 5.2
func (p *Position) win() {
	winners := p.team(p.turn)
	p.climb()
	p.winners = winners
	for seat := range p.risen().All() {
		p.liftBan(seat)
	}
}
