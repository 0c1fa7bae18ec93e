package santorini

import (
	"math/bits"
	"slices"

	"thera/game"
)

// AppendMoves appends the legal moves, ascending by the square the worker leaves, then
// the one it lands on, then the one it builds on; placements by their first square,
// then the second.
//
// rules/santorini.md 2.2, 2.4
func (p *Position) AppendMoves(moves []Move) []Move {
	if p.winners != 0 {
		return moves
	}
	own, occupied := p.workers[p.turn], p.Occupied()
	if own == 0 {
		return appendPlacements(moves, AllSpaces&^occupied)
	}
	if p.powers != 0 {
		return p.appendPowered(moves)
	}
	for ; own != 0; own &= own - 1 {
		from := own.First()
		free := AllSpaces&^(occupied|p.above[Top]) | Single(from)
		tops := p.Tops(from)
		for to := p.Steps(from, occupied); to != 0; to &= to - 1 {
			s := to.First()
			if tops.Has(s) {
				moves = append(moves, NewMove(from, s, Nowhere))
				continue
			}
			for build := neighbors[s] & free; build != 0; build &= build - 1 {
				moves = append(moves, NewMove(from, s, build.First()))
			}
		}
	}
	return moves
}

// Legal reports whether AppendMoves lists a move, without listing all others.
func (p *Position) Legal(m Move) bool {
	r := p.mover()
	from, to, _ := m.Spaces()
	switch {
	case p.winners != 0 || r.own == 0 != m.IsPlacement():
		return false
	case m.IsPlacement():
		return from < to && m == NewPlacement(from, to) && (Single(from)|Single(to))&^r.free == 0
	case r.power == Hermes:
		w := r.walks()
		return w.isLegal(m)
	case !r.own.Has(from):
		return false
	}
	var list [72]Move // up to eight squares to build on, with Prometheus after none or one of eight
	reach := r.reach(from)
	return (reach.steps | reach.wins).Has(to) && slices.Contains(r.appendTo(list[:0], &reach, to), m)
}

// rules/santorini.md 1.4
func appendPlacements(moves []Move, free Spaces) []Move {
	for ; free != 0; free &= free - 1 {
		first := free.First()
		for rest := free & (free - 1); rest != 0; rest &= rest - 1 {
			moves = append(moves, placement|NewMove(first, rest.First(), Nowhere))
		}
	}
	return moves
}

func countPlacements(free Spaces) int {
	n := free.Len()
	return n * (n - 1) / 2
}

// CountMoves returns the number of legal moves without listing them. A worker that has
// moved can build on the square it left and on each free neighbor of the one it landed
// on; a winning climb is one move without a build.
func (p *Position) CountMoves() int {
	if p.powers != 0 {
		return p.countPowered()
	}
	if p.winners != 0 {
		return 0
	}
	own, occupied := p.workers[p.turn], p.Occupied()
	if own == 0 {
		return countPlacements(AllSpaces &^ occupied)
	}
	a, b := own.First(), own.Last()
	stepsA, stepsB := p.Steps(a, occupied), p.Steps(b, occupied)
	free := AllSpaces &^ (occupied | p.above[Top])
	building := pairOf(stepsA&^p.Tops(a), stepsB&^p.Tops(b))
	return pairOf(stepsA, stepsB).Len() + building.adjacent(pairOf(free, free))
}

// Tops returns the spaces onto which a worker on s would win by climbing without powers,
// whether or not they are next to it or occupied. [Position.Wins] knows powers.
//
// rules/santorini.md 3.1
func (p *Position) Tops(s Space) Spaces {
	if p.Level(s) == Top-1 {
		return p.above[Top-1]
	}
	return 0
}

// mover is a seat in a game with powers as if it were to move: what its own power
// allows and its rivals' powers forbid.
type mover struct {
	*Position
	power  Power
	own    Spaces
	rivals Spaces // squares with workers of other seats
	free   Spaces // squares with neither worker nor dome
	up     uint   // how many levels a step may go up
}

