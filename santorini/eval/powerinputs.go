package eval

import (
	"thera/game"
	"thera/santorini"
)

// With powers, there are more inputs. The inputs above ignore powers: they describe the
// board. After them there are, in this order,
//
//	 121 the own power and the rival's: 11·own + rival
//	  11 no own worker may go up this turn, by the own power
//	 275 the rival would win by going here if it were to move: 25·rival + square
//	 800 a worker can be here after one turn, but not by a single step without
//	     powers: 25·kind + square, where kind is 4·group + the square's level, 0 to
//	     3, and the groups are Apollo, Artemis, Hermes and Minotaur of the own side,
//	     then of the rival
//	1500 a worker stands here: 25·kind + square, where kind is 3·group + its level,
//	     0 to 2, or 2 for 3, and the groups are the ten gods of the own side, then of
//	     the rival
//
// Mortal counts as a power but not as a god.
const (
	numPowers     = 11
	pairInput     = NumBaseInputs
	groundedInput = pairInput + numPowers*numPowers
	threatInput   = groundedInput + numPowers
	goalInput     = threatInput + numPowers*santorini.NumSpaces
	numGroups     = 4
	standInput    = goalInput + 2*numGroups*santorini.Dome*santorini.NumSpaces
	numGods       = numPowers - 1

	// NumInputs is the number of inputs, with those for powers.
	NumInputs = standInput + 2*numGods*santorini.Top*santorini.NumSpaces

	// MaxActive bounds how many inputs can be true at once.
	MaxActive = maxBaseActive + 2 + santorini.NumSpaces + 2*santorini.NumSpaces + 2*2
)

// groups holds the group of each power that lets workers go farther than without one,
// and −1 for the others.
var groups = func() (table [numPowers]int) {
	for power := range table {
		table[power] = -1
	}
	for group, power := range [numGroups]santorini.Power{santorini.Apollo, santorini.Artemis, santorini.Hermes, santorini.Minotaur} {
		table[power] = group
	}
	return table
}()

// farther lists the inputs of squares that are true because of powers.
type farther struct {
	list [256]uint16 // room for all inputs of a position, and no bounds checks
	n    int
}

// find lists the inputs that are true of p.
func (in *farther) find(p *santorini.Position) {
	occupied := p.Occupied()
	for side := range 2 {
		seat := (p.Turn() + game.Seat(side)) & 1
		power, own := p.Power(seat), p.Workers(seat)
		if god := int(power) - 1; god >= 0 {
			kind := santorini.Top * (numGods*side + god)
			for workers := own; workers != 0; workers &= workers - 1 {
				s := workers.First()
				in.add(standInput+santorini.NumSpaces*(kind+min(int(p.Level(s)), santorini.Top-1)), santorini.Single(s))
			}
		}
		group := groups[power]
		if side == 0 && group < 0 {
			continue // its wins are no input: it would have won
		}
		wins := p.Wins(seat)
		if side == 1 {
			in.add(threatInput+santorini.NumSpaces*int(power), wins)
		}
		if group < 0 {
			continue
		}
		a, b := own.First(), own.Last()
		goals := (p.Goals(seat, a) | p.Goals(seat, b)) &^ (wins | p.Steps(a, occupied) | p.Steps(b, occupied))
		kind := santorini.Dome * (numGroups*side + group)
		for level := range santorini.Dome {
			higher := goals & p.Above(uint(level))
			in.add(goalInput+santorini.NumSpaces*(kind+level), goals&^higher)
			goals = higher
		}
	}
}

// add adds an input for each square of a set.
func (in *farther) add(from int, set santorini.Spaces) {
	for ; set != 0; set &= set - 1 {
		in.list[in.n&255] = uint16(from + int(set.First()))
		in.n++
	}
}

// TurnInput returns the image of an input under a symmetry of the board.
func TurnInput(input uint16, y game.Symmetry) uint16 {
	first := 0 // of the range of square inputs that contains it
	switch {
	case input >= threatInput:
		first = threatInput
	case input >= NumBaseInputs:
		return input
	}
	kind, s := (int(input)-first)/santorini.NumSpaces, santorini.Space((int(input)-first)%santorini.NumSpaces)
	return uint16(first + kind*santorini.NumSpaces + int(s.Image(y)))
}
