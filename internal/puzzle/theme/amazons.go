package theme

import (
	"thera/amazons"
	"thera/amazons/endgame"
	"thera/game"
)

// Themes of the Game of the Amazons. An amazon's room is the squares that she can
// come to in any number of turns while nothing changes.
const (
	Trap   = "trap"   // an amazon of the other side is left with hardly any room
	Save   = "save"   // the other side could have trapped an amazon, and now can't
	Door   = "door"   // the arrow closes the square that the amazon leaves
	Wall   = "wall"   // squares that both sides could come to belong to one now
	Margin = "margin" // in the end the solver has just one turn more than the other
	Fill   = "fill"   // the sides are apart already: one fills one's own room
	Fight  = "fight"  // none of these: squares are contested still
)

const (
	// closed is the most room of an amazon that is trapped.
	closed = 2
	// taken is the least room that is taken from an amazon by trapping her.
	taken = 3
	// walled is the least number of squares that a wall takes out of the contest.
	walled = 3
)

func ofAmazons(before amazons.Position, move game.Move, first, last amazons.Position) (map[string]bool, error) {
	m, err := amazons.ParseMove(string(move))
	if err != nil {
		return nil, err
	}
	me := before.Turn()
	other := 1 - me
	shared, left := contested(&before), contested(&first)
	after := before.Amazons(me).Without(m.From()).With(m.To())
	found := map[string]bool{
		Door: m.Arrow() == m.From(),
		Trap: traps(before.Amazons(other), before.Empty(), first.Empty()),
		Save: canTrap(before.Amazons(me), before.Amazons(other), before.Empty()) && !canTrap(after, before.Amazons(other), first.Empty()),
		Wall: left <= shared-walled,
		Fill: shared == 0,
	}
	if contested(&last) == 0 {
		// The other side is to move, so as many turns for both is one more.
		ending := endgame.New(&last)
		found[Margin] = ending.InHand() == 0
	}
	if !found[Trap] && !found[Save] && !found[Door] && !found[Wall] && !found[Margin] && !found[Fill] {
		found[Fight] = true
	}
	return found, nil
}

// flood returns the empty squares that hang together with a set by king steps.
func flood(from, empty game.Squares) game.Squares {
	for {
		next := from.Or(from.Spread().And(empty))
		if next == from {
			return from.And(empty)
		}
		from = next
	}
}

// contested returns how many squares both sides can come to.
func contested(p *amazons.Position) int {
	return flood(p.Amazons(amazons.White), p.Empty()).And(flood(p.Amazons(amazons.Black), p.Empty())).Len()
}

// room returns how many squares an amazon can come to.
func room(s game.Square, empty game.Squares) int { return flood(game.Single(s), empty).Len() }

// traps reports whether one of some amazons is trapped when the empty squares change.
func traps(amazons, before, after game.Squares) bool {
	for set := amazons; !set.IsEmpty(); set = set.WithoutFirst() {
		left := room(set.First(), after)
		if left <= closed && room(set.First(), before) >= left+taken {
			return true
		}
	}
	return false
}

// canTrap reports whether one side could trap an amazon of the other with a turn.
func canTrap(victims, hunters, empty game.Squares) bool {
	for _, m := range amazons.AppendTurns(nil, hunters, empty) {
		if traps(victims, empty, empty.With(m.From()).Without(m.To()).Without(m.Arrow())) {
			return true
		}
	}
	return false
}
