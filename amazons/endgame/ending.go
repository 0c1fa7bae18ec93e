package endgame

import (
	"math"

	"thera/amazons"
	"thera/game"
)

// Ending is what a solver searches instead of a position. The winner is the same; the
// length of the game is not.
//
// When arrows have cut the board into regions, the position is a sum of games in the
// sense of Conway (On Numbers and Games, 1976). A region in which only one side has
// amazons is an integer, the number of turns it is good for, and only the sum of these
// integers matters. So an Ending keeps that sum and the contested regions. A turn in
// one's own territory is a single move, [Pass].
//
// It is a [game.Kernel] without a text. The zero value is the Ending of an empty board.
type Ending struct {
	regions               // the contested ones; all other squares are blocked
	turn        game.Seat // to move
	turnsInHand int       // White's turns in hand elsewhere minus Black's
}

// New returns the ending of a position.
func New(p *amazons.Position) Ending {
	e := Ending{regions: regionsOf(p), turn: p.Turn()}
	ground := e.ground()
	e.count(ground, ground)
	return e
}

// Read returns the ending of a position, and false if it is one of another game. A solver
// by proof numbers uses it to read positions:
//
//	solver := pns.NewOrdered(pns.Options{}, endgame.Read, eval.PrioritizeEnding)
func Read(pos game.Position) (Ending, bool) {
	p, ok := game.KernelOf[amazons.Position](pos)
	if !ok {
		return Ending{}, false
	}
	return New(&p), true
}

// Pass is the move that uses a turn in hand. No amazon moves.
const Pass = amazons.Move(0)

// Turn returns the side to move.
func (e *Ending) Turn() game.Seat { return e.turn }

// Seats returns both sides: neither is eliminated before the game is over.
func (e *Ending) Seats() game.Seats { return game.Only(amazons.White) | game.Only(amazons.Black) }

// Amazons returns the squares in the contested regions on which the amazons of a seat stand.
func (e *Ending) Amazons(seat game.Seat) game.Squares { return e.amazons[seat] }

// Empty returns the empty squares of the contested regions.
func (e *Ending) Empty() game.Squares { return e.empty }

// InHand returns White's turns in hand elsewhere minus Black's.
func (e *Ending) InHand() int { return e.turnsInHand }

// AppendMoves appends the moves in the contested regions and then, for a side with
// turns in hand, the pass. The pass may be the only good move if neither side wants to
// move first in what is left.
func (e *Ending) AppendMoves(moves []amazons.Move) []amazons.Move {
	moves = amazons.AppendTurns(moves, e.amazons[e.turn], e.empty)
	if e.lead() > 0 {
		moves = append(moves, Pass)
	}
	return moves
}

// Legal reports whether AppendMoves would append a move.
func (e *Ending) Legal(m amazons.Move) bool {
	if m == Pass {
		return e.lead() > 0
	}
	return amazons.IsTurn(m, e.amazons[e.turn], e.empty)
}

// Play makes a legal move.
func (e *Ending) Play(m amazons.Move) {
	mover := e.turn
	e.turn = 1 - mover
	if m == Pass {
		e.turnsInHand += 2*int(mover) - 1
		return
	}
	from, to, arrow := m.From(), m.To(), m.Arrow()
	e.amazons[mover] = e.amazons[mover].Without(from).With(to)
	e.empty = e.empty.With(from).Without(to).Without(arrow)
	// The arrow has not divided a region if the squares around it are connected, and
	// has not taken the last square if another empty one is next to it.
	if ground := e.ground(); !joined[neighborhood(ground, arrow)] || neighborhood(e.empty, arrow) == 0 {
		e.count(game.Single(arrow).Spread().And(ground), ground)
	}
}

// Winners returns the winner as soon as it is certain by the reasoning of [Settled].
func (e *Ending) Winners() game.Seats {
	own, other, lead := e.turn, 1-e.turn, e.lead()
	ownReach, otherReach := e.reachable(own), e.reachable(other)
	ownPrivate, otherPrivate := ownReach.AndNot(otherReach), otherReach.AndNot(ownReach)
	switch {
	case e.hasInHand(own, ownPrivate, otherReach, otherReach.Len()+1-lead):
		return game.Only(own)
	case e.hasInHand(other, otherPrivate, ownReach, ownReach.Len()+lead):
		return game.Only(other)
	}
	return 0
}

