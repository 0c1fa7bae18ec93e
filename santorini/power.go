package santorini

import (
	"errors"
	"fmt"
	"strings"

	"thera/game"
)

// Power is what a god allows a seat beyond the rules of the base game.
//
// rules/santorini.md 5.1
type Power uint8

// The ten simple powers of the rule book, and none.
const (
	Mortal     Power = iota // none
	Apollo                  // moves onto a rival's square and sends the rival to the one it left
	Artemis                 // may step twice
	Athena                  // after it goes up, no rival may on its next turn
	Atlas                   // may build a dome on any level
	Demeter                 // may build on two squares
	Hephaestus              // may build two blocks on one square
	Hermes                  // both workers may walk any distance on their level
	Minotaur                // pushes rivals straight on
	Pan                     // also wins by moving down two levels or more
	Prometheus              // may build before it moves, if it does not go up
	// NumPowers is the number of powers, Mortal included.
	NumPowers = iota
)

// powerBits is the number of bits for a seat's power in a position.
const powerBits = 4

var powerNames = [NumPowers]string{
	"mortal", "apollo", "artemis", "athena", "atlas", "demeter", "hephaestus", "hermes", "minotaur", "pan", "prometheus",
}

var powerRules = [NumPowers]string{
	"has no power",
	"may go onto a rival's square, and the rival to the one just left",
	"may step twice, but not back",
	"keeps rivals from going up after she has gone up",
	"may build a dome on any level",
	"may build on two squares",
	"may build two blocks on one square",
	"may walk with both workers, or none, where they need not go up or down",
	"may push a rival straight on",
	"also wins by moving down two levels or more",
	"may build before he moves too, if he does not go up",
}

// Rule returns what a seat with this power may do, as a phrase that follows its name:
// "may step twice, but not back".
func (w Power) Rule() string { return powerRules[w] }

// String returns the name as in texts, in lower case.
func (w Power) String() string { return powerNames[w] }

// Powers returns all powers, [Mortal] first.
func Powers() []Power {
	all := make([]Power, NumPowers)
	for i := range all {
		all[i] = Power(i)
	}
	return all
}

// ParsePower reads a name. The error lists the known ones.
func ParsePower(name string) (Power, error) {
	for i, known := range powerNames {
		if known == name {
			return Power(i), nil
		}
	}
	return Mortal, fmt.Errorf("power %q: want one of %s", name, strings.Join(powerNames[:], ", "))
}

// parsePowers reads the powers of the seats, and ^ after Athena.
func (p *Position) parsePowers(text string) error {
	names := strings.Split(text, ",")
	if len(names) != int(p.seats) {
		return fmt.Errorf("%d powers: want %d, one for each seat, as in athena,pan", len(names), p.seats)
	}
	for i, name := range names {
		name, up := strings.CutSuffix(name, "^")
		power, err := ParsePower(name)
		switch {
		case err != nil:
			return err
		case up && power != Athena:
			return fmt.Errorf("%s^: want ^ after athena alone, after whose going up no rival may", name)
		case up:
			p.marks |= uint8(game.Only(game.Seat(i)))
		}
		p.setPower(game.Seat(i), power)
	}
	return nil
}

// checkRisen refuses ^ if that seat cannot have gone up. The ban lasts until it is that
// seat's turn again, so ^ on the seat to move has no meaning and is dropped.
func (p *Position) checkRisen() error {
	switch {
	case p.Risen()&^p.in != 0:
		return errors.New("want no ^ at a seat that is out")
	case p.Risen() != 0 && p.waiting() != 0:
		return errors.New("want no ^ before all have placed their workers")
	}
	p.marks &^= uint8(game.Only(p.turn))
	return nil
}

// Power returns the power of a seat from 0 to 3.
func (p *Position) Power(seat game.Seat) Power { return p.powerCode(seat) % NumPowers }

// powerCode returns the four bits for a seat's power.
func (p *Position) powerCode(seat game.Seat) Power {
	return Power(p.powers >> (powerBits * seat) & (1<<powerBits - 1))
}

func (p *Position) setPower(seat game.Seat, power Power) {
	if power == Mortal && p.IsTeams() {
		power = NumPowers
	}
	p.powers &^= (1<<powerBits - 1) << (powerBits * seat)
	p.powers |= uint16(power) << (powerBits * seat)
}

// IsBase reports whether the base game is played, without powers or teams.
func (p *Position) IsBase() bool { return p.powers == 0 }

