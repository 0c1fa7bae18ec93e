package santorini

import "thera/game"

const (
	minSeats = 2
	maxSeats = 4

	// Top is the level that wins when climbed onto.
	Top = 3
	// Dome is the level of a complete tower.
	Dome = 4
)

// Position is a board with the seat to move, in 48 bytes. The zero value is
// not a valid position; Parse makes one.
//
// rules/santorini.md 1.1, 1.5
type Position struct {
	// above[n] holds the squares above level n; above[Top] are the domes.
	above [Dome]Spaces
	// workers holds two squares for each seat, none for a seat that has not placed its
	// workers or is out. Partners have the same two.
	workers [maxSeats]Spaces
	hash    uint64
	seats   uint8      // number of players at the start
	in      game.Seats // seats that are not eliminated
	turn    game.Seat
	winners game.Seats
	climbed bool // the winner has climbed to the top, or dropped as Pan
	// marks holds in bits 0–3 the seats after whose move no rival may go up, because of
	// Athena's power, and in bit 7 whether there are teams.
	marks uint8
	// powers holds four bits for each seat, from the lowest: 0 for none, but NumPowers
	// for none in teams, so powers is 0 only if the base game is played.
	powers uint16
}

// Players returns the number of players at the start, 2 to 4.
func (p *Position) Players() int { return int(p.seats) }

// Seats returns the seats that are not out.
func (p *Position) Seats() game.Seats { return p.in }

// Turn returns the seat to move: after a climb the one after the winner, after any
// other end the one that is stuck or the last one left.
func (p *Position) Turn() game.Seat { return p.turn }

// Workers returns where the workers of a seat from 0 to 3 stand: two spaces, or none if
// it has not placed them or is out.
func (p *Position) Workers(seat game.Seat) Spaces { return p.workers[seat] }

// Above returns the spaces above a level from 0 to 3. Those above [Top] have domes.
func (p *Position) Above(level uint) Spaces { return p.above[level] }

// Winners returns the seat that has climbed to the top, or is the last one left, or
// with two players has an opponent that cannot move. In teams it returns both seats of
// the winning team.
func (p *Position) Winners() game.Seats { return p.winners }

// Endings by a winning step.
const (
	Climbed game.Ending = "climb" // up to the top
	Dropped game.Ending = "drop"  // down two levels or more, with Pan
)

// ending returns how a finished game ended: by a winning step, because the seat to move is
// stuck, or because all others are out. If Pan has won with a worker at the top, where
// it may also have been pushed, the ending is a climb.
func (p *Position) ending() game.Ending {
	switch {
	case p.climbed && p.Power(p.climber()) == Pan && p.workers[p.climber()]&p.above[Top-1] == 0:
		return Dropped
	case p.climbed:
		return Climbed
	case p.seats > minSeats && !p.IsTeams() || p.in.Len() == 2 && p.IsTeams():
		return game.Last
	}
	return game.Stuck
}

// Hash returns the hash of levels, workers, seats, turn, the mark of a climb, and powers. That
// four seats are two teams is part of the powers of mortals. If all have powers, a game of
// teams and one of four seats have equal hashes until a worker is placed.
func (p *Position) Hash() uint64 { return p.hash }

// Play makes a legal move. With three or four players it also eliminates the seats that
// are to move next and cannot.
func (p *Position) Play(m Move) {
	if p.powers != 0 {
		p.playPowered(m)
		return
	}
	from, to, build := m.Spaces()
	p.workers[p.turn] ^= Single(from) | Single(to)
	p.hash ^= workerKeys[p.turn][from] ^ workerKeys[p.turn][to]
	switch {
	case build != Nowhere:
		p.raise(build)
	case m.IsClimb():
		p.climb()
		return
	}
	if p.seats > minSeats {
		p.pass()
		if p.isStuckMortal() {
			p.resolveStuck()
		}
		return
	}
	p.turn ^= 1
	p.hash ^= passKey
	if p.isStuckMortal() {
		p.winners = game.Only(p.turn ^ 1)
	}
}

// raise builds one level.
//
// rules/santorini.md 1.2, 2.4
func (p *Position) raise(s Space) {
	level := p.Level(s)
	p.above[level] |= Single(s)
	p.hash ^= levelKeys[level][s]
}