// Hash returns a hash shared by endings that differ only in the colors of the sides, or
// in where their regions are and how they are rotated or reflected.
func (e *Ending) Hash() uint64 {
	own, other := e.amazons[e.turn], e.amazons[1-e.turn]
	h := uint64(e.lead())
	for ground := e.ground(); !ground.IsEmpty(); {
		region := flood(game.Single(ground.First()), ground)
		ground = ground.AndNot(region)
		h += shapeHash(region.And(e.empty), region.And(own), region.And(other))
	}
	return game.Mix(h)
}

// lead returns the turns in hand of the side to move minus those of the other.
func (e *Ending) lead() int {
	if e.turn == amazons.White {
		return e.turnsInHand
	}
	return -e.turnsInHand
}

// count removes from the board the regions of ground that contain some of the squares
// and whose number of turns is known, and adds up their turns.
func (e *Ending) count(squares, ground game.Squares) {
	for !squares.IsEmpty() {
		region := flood(game.Single(squares.First()), ground)
		squares = squares.AndNot(region)
		white, black := region.And(e.amazons[amazons.White]), region.And(e.amazons[amazons.Black])
		t := territory{region.And(e.empty), white.Or(black)}
		lo, hi := 0, 0
		switch {
		case !white.IsEmpty() && !black.IsEmpty():
			if !t.empty.IsEmpty() {
				continue
			}
		default:
			if lo, hi = t.turns(endingFillNodes); lo != hi {
				continue
			}
		}
		if !white.IsEmpty() {
			e.turnsInHand += lo
		} else {
			e.turnsInHand -= lo
		}
		e.remove(region)
	}
}

// endingFillNodes is how many positions to search to count a territory. If that is not
// enough, the territory stays on the board and is played out. It is more than Settled
// spends, because an Ending counts a territory once and keeps the number. With 2000,
// late 10×10 positions took 1.2 to 1.4 times as long for the same number of nodes
// (docs/contributing/experiments.md).
const endingFillNodes = 300

// maxPart is how many empty squares a region may have to be a part of its own. The
// bounds of larger ones were seen to cost more to find than they save.
const maxPart = 3

// Parts appends the regions with few empty squares, each as an Ending of its own with
// White to move and nothing in hand. A single region is not a sum and has no parts.
func (e *Ending) Parts(parts []Ending) []Ending {
	ground := e.ground()
	region := flood(game.Single(ground.First()), ground)
	if region == ground {
		return parts
	}
	for {
		if empty := region.And(e.empty); empty.Len() <= maxPart {
			part := Ending{turn: amazons.White}
			part.empty = empty
			for seat := range part.amazons {
				part.amazons[seat] = e.amazons[seat].And(region)
			}
			parts = append(parts, part)
		}
		if ground = ground.AndNot(region); ground.IsEmpty() {
			return parts
		}
		region = flood(game.Single(ground.First()), ground)
	}
}

// Count replaces a part by turns in hand, negative for Black.
func (e *Ending) Count(part *Ending, turns int) {
	e.turnsInHand += turns
	e.remove(part.ground())
}

// Give returns the ending with the given seat to move and more turns in hand, negative
// for Black.
func (e *Ending) Give(turn game.Seat, turns int) Ending {
	next := *e
	next.turn, next.turnsInHand = turn, e.turnsInHand+turns
	return next
}

// Bounds returns numbers of turns, negative for Black, such that White does at least as
// well as with lo turns in hand on an empty board, and at most as well as with hi.
func (e *Ending) Bounds() (lo, hi int) {
	const all = game.NumSquares
	white, black := e.reachable(amazons.White), e.reachable(amazons.Black)
	lo = e.turnsInHand + e.inHand(amazons.White, white.AndNot(black), black, all) - black.Len()
	hi = e.turnsInHand - e.inHand(amazons.Black, black.AndNot(white), white, all) + white.Len()
	return lo, hi
}

