package theme

import (
	"thera/game"
	"thera/santorini"
)

// Themes of Santorini. To threaten is to be able to win with one's next turn.
const (
	Double  = "double"  // it threatens two squares
	Threat  = "threat"  // it threatens one
	Quiet   = "quiet"   // it threatens nothing yet
	Block   = "block"   // the other side threatened to win
	Climb   = "climb"   // the worker goes up
	Descend = "descend" // the worker goes down
	Dome    = "dome"    // it builds a dome
	Power   = "power"   // it takes the power of who is to move
)

func ofSantorini(before santorini.Position, move game.Move, after santorini.Position) (map[string]bool, error) {
	m, err := santorini.ParseMove(string(move))
	if err != nil {
		return nil, err
	}
	me := before.Turn()
	threats := after.Wins(me).Len()
	found := map[string]bool{
		Double: threats > 1,
		Threat: threats == 1,
		Quiet:  threats == 0,
		Power:  !before.IsBase(),
	}
	for other := range before.Seats().All() {
		if !before.Allies(me).Has(other) && before.Wins(other).Len() > 0 {
			found[Block] = true
		}
	}
	from, to, build := m.Spaces()
	found[Climb] = before.Level(to) > before.Level(from)
	found[Descend] = before.Level(to) < before.Level(from)
	found[Dome] = before.Level(build) < dome && after.Level(build) == dome
	return found, nil
}

// dome is the level of a square with a dome.
const dome = 4