// Level returns the level of a space, 0 to 4.
func (p *Position) Level(s Space) uint {
	return uint(p.above[0]>>s&1 + p.above[1]>>s&1 + p.above[2]>>s&1 + p.above[3]>>s&1)
}

// climb ends the game in favor of the seat to move.
//
// rules/santorini.md 3.1
func (p *Position) climb() {
	p.climbed = true
	p.winners = game.Only(p.turn)
	p.hash ^= climbKey
	p.pass()
}

// pass gives the turn to the next seat that is in.
//
// rules/santorini.md 2.1
func (p *Position) pass() {
	p.hash ^= turnKeys[p.turn]
	later := p.in >> (p.turn + 1) << (p.turn + 1)
	if later == 0 {
		later = p.in
	}
	p.turn = later.First()
	p.hash ^= turnKeys[p.turn]
}

// resolveStuck applies the rules if the seat to move cannot move: with two players the
// other one has won; in teams, the other team; with more players, the seat is out and
// the turn passes on.
//
// rules/santorini.md 3.2, 3.3, 3.4, 4.2
func (p *Position) resolveStuck() {
	if p.seats == 2 {
		if p.isStuck() {
			p.winners = game.Only(1 - p.turn)
		}
		return
	}
	if p.IsTeams() {
		switch {
		case p.in.Len() == 2:
			p.winners = p.in
		case p.isStuck():
			p.winners = p.in &^ p.team(p.turn)
		}
		return
	}
	for p.in.Len() > 1 && p.isStuck() {
		p.eliminate(p.turn)
	}
	if p.in.Len() == 1 {
		p.winners = p.in
	}
}

// eliminate takes a seat out and, if it was that seat's turn, passes the turn on.
//
// rules/santorini.md 3.3
func (p *Position) eliminate(seat game.Seat) {
	if p.remove(seat); !p.in.Has(p.turn) {
		p.pass()
		p.liftBan(p.turn)
	}
}

// remove takes a seat's workers off the board and marks their owners as out.
func (p *Position) remove(seat game.Seat) {
	p.shift(seat, p.workers[seat])
	p.in &^= p.team(seat)
	for out := range p.team(seat).All() {
		p.liftBan(out)
	}
}

// waiting returns the seats that have not placed their workers yet.
func (p *Position) waiting() (seats game.Seats) {
	for seat := range game.Seat(p.seats) {
		if p.in.Has(seat) && p.workers[seat] == 0 {
			seats |= game.Only(seat)
		}
	}
	if p.IsTeams() {
		seats &= game.Only(0) | game.Only(1) // they also place for their partners
	}
	return seats
}

// isStuck reports whether the seat to move has workers and none can move. Then none can
// build either, because a worker that can move can always build on the square it left.
func (p *Position) isStuck() bool {
	if p.powers != 0 {
		return p.isStuckPowered()
	}
	return p.isStuckMortal()
}

// isStuckMortal is isStuck without powers. It first looks for a square next to a worker
// that is low enough from any level, which there nearly always is.
//
// rules/santorini.md 3.2
func (p *Position) isStuckMortal() bool {
	own, occupied := p.workers[p.turn], p.Occupied()
	a, b := own.First(), own.Last()
	if (neighbors[a]|neighbors[b])&^(occupied|p.above[1]) != 0 || own == 0 {
		return false
	}
	return p.Steps(a, occupied)|p.Steps(b, occupied) == 0
}

// Occupied returns the spaces that hold a worker.
func (p *Position) Occupied() Spaces {
	return p.workers[0] | p.workers[1] | p.workers[2] | p.workers[3]
}

// Steps returns the spaces to which a worker on s can step without powers, given the
// occupied ones. [Position.Goals] knows powers.
//
// rules/santorini.md 2.2, 2.3
func (p *Position) Steps(s Space, occupied Spaces) Spaces {
	return neighbors[s] &^ (occupied | p.above[min(p.Level(s)+1, Top)])
}