func (p *Position) mover() mover { return p.moverOf(p.turn) }

// rules/santorini.md 4.3, 6.3
func (p *Position) moverOf(seat game.Seat) mover {
	own, occupied := p.workers[seat], p.Occupied()
	r := mover{
		Position: p,
		power:    p.Power(seat),
		own:      own,
		rivals:   occupied &^ own,
		free:     AllSpaces &^ (occupied | p.above[Top]),
		up:       1,
	}
	if p.isGrounded(seat) {
		r.up = 0
	}
	return r
}

// tooHigh returns the squares that a worker on a level cannot step onto, including
// those with domes.
//
// rules/santorini.md 2.3
func (r *mover) tooHigh(level uint) Spaces { return r.above[min(level+r.up, Top)] }

// winning returns the squares that a worker on a level would win by stepping onto: a
// level up from level 2, and with Pan two levels down.
//
// rules/santorini.md 3.1, 5.2, 6.9
func (r *mover) winning(level uint) Spaces {
	wins := Spaces(0)
	if level == Top-1 {
		wins = r.above[Top-1]
	}
	if r.power == Pan && level >= 2 {
		wins |= AllSpaces &^ r.above[level-2]
	}
	return wins
}

// steps returns the squares that a worker on s can step onto.
//
// rules/santorini.md 2.2, 2.3, 6.1, 6.8
func (r *mover) steps(s Space, level uint) Spaces {
	near := neighbors[s] &^ r.tooHigh(level)
	steps := near & r.free
	switch r.power {
	case Apollo:
		steps |= near & r.rivals
	case Minotaur:
		for rivals := near & r.rivals; rivals != 0; rivals &= rivals - 1 {
			to := rivals.First()
			if r.free&Single(behind[s][to]) != 0 {
				steps |= Single(to)
			}
		}
	}
	return steps
}

// again returns the squares that a worker can reach in two steps, and the subset by
// which it wins. The worker starts the turn on from, and its first step is onto one of
// steps and does not win.
//
// rules/santorini.md 6.2
func (r *mover) again(from Space, steps Spaces) (twice, wins Spaces) {
	free := r.free &^ Single(from)
	for level := range uint(Dome) {
		next := (steps & r.On(level)).Spread() & free &^ r.tooHigh(level)
		won := next & r.winning(level)
		wins |= won
		twice |= next &^ won
	}
	return twice, wins
}

// builds returns the squares on which a worker can build after going from one square to
// another, including the displacement of a rival there.
//
// rules/santorini.md 2.4, 5.3
func (r *mover) builds(from, to Space) Spaces {
	free := r.free | Single(from)
	if r.rivals.Has(to) {
		switch r.power {
		case Apollo:
			free &^= Single(from)
		case Minotaur:
			free &^= Single(behind[from][to])
		}
	}
	return neighbors[to] & free
}

// On returns the spaces of a level from 0 to 3.
func (p *Position) On(level uint) Spaces {
	if level == 0 {
		return AllSpaces &^ p.above[0]
	}
	return p.above[level-1] &^ p.above[level]
}

// behind is the square straight behind the second, a neighbor of the first, as seen
// from the first; [Nowhere] if it is off the board.
var behind = func() (table PerSpace[PerSpace[Space]]) {
	for from := range Space(NumSpaces) {
		for near := neighbors[from]; near != 0; near &= near - 1 {
			to := near.First()
			file, rank := 2*to.File()-from.File(), 2*to.Rank()-from.Rank()
			table[from][to] = Nowhere
			if min(file, rank) >= 0 && max(file, rank) < Size {
				table[from][to] = at(file, rank)
			}
		}
	}
	return table
}()

// Spaces is a set of spaces: bit s is Space(s). The zero value is the empty set. Union,
// intersection and equality are Go's operators:
//
//	for rest := set; rest != 0; rest &= rest - 1 {
//		s := rest.First()
//		…
//	}
type Spaces uint32

