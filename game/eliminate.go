package game

import "fmt"

// Eliminate returns the position without a seat, for a player who resigns, leaves or
// runs out of time while at least two others play on, or one other who wins because of
// it. In games for two it returns an error: there, the other seat has won, and the
// position stays as it is.
func Eliminate(pos Position, seat Seat) (Position, error) {
	switch x, ok := pos.(interface{ eliminate(Seat) (Position, bool) }); {
	case pos.Winners() != 0:
		return nil, fmt.Errorf("eliminate seat %s: the game is over in %s", seat, pos)
	case !pos.Seats().Has(seat):
		return nil, fmt.Errorf("eliminate seat %s: in play are %s in %s", seat, pos.Seats(), pos)
	case ok:
		if next, ok := x.eliminate(seat); ok {
			return next, nil
		}
	}
	return nil, fmt.Errorf("eliminate seat %s: the rules do not provide for that in %s", seat, pos)
}

func (x *position[P, M, K]) eliminate(seat Seat) (Position, bool) {
	next := x.packed
	if x.rules.Eliminate == nil || !x.rules.Eliminate(&next, seat) {
		return nil, false
	}
	return &position[P, M, K]{x.rules, next}, true
}
