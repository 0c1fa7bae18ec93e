package endgame

import (
	"thera/amazons"
	"thera/game"
)

// The kinds of reasons why a turn is worse than another.
const (
	// ReasonSeparated: the sides are separated after the turn, and the other one has
	// Counts[0] turns more, so that it wins.
	ReasonSeparated = "separated"
	// ReasonShut: the turn leaves an amazon of its own side, at Squares[0], only
	// Counts[0] squares to go to for the rest of the game.
	ReasonShut = "shut"
	// ReasonEndangered: the next turn can do that to an amazon, which it could not after
	// the better turn.
	ReasonEndangered = "endangered"
	// ReasonSpared: the better turn does that to an amazon of the other side.
	ReasonSpared = "spared"
	// ReasonOpen: only the own side can reach Counts[0] squares after the better turn,
	// and Counts[1] after the other one.
	ReasonOpen = "open"
	// ReasonGiven: only the other side can reach Counts[0] squares after the turn, and
	// Counts[1] after the better one.
	ReasonGiven = "given"
	// ReasonTerritory: the own side gets first to Counts[0] squares fewer, compared with
	// the other side, than after the better turn.
	ReasonTerritory = "territory"
)

// ReasonKinds returns the kinds of reasons, the most important ones first.
func ReasonKinds() []string {
	return []string{
		ReasonSeparated, ReasonShut, ReasonEndangered, ReasonSpared, ReasonOpen, ReasonGiven, ReasonTerritory,
	}
}

// worthTelling is the least difference in squares that is a reason.
const worthTelling = 3

// ReasonsOf returns facts that tell why a turn is worse than a better one, in the order
// of ReasonKinds, given the position before and those after the two. There may be none.
// It takes about as long as listing the turns of a position a few times.
func ReasonsOf(before, worse, good *amazons.Position) (reasons []game.Reason) {
	me := before.Turn()
	tell := func(kind string, squares []game.Square, counts ...int) {
		r := game.Reason{Kind: kind, Squares: squares}
		copy(r.Counts[:], counts)
		reasons = append(reasons, r)
	}

	if n, ok := behind(worse); ok && n > 0 {
		if m, ok := behind(good); !ok || m <= 0 {
			tell(ReasonSeparated, nil, n)
		}
	}
	victim, left, isShut := trapped(worse.Amazons(me), before.Empty(), worse.Empty())
	if isShut {
		tell(ReasonShut, []game.Square{victim}, left)
	}
	victim, left, isEndangered := trappable(worse.Amazons(me), worse.Amazons(1-me), worse.Empty())
	if _, _, also := trappable(good.Amazons(me), good.Amazons(1-me), good.Empty()); isEndangered && !also {
		tell(ReasonEndangered, []game.Square{victim}, left)
	}
	victim, left, wouldShut := trapped(before.Amazons(1-me), before.Empty(), good.Empty())
	if _, _, also := trapped(before.Amazons(1-me), before.Empty(), worse.Empty()); wouldShut && !also {
		tell(ReasonSpared, []game.Square{victim}, left)
	}
	if than, then := private(good, me), private(worse, me); than >= then+worthTelling {
		tell(ReasonOpen, nil, than, then)
	}
	if then, than := private(worse, 1-me), private(good, 1-me); then >= than+worthTelling {
		tell(ReasonGiven, nil, then, than)
	}
	if lost := lead(good, me) - lead(worse, me); lost >= worthTelling {
		tell(ReasonTerritory, nil, lost)
	}
	return reasons
}

// behind returns how many turns the side that has just moved has fewer than the other;
// ok is false if the sides are not separated, or territories can't be counted.
func behind(p *amazons.Position) (turns int, ok bool) {
	e := New(p)
	return e.lead(), e.ground().IsEmpty()
}

// private returns how many squares only one side can reach.
func private(p *amazons.Position, seat game.Seat) int {
	r := regionsOf(p)
	return r.reachable(seat).AndNot(r.reachable(1 - seat)).Len()
}

// lead returns how many more squares a side gets to first than the other.
func lead(p *amazons.Position, seat game.Seat) int {
	c := ControlOf(p)
	if seat == amazons.White {
		return c.White.Len() - c.Black.Len()
	}
	return c.Black.Len() - c.White.Len()
}
