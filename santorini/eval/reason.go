package eval

import (
	"thera/game"
	"thera/santorini"
)

// The kinds of reasons why a turn is worse than another. A win at once is a climb.
const (
	// ReasonDome: the next seat can win at once on the Squares, and the better turn
	// builds a dome on one of them after which it can't win at once.
	ReasonDome = "dome"
	// ReasonAllowed: the next seat can win at once on the Squares, and not after the
	// better turn.
	ReasonAllowed = "allowed"
	// ReasonDouble: after the better turn the same seat could win on the Squares, two or
	// more, while the next one can't win at once.
	ReasonDouble = "double"
	// ReasonThreat is ReasonDouble with a single square.
	ReasonThreat = "threat"
)

// ReasonKinds returns the kinds of reasons, the most important ones first.
func ReasonKinds() []string {
	return []string{ReasonDome, ReasonAllowed, ReasonDouble, ReasonThreat}
}

// ReasonsOf returns facts that tell why a turn is worse than a better one, in the order
// of ReasonKinds, given the position before and those after the two. There may be none;
// there is none with more than two sides, or if a turn ends the game or the better one
// lets the next seat win at once.
func ReasonsOf(before, worse, good *santorini.Position) (reasons []game.Reason) {
	me := before.Turn()
	tell := func(kind string, squares santorini.Spaces) {
		r := game.Reason{Kind: kind}
		for ; squares != 0; squares &= squares - 1 {
			r.Squares = append(r.Squares, squares.First().Square())
		}
		reasons = append(reasons, r)
	}

	if !hasTwoSides(worse) || worse.Winners()|good.Winners() != 0 || canWin(good) {
		return nil
	}
	if climbs := worse.Wins(worse.Turn()); climbs != 0 {
		domes := climbs & (good.Above(santorini.Top) &^ before.Above(santorini.Top))
		if domes != 0 {
			tell(ReasonDome, domes)
		} else {
			tell(ReasonAllowed, climbs)
		}
	}
	threats, already := good.Wins(me), worse.Wins(me)
	switch {
	case threats.Len() > 1 && already.Len() < 2:
		tell(ReasonDouble, threats)
	case threats.Len() == 1 && already == 0:
		tell(ReasonThreat, threats)
	}
	return reasons
}
