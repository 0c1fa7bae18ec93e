package game

import "fmt"

// Eliminator is an optional ability of a kernel for more than two seats: to go
// on without one of them, whose player has given up.
type Eliminator interface {
	// Eliminate takes a seat that is in play out of a game that is not over,
	// as the rules do with a seat that they eliminate, whether it is to move
	// or not. It reports false, and changes nothing, where the rules do not
	// provide for that yet or at all.
	Eliminate(Seat) bool
}

// Eliminate returns the position without a seat, for a player who resigns,
// leaves or has run out of time while at least two others play on, or one who
// has won by that. Games for two know no such thing: there the other seat has
// won, and the position stays as it is.
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