// Zobrist keys (1970): the hash is the XOR of the keys of everything that the text
// shows. A square has one key for each level that it is above.
var (
	levelKeys  = [Dome]PerSpace[uint64]{keys(0), keys(1), keys(2), keys(3)}
	workerKeys = [maxSeats]PerSpace[uint64]{keys(4), keys(5), keys(6), keys(7)}
	turnKeys   = keys(8) // by seat
	seatsKeys  = keys(9) // by number of seats
	passKey    = turnKeys[0] ^ turnKeys[1]
	climbKey   = keys(10)[0]
	risenKeys  = keys(11) // by seat
	powerKeys  = [maxSeats]PerSpace[uint64]{keys(12), keys(13), keys(14), keys(15)}
)

func keys(kind uint64) PerSpace[uint64] {
	k := game.HashKeys(kind)
	return PerSpace[uint64](k[:])
}

// freshHash computes the hash of an image of the position from the other fields.
func (p *Position) freshHash(y game.Symmetry) uint64 {
	h := seatsKeys[p.seats] ^ turnKeys[p.turn]
	for n, set := range p.above {
		for ; set != 0; set &= set - 1 {
			h ^= levelKeys[n][set.First().Image(y)]
		}
	}
	for seat, set := range p.workers {
		for ; set != 0; set &= set - 1 {
			h ^= workerKeys[seat][set.First().Image(y)]
		}
	}
	if p.climbed {
		h ^= climbKey
	}
	for seat := range p.Risen().All() {
		h ^= risenKeys[seat]
	}
	for seat := range game.Seat(maxSeats) {
		if power := p.powerCode(seat); power != 0 {
			h ^= powerKeys[seat][power]
		}
	}
	return h
}

// ImageHash returns the least hash of all images of the position.
func (p *Position) ImageHash() uint64 {
	least := p.hash
	for _, y := range game.Symmetries(Size, Size) {
		least = min(least, p.freshHash(y))
	}
	return least
}

// Image returns the image of a space. [Nowhere] is its own image.
func (s Space) Image(y game.Symmetry) Space { return at(y.Place(s.File(), s.Rank())) }

// Image returns the image of a turn. If several codes lead to the same position, the image
// of the canonical code may be another one.
func (m Move) Image(y game.Symmetry) Move {
	from, to, build := m.Spaces()
	if m.IsPlacement() {
		return NewPlacement(from.Image(y), to.Image(y))
	}
	image := NewMove(from.Image(y), to.Image(y), build.Image(y))
	switch extra, more, end := m.Extra(); extra {
	case Plain, Domed:
		return image.With(extra, 0)
	case Both:
		return image.WithWalk(more.Image(y), end.Image(y))
	default:
		return image.With(extra, more.Image(y))
	}
}

const (
	// Size is the number of files and of ranks.
	Size = 5
	// NumSpaces is the number of spaces of the board.
	NumSpaces = Size * Size
)

// Space is a square of the 5×5 board as this game numbers it: 5·file + rank, both
// counted from 0, so a1 is 0, a2 is 1, b1 is 5 and e5 is 24. Spaces ascend by name,
// which is the order in texts. (The rule book calls squares spaces.) Five bits hold one
// and 32 bits a set of them, instead of the 128 of [game.Squares].
type Space uint8

// SpaceOf returns the space of a square, and false if it is not on the board.
func SpaceOf(s game.Square) (Space, bool) {
	return at(s.File(), s.Rank()), s.File() < Size && s.Rank() < Size
}

func at(file, rank int) Space { return Space(Size*file + rank) }

// File returns the file, 0 for a to 4 for e.
func (s Space) File() int { return int(s) / Size }

// Rank returns the rank from 0.
func (s Space) Rank() int { return int(s) % Size }

// Square returns the space as all games number squares.
func (s Space) Square() game.Square { return game.At(s.File(), s.Rank()) }

// String returns the square's name, "a1" to "e5". [Nowhere] has none.
func (s Space) String() string { return s.Square().String() }

func (s Space) append(text []byte) []byte { return s.Square().Append(text) }

// PerSpace is a table by space. It has room for all values of five bits, so no lookup
// needs a bounds check.
type PerSpace[T any] [32]T

// Neighbors returns the up to eight spaces around one.
func Neighbors(s Space) Spaces { return neighbors[s] }

var neighbors = func() (table PerSpace[Spaces]) {
	for s := range Space(NumSpaces) {
		table[s] = Single(s).Spread() &^ Single(s)
	}
	return table
}()