const (
	// AllSpaces is the whole board.
	AllSpaces Spaces = 1<<NumSpaces - 1

	firstRank Spaces = 0b00001_00001_00001_00001_00001 // rank 1
	lastRank         = firstRank << (Size - 1)         // rank 5
)

// Single returns the set that holds s alone.
func Single(s Space) Spaces { return 1 << s }

// Has reports whether s is in the set.
func (set Spaces) Has(s Space) bool { return set>>s&1 != 0 }

// Len returns the number of spaces.
func (set Spaces) Len() int { return bits.OnesCount32(uint32(set)) }

// First returns the lowest space of a non-empty set. The mask lets the compiler drop
// the bounds check of a PerSpace lookup.
func (set Spaces) First() Space { return Space(bits.TrailingZeros32(uint32(set))) & 31 }

// Last returns the highest space of a non-empty set.
func (set Spaces) Last() Space { return Space(bits.Len32(uint32(set))-1) & 31 }

// Spread returns the set and all neighbors of its spaces.
func (set Spaces) Spread() Spaces {
	set |= set&^lastRank<<1 | set&^firstRank>>1
	return (set | set<<Size | set>>Size) & AllSpaces
}

// pair is two sets in one 64-bit word, the first in the lower half.
type pair uint64

func pairOf(a, b Spaces) pair { return pair(b)<<32 | pair(a) }

func (x pair) Len() int { return bits.OnesCount64(uint64(x)) }

// adjacent counts the pairs of a square of x and a neighbor of it in y, in each half
// separately, by moving x one step in each of the eight directions. A step off the
// first or last file lands outside the 25 bits of a half; steps off the ends of a file
// are masked out.
func (x pair) adjacent(y pair) int {
	up, down := x&^pairOf(lastRank, lastRank), x&^pairOf(firstRank, firstRank)
	return (x << Size & y).Len() + (x >> Size & y).Len() +
		(up << 1 & y).Len() + (down >> 1 & y).Len() +
		(up << (Size + 1) & y).Len() + (down >> (Size + 1) & y).Len() +
		(down << (Size - 1) & y).Len() + (up >> (Size - 1) & y).Len()
}

// Wins returns the squares that a worker of a seat would win by moving to if it were
// that seat's turn, with Artemis in two steps. There are none if its workers are not
// placed.
func (p *Position) Wins(seat game.Seat) (squares Spaces) {
	climbers := p.climbers(seat)
	if climbers == 0 {
		return 0
	}
	r := p.moverOf(seat)
	for ; climbers != 0; climbers &= climbers - 1 {
		squares |= r.wins(climbers.First())
	}
	return squares
}

// climbers returns the workers of a seat that are high enough and near enough to a
// square of level 3, or with Pan to any, to win by moving. Most positions have none,
// which this finds without looking at a single step.
func (p *Position) climbers(seat game.Seat) Spaces {
	own, tops := p.workers[seat], p.On(Top)
	switch p.Power(seat) {
	case Pan:
		return own & p.above[Top-2]
	case Artemis:
		return own & p.above[Top-3] & tops.Spread().Spread()
	}
	return own & p.above[Top-2] & tops.Spread()
}

// wins returns the squares that a worker wins by going to.
func (r *mover) wins(from Space) Spaces {
	level := r.Level(from)
	steps, winning := r.steps(from, level), r.winning(level)
	wins := steps & winning
	if r.power == Artemis {
		_, won := r.again(from, steps&^winning)
		wins |= won
	}
	return wins
}

// Goals returns the squares on which a worker of a seat could end its move if it were
// that seat's turn, those on which it would win included, regardless of whether it could
// build afterwards.
func (p *Position) Goals(seat game.Seat, from Space) Spaces {
	r := p.moverOf(seat)
	level := r.Level(from)
	steps := r.steps(from, level)
	switch r.power {
	case Artemis:
		twice, wins := r.again(from, steps&^r.winning(level))
		return steps | twice | wins
	case Hermes:
		return steps | r.field(from)&^r.own
	}
	return steps
}