// Risen returns the seats after whose last turn no rival may go up, because of Athena.
func (p *Position) Risen() game.Seats { return game.Seats(p.marks) & (1<<maxSeats - 1) }

// IsGrounded reports whether no worker of the seat to move may go up this turn, because
// a rival with Athena's power went up on its last.
//
// rules/santorini.md 4.3, 6.3
func (p *Position) IsGrounded() bool { return p.isGrounded(p.turn) }

func (p *Position) isGrounded(seat game.Seat) bool { return p.Risen()&^p.team(seat) != 0 }

func (p *Position) hasPowers() bool {
	for seat := range game.Seat(p.seats) {
		if p.Power(seat) != Mortal {
			return true
		}
	}
	return false
}

func (p *Position) powerTexts() (names []string) {
	for seat := range game.Seat(p.seats) {
		name := p.Power(seat).String()
		if p.Risen().Has(seat) {
			name += "^"
		}
		names = append(names, name)
	}
	return names
}

// countPowered returns the number of legal moves with powers, without listing them: the
// number of positions that they lead to.
func (p *Position) countPowered() int {
	r := p.mover()
	switch {
	case p.winners != 0:
		return 0
	case r.own == 0:
		return countPlacements(r.free)
	case r.power == Hermes:
		return r.countHermes()
	}
	return r.countWorker(r.own.First()) + r.countWorker(r.own.Last())
}

func (r *mover) countWorker(from Space) int {
	level := r.Level(from)
	all := r.steps(from, level)
	wins := all & r.winning(level)
	steps := all &^ wins
	free := r.free | Single(from)
	switch r.power {
	case Artemis:
		twice, won := r.again(from, steps)
		wins |= won
		return wins.Len() + adjacent(steps|twice, free)
	case Apollo, Minotaur:
		// A displaced rival takes the square just left, or one more square next to the
		// worker: one square fewer to build on either way.
		return wins.Len() + adjacent(steps, r.free) + (steps & r.free).Len()
	case Atlas:
		return wins.Len() + adjacent(steps, free) + adjacent(steps, free&^r.above[Top-1])
	case Hephaestus:
		return wins.Len() + adjacent(steps, free) + adjacent(steps, free&^r.above[1])
	case Demeter:
		n := wins.Len()
		for ; steps != 0; steps &= steps - 1 {
			builds := (neighbors[steps.First()] & free).Len()
			n += builds * (builds + 1) / 2 // one square or two
		}
		return n
	case Prometheus:
		n := wins.Len() + adjacent(steps, free)
		for level := steps &^ r.above[level]; level != 0; level &= level - 1 {
			n += r.countTwo(from, level.First(), neighbors[level.First()]&free)
		}
		return n
	}
	return wins.Len() + adjacent(steps, free)
}

// countTwo returns how many ways Prometheus has to build before and after a worker goes
// from one square to another without going up, given the squares on which it can build
// after. Two different squares count once, in either order.
func (r *mover) countTwo(from, to Space, lasts Spaces) int {
	firsts := r.firsts(from, to, Nowhere)
	either := firsts & lasts
	twice := either &^ r.above[Top-1]
	pairs := either.Len() * (either.Len() - 1) / 2
	return firsts.Len()*lasts.Len() - either.Len() - pairs + twice.Len()
}

// adjacent counts the ways to choose a square of x and a neighbor of it in y.
func adjacent(x, y Spaces) int { return pairOf(x, 0).adjacent(pairOf(y, 0)) }

// isStuckPowered reports whether the seat to move has workers and no turn, with powers.
// A worker that can go onto a free square can build on the square it left, and so can
// Minotaur after pushing a rival; Apollo's worker has to find another square, and
// Hermes' need not move. It first looks for a step onto a free square that is not
// higher, which no power takes away and there nearly always is.
//
// rules/santorini.md 3.2, 5.3
func (p *Position) isStuckPowered() bool {
	own, occupied := p.workers[p.turn], p.Occupied()
	if own == 0 {
		return false
	}
	for rest := own; rest != 0; rest &= rest - 1 {
		if from := rest.First(); neighbors[from]&^(occupied|p.above[p.Level(from)]) != 0 {
			return false
		}
	}
	r := p.mover()
	for own := r.own; own != 0; own &= own - 1 {
		from := own.First()
		level := r.Level(from)
		steps := r.steps(from, level)
		switch {
		case r.power == Hermes && neighbors[from]&r.free != 0,
			steps&(r.free|r.winning(level)) != 0,
			r.power == Minotaur && steps != 0,
			steps.Spread()&r.free != 0:
			return false
		}
	}
	return true
}

