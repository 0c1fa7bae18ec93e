package game

import "fmt"

// Eliminator is an optional ability of a kernel for more than two seats: to play on
// without a seat whose player has given up.
type Eliminator interface {
	// Eliminate removes a seat that is in play from a game in progress, as the rules
	// remove a seat, whether or not it is to move. It reports false and changes nothing
	// if the rules do not provide for that now, or at all.
	Eliminate(Seat) bool
}

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
	e, ok := any(K(&next)).(Eliminator)
	if !ok || !e.Eliminate(seat) {
		return nil, false
	}
	return &position[P, M, K]{x.rules, next}, true
}
