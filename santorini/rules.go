package santorini

import (
	"errors"
	"fmt"

	"thera/game"
)

// rules describes the game to package game.
//
// rules/santorini.md 1.3, 1.4
var rules = game.Rules[Position, Move]{
	Name: "santorini",
	Variants: []game.Variant{
		{Name: "2p", Start: "00000/00000/00000/00000/00000 -,- 1"},
		{Name: "3p", Start: "00000/00000/00000/00000/00000 -,-,- 1"},
		{Name: "4p", Start: "00000/00000/00000/00000/00000 -,-,-,- 1"},
		{Name: "teams", Start: "00000/00000/00000/00000/00000 -,-,+,+ 1"},
	},
	Parse:     Parse,
	ParseMove: ParseMove,
	Compose:   compose,
	Choose:    choose,
	Ending:    (*Position).ending,
	Eliminate: (*Position).withdraw,
	Aliases:   (*Position).AppendAliases,
	Explain:   (*Position).explain,
	Image:     Move.Image,
}

// choose returns a start position with the powers of the seats, as in "athena,pan".
//
// rules/santorini.md 5.1
func choose(start Position, powers string) (Position, error) {
	if err := start.parsePowers(powers); err != nil {
		return start, err
	}
	if err := start.checkRisen(); err != nil {
		return start, err
	}
	start.begin()
	return start, nil
}

// Rules returns the game for programs. Its variants are 2p, 3p and 4p, an empty board
// for two, three or four players, and teams, two against two. Powers may follow, as in
// "2p:athena,pan".
func Rules() game.Game { return game.New(rules) }

// teamsMark marks a game in teams: seats 1 and 3 against 2 and 4. Partners share a pair
// of workers, which the first of them places. Each has a power of its own, for its own
// turns. A team wins or loses as a whole.
//
// rules/santorini.md 4.1, 4.2, 4.3
const teamsMark = 1 << 7

// IsTeams reports whether the four seats play in teams.
func (p *Position) IsTeams() bool { return p.marks&teamsMark != 0 }

// team returns a seat and, in teams, its partner.
//
// rules/santorini.md 4.2
func (p *Position) team(seat game.Seat) game.Seats {
	if p.IsTeams() {
		return game.Only(seat) | game.Only(partner(seat))
	}
	return game.Only(seat)
}

// Allies returns the seats that win and lose together with a seat, itself included.
func (p *Position) Allies(seat game.Seat) game.Seats { return p.team(seat) }

// partner returns the seat that shares the workers of a seat in teams.
func partner(seat game.Seat) game.Seat { return seat ^ 2 }

// AsTwo returns the position between two players that a game of more in progress amounts
// to, and false if there is none: with the same turns and the same result for their sides.
// It exists if only two players are left, who become seats 1 and 2, and in teams if
// partners have the same power, since they take turns with the same workers. Athena is an
// exception in teams, because her ban lasts until her own next turn.
func (p *Position) AsTwo() (two Position, ok bool) {
	sides := p.in
	if p.IsTeams() {
		sides &= p.evenTeams()
	}
	if p.seats == minSeats || p.winners != 0 || sides.Len() != minSeats {
		return two, false
	}
	two = Position{above: p.above, seats: minSeats}
	seat := game.Seat(0)
	for side := range sides.All() {
		two.in |= game.Only(seat)
		two.workers[seat] = p.workers[side]
		two.setPower(seat, p.Power(side))
		if p.Risen().Has(side) {
			two.marks |= uint8(game.Only(seat))
		}
		if p.team(side).Has(p.turn) {
			two.turn = seat
		}
		seat++
	}
	two.hash = two.freshHash(game.Symmetry{})
	return two, true
}

// evenTeams returns the first seats of the teams whose partners have the same power, not
// Athena's.
func (p *Position) evenTeams() (first game.Seats) {
	for seat := range game.Seat(maxSeats / 2) {
		if power := p.Power(seat); power != Athena && power == p.Power(partner(seat)) {
			first |= game.Only(seat)
		}
	}
	return first
}