// InitialNumbers estimates how many positions must be searched to prove that the side to move
// wins, and that it loses. Both grow exponentially with the number of contested squares
// and with how far the side is behind or ahead in territory.
func (e *Ending) InitialNumbers() (win, loss uint32) {
	lead, contested := e.race()
	lead = min(max(lead+2*e.lead(), -maxAhead), maxAhead)
	size := sizes[contested]
	return guess(size * leads[maxAhead-lead]), guess(size * leads[maxAhead+lead])
}

func guess(nodes float32) uint32 { return uint32(min(max(nodes, 1), maxGuess)) }

// race returns how many more squares the side to move gets to first by queen moves than
// the other side, in half squares, and how many squares both can reach. A square at
// equal distance counts as half a square for the side to move.
func (e *Ending) race() (lead, contested int) {
	g := Over(e.empty)
	a, b := From(e.amazons[e.turn]), From(e.amazons[1-e.turn])
	for g.CanGrow(&a) || g.CanGrow(&b) {
		g.QueenStep(&a)
		g.QueenStep(&b)
		lead += 2*(a.Fresh.AndNot(b.All).Len()-b.Fresh.AndNot(a.All).Len()) + a.Fresh.And(b.Fresh).Len()
	}
	return lead, a.All.And(b.All).Len()
}

// The numbers below were chosen by hand. With these guesses, and with killers tried
// first, small boards took half as many nodes.
const (
	// maxAhead is the largest lead that makes a difference.
	maxAhead = 32
	// maxGuess leaves room for the search to add guesses up.
	maxGuess = 4e6
)

// sizes holds the guess for an even contest by the number of contested squares: 128
// positions for ten squares, about doubling with every three more.
var sizes = func() (table [game.NumSquares]float32) {
	for n := range table {
		table[n] = float32(128 * math.Exp(float64(n-10)/4))
	}
	return table
}()

// leads holds the factor for each lead, from −maxAhead: five half squares multiply the
// guess by e.
var leads = func() (table [2*maxAhead + 1]float32) {
	for i := range table {
		table[i] = float32(math.Exp(float64(i-maxAhead) / 5))
	}
	return table
}()

// Settled reports whether the result is certain without a search, because the winner
// has turns in hand where the other side cannot interfere: more than the other side has
// left at all, or as many if the other side is to move. Otherwise winners is 0.
//
// The game then lasts at most plies plies, because the winner can use the turns in hand
// until the other side has none left. If the board has been divided into regions with
// amazons of one side each, that is the exact distance, unless a region is too large
// and has too many defects to be counted exactly.
//
// Turns in hand are counted on squares that the other side cannot reach. Amazons that
// keep it out stay where they are, or come in and shoot at the square they leave. The
// other side is credited with every square it can reach meanwhile, including contested
// ones.
//
// It allocates nothing and is cheap enough for every node of a search: if the number of
// squares already rules out a result, it costs two flood fills of the board.
func Settled(p *amazons.Position) (winners game.Seats, plies int) {
	r := regionsOf(p)
	own, other := p.Turn(), 1-p.Turn()
	ownReach, otherReach := r.reachable(own), r.reachable(other)
	ownPrivate, otherPrivate := ownReach.AndNot(otherReach), otherReach.AndNot(ownReach)
	switch {
	case r.hasInHand(own, ownPrivate, otherReach, otherReach.Len()+1):
		return game.Only(own), 2*r.turnsLeft(other, otherReach) + 1
	case r.hasInHand(other, otherPrivate, ownReach, ownReach.Len()):
		return game.Only(other), 2 * r.turnsLeft(own, ownReach)
	}
	return 0, 0
}

// reachable returns the empty squares that a side can get to as long as the amazons of
// the other side stay where they are. It cannot shoot at any other square either.
func (r *regions) reachable(seat game.Seat) game.Squares {
	return flood(r.amazons[seat], r.empty).AndNot(r.amazons[seat])
}

