package catalog

import (
	"strings"

	"thera/game"
)

// Power is what a seat may have beyond the rules that hold for all, in words for
// people.
type Power struct {
	Name string // as in texts of positions
	// Card is what it lets a seat do, a few sentences to who has it.
	Card string
	// Mark is what it means where a position has ^ behind the name, a few words.
	Mark string
}

// PowersAt returns the powers of the seats in a position, by seat, and for each
// whether it is marked with ^. There are none where nobody has a power.
func (e Entry) PowersAt(pos game.Position) (powers []Power, marked []bool) {
	for _, text := range pos.Board().Powers {
		name, mark := strings.CutSuffix(text, "^")
		power := Power{Name: name}
		for _, p := range e.Powers {
			if p.Name == name {
				power = p
			}
		}
		powers, marked = append(powers, power), append(marked, mark)
	}
	return powers, marked
}