// appendPowered appends the legal moves with powers, one for each position that they
// lead to, in the order of their codes.
//
// rules/santorini.md 5.3, 5.4
func (p *Position) appendPowered(moves []Move) []Move {
	r := p.mover()
	if r.power == Hermes {
		return r.appendHermes(moves)
	}
	for own := r.own; own != 0; own &= own - 1 {
		moves = r.appendWorker(moves, own.First())
	}
	return moves
}

func (r *mover) appendWorker(moves []Move, from Space) []Move {
	reach := r.reach(from)
	for to := reach.steps | reach.wins; to != 0; to &= to - 1 {
		moves = r.appendTo(moves, &reach, to.First())
	}
	return moves
}

// reach is where a worker can go in one turn.
type reach struct {
	from  Space
	level uint
	once  Spaces // by one step
	steps Spaces // without winning
	wins  Spaces // by winning; with Artemis a square may be in both sets
}

func (r *mover) reach(from Space) reach {
	level := r.Level(from)
	once := r.steps(from, level)
	wins := once & r.winning(level)
	steps := once &^ wins
	if r.power == Artemis {
		twice, won := r.again(from, steps)
		steps |= twice
		wins |= won
	}
	return reach{from, level, once, steps, wins}
}

// appendTo appends the turns in which a worker goes to a square that it can reach.
func (r *mover) appendTo(moves []Move, w *reach, to Space) []Move {
	winning := r.winning(w.level)
	if w.steps.Has(to) {
		move := NewMove(w.from, to, 0)
		if !w.once.Has(to) || winning.Has(to) {
			move = r.via(move, w.once&^winning, false)
		}
		moves = r.appendBuilds(moves, move, r.builds(w.from, to))
	}
	if w.wins.Has(to) {
		move := NewMove(w.from, to, Nowhere)
		if !w.once.Has(to) || !winning.Has(to) {
			move = r.via(move, w.once&^winning, true)
		}
		moves = append(moves, move)
	}
	return moves
}

// via returns a move of two steps with the lowest square between that works.
func (r *mover) via(move Move, steps Spaces, win bool) Move {
	to := move.to()
	for steps &= neighbors[to]; steps != 0; steps &= steps - 1 {
		s := steps.First()
		level := r.Level(s)
		if !r.tooHigh(level).Has(to) && r.winning(level).Has(to) == win {
			return move.With(Via, s)
		}
	}
	return move
}

// appendBuilds appends the turns that continue a move by building.
//
// rules/santorini.md 6.4, 6.5, 6.6, 6.10
func (r *mover) appendBuilds(moves []Move, move Move, builds Spaces) []Move {
	for rest := builds; rest != 0; rest &= rest - 1 {
		s := rest.First()
		built := move | Move(s)<<buildShift
		moves = append(moves, built)
		switch r.power {
		case Atlas:
			if !r.above[Top-1].Has(s) {
				moves = append(moves, built.With(Domed, 0))
			}
		case Demeter:
			for more := rest & (rest - 1); more != 0; more &= more - 1 {
				moves = append(moves, built.With(Also, more.First()))
			}
		case Hephaestus:
			if !r.above[1].Has(s) {
				moves = append(moves, built.With(Also, s))
			}
		case Prometheus:
			firsts := r.firsts(move.from(), move.to(), s)
			if r.firsts(move.from(), move.to(), Nowhere).Has(s) {
				firsts &^= rest & (rest - 1) // the same two squares in the other order
			}
			for ; firsts != 0; firsts &= firsts - 1 {
				moves = append(moves, built.With(Before, firsts.First()))
			}
		}
	}
	return moves
}

// firsts returns the squares on which Prometheus can build before a worker goes from
// one square to another without going up, and builds on last.
//
// rules/santorini.md 6.10
func (r *mover) firsts(from, to, last Space) Spaces {
	level := r.Level(from)
	if r.above[level].Has(to) {
		return 0
	}
	firsts := neighbors[from] & r.free
	if level == 0 || r.above[level-1].Has(to) {
		firsts &^= Single(to) // or the step would go up
	}
	if r.above[Top-1].Has(last) {
		firsts &^= Single(last) // or last would already have a dome
	}
	return firsts
}

// playPowered is Play with powers. A worker that goes up on a turn of Athena's begins the
// ban on going up, and her next turn lifts it.
//
// rules/santorini.md 6.3
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
	if p.Risen().Has(seat) {
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
	for seat := range p.Risen().All() {
		p.liftBan(seat)
	}
}