// hasInHand reports whether a side can make at least need turns on private, the squares
// that the other side cannot reach, without ever letting it in.
func (r *regions) hasInHand(seat game.Seat, private, otherReach game.Squares, need int) bool {
	return private.Len() >= need && r.inHand(seat, private, otherReach, need) >= need
}

// inHand counts those turns, up to enough.
func (r *regions) inHand(seat game.Seat, private, otherReach game.Squares, enough int) int {
	// A guard keeps shut a square next to one that the other side can reach.
	guards := r.amazons[seat].And(otherReach.Or(r.amazons[1-seat]).Spread())
	free := r.amazons[seat].AndNot(guards)
	turns := 0
	for rest := private.Or(free); turns < enough && !rest.IsEmpty(); {
		ground := flood(game.Single(rest.First()), rest)
		rest = rest.AndNot(ground)
		t := territory{empty: ground.And(private), amazons: ground.And(free)}
		if !t.amazons.IsEmpty() {
			turns += t.fill(enough - turns)
			continue
		}
		if keeper := guards.And(ground.Spread()); !keeper.IsEmpty() {
			from := keeper.First()
			guards = guards.Without(from)
			turns += t.fillFrom(from, enough-turns)
		}
	}
	return turns
}

// fillFrom is fill for a territory that an amazon guards from outside: on its first
// turn it comes in and shoots at the square it leaves.
func (t territory) fillFrom(guard game.Square, enough int) int {
	best := 0
	for doors := game.Single(guard).Spread().And(t.empty); !doors.IsEmpty() && best < enough; doors = doors.WithoutFirst() {
		at := doors.First()
		in := territory{empty: t.empty.Without(at), amazons: game.Single(at)}
		best = max(best, 1+in.fill(enough-1))
	}
	return best
}

// turnsLeft returns at most how many turns a side has left if the other side does not
// interfere, given the squares it can reach.
func (r *regions) turnsLeft(seat game.Seat, reach game.Squares) int {
	turns := 0
	for rest := reach.Or(r.amazons[seat]); !rest.IsEmpty(); {
		ground := flood(game.Single(rest.First()), rest)
		rest = rest.AndNot(ground)
		_, hi := territory{empty: ground.And(reach), amazons: ground.And(r.amazons[seat])}.turns(settledFillNodes)
		turns += hi
	}
	return turns
}

// settledFillNodes is how many positions Settled searches to count a territory, few
// enough for every node of a search. Chosen by hand, not tuned.
const settledFillNodes = 200

// fillSearch searches for the largest number of turns in a territory. It keeps failed
// searches in a small table of its own, so it needs no memory beyond the stack.
type fillSearch struct {
	effort int          // positions left to search; at 0 the search has given up
	failed [256]failure // 10 KiB on the stack; size chosen by hand
}

// failure is a territory that is not good for that many turns.
type failure struct {
	territory
	turns int
}

// lasts reports whether t is good for the given number of turns. False is only
// conclusive if some effort is left.
func (s *fillSearch) lasts(t territory, turns int) bool {
	if turns == 0 {
		return true
	}
	t = t.reachable()
	if t.empty.Len() < turns || s.effort <= 0 {
		return false
	}
	seen := &s.failed[t.hash()%uint64(len(s.failed))]
	if seen.territory == t && seen.turns <= turns {
		return false
	}
	s.effort--
	for own := t.amazons; !own.IsEmpty(); own = own.WithoutFirst() {
		from := own.First()
		free := t.empty.With(from)
		for targets := amazons.QueenMoves(from, t.empty); !targets.IsEmpty(); targets = targets.WithoutFirst() {
			to := targets.First()
			for shots := amazons.QueenMoves(to, free); !shots.IsEmpty(); shots = shots.WithoutFirst() {
				if s.lasts(t.after(from, to, shots.First()), turns-1) {
					return true
				}
			}
		}
	}
	if s.effort > 0 {
		*seen = failure{t, turns}
	}
	return false
}

func (t territory) hash() uint64 {
	h := game.Mix(t.empty.Lo)
	h = game.Mix(h ^ t.empty.Hi)
	h = game.Mix(h ^ t.amazons.Lo)
	return game.Mix(h ^ t.amazons.Hi)
}