// setTeams sets up teams of four seats without powers.
func (p *Position) setTeams() {
	p.marks |= teamsMark
	for seat := range game.Seat(maxSeats) {
		p.setPower(seat, Mortal)
	}
}

// withdraw takes a seat's workers off the board and, if it was that seat's turn,
// passes the turn on. It is for a player who gives up; in teams, the partner is out
// too. It works with three or four players once all workers are placed; before that,
// and with two players, it reports false.
func (p *Position) withdraw(seat game.Seat) bool {
	if p.seats == minSeats || p.waiting() != 0 {
		return false
	}
	p.eliminate(seat)
	p.resolveStuck()
	return true
}

// needs returns the power that a turn requires beyond one step and one build, and what
// it requires it for.
func (m Move) needs() (power Power, what string) {
	extra, more, _ := m.Extra()
	from, to, _ := m.Spaces()
	switch {
	case m.IsPlacement():
		return Mortal, ""
	case m.IsStill():
		return Hermes, "building without moving"
	case extra == Via:
		return Artemis, "stepping twice"
	case extra == Domed:
		return Atlas, "a dome on any level"
	case extra == Also && more == m.build():
		return Hephaestus, "building twice on a square"
	case extra == Also:
		return Demeter, "building on two squares"
	case extra == Before:
		return Prometheus, "building before moving"
	case extra == Both:
		return Hermes, "walking with both workers"
	case !neighbors[from].Has(to) && to != from:
		return Hermes, "walking further than one step"
	}
	return Mortal, ""
}

// explain says why a turn is illegal as far as powers are concerned: which power it
// would need, what the seat's own power allows, or what a rival's forbids. It returns
// nil for the rules of the base game.
func (p *Position) explain(m Move) error {
	if p.winners != 0 || p.workers[p.turn] == 0 || m.IsPlacement() {
		return nil
	}
	r := p.mover()
	from, to, build := m.Spaces()
	if extra, _, _ := m.Extra(); r.power == Artemis && extra == 0 && !m.IsStill() && from != to &&
		!neighbors[from].Has(to) && neighbors[from]&neighbors[to] != 0 {
		return errors.New("stepping twice names the square between: want from-between-to(build)")
	}
	if needed, what := m.needs(); needed != Mortal && needed != r.power {
		return fmt.Errorf("%s takes the power of %s, and seat %s is %s, who %s", what, needed, p.turn, r.power, r.power.Rule())
	}
	if m.IsStill() || !r.own.Has(from) || to == from {
		return nil
	}
	level, height := p.Level(from), p.Level(to)
	if m.is(Before) && m.more() == to {
		height++
	}
	switch {
	case p.IsGrounded() && height > level:
		return fmt.Errorf("no worker of seat %s may go up this turn, because athena went up on her last", p.turn)
	case m.is(Before) && height > level:
		return fmt.Errorf("a worker that builds before moving may not go up: %s is then on level %d, %s on %d", to, height, from, level)
	case r.power == Minotaur && (neighbors[from] & r.rivals &^ (r.tooHigh(level) | r.steps(from, level))).Has(to):
		return fmt.Errorf("the worker on %s can't be pushed: want the square straight behind it to be on the board, without a worker or a dome", to)
	case r.rivals.Has(to) && r.power != Apollo && r.power != Minotaur:
		return fmt.Errorf("a worker stands on %s: moving there takes the power of apollo or minotaur, and seat %s is %s, who %s",
			to, p.turn, r.power, r.power.Rule())
	case build == Nowhere && height+2 <= level && r.power != Pan:
		return fmt.Errorf("winning by moving down takes the power of pan, and seat %s is %s, who %s", p.turn, r.power, r.power.Rule())
	case m.is(Also) && m.more() == build && p.above[1].Has(build):
		return fmt.Errorf("no second block on %s: want level 0 or 1", build)
	case r.power == Hermes && height == level && !r.field(from).Has(to):
		return fmt.Errorf("cannot walk from %s to %s on level %d", from, to, level)
	}
	return nil
}
