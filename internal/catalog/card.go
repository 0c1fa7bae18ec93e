package catalog

import (
	"strings"

	"thera/game"
	"thera/santorini"
)

// Power is what a seat may do beyond the rules that hold for all, in words for
// people.
type Power struct {
	Name string // as in texts of positions
	// Card is what it lets a seat do, a few sentences to who has it.
	Card string
	// Mark is what it means where a position has ^ behind the name, a few words;
	// "" for powers that never have it.
	Mark string
	// Marked says that this one has it.
	Marked bool
}

// PowersAt returns the powers of the seats in a position, by seat. There are
// none where nobody has a power.
func (e Entry) PowersAt(pos game.Position) (powers []Power) {
	for _, text := range pos.Board().Powers {
		name, marked := strings.CutSuffix(text, "^")
		p := e.Power(name)
		p.Marked = marked
		powers = append(powers, p)
	}
	return powers
}

// santoriniPower returns what there is to say of a power.
func santoriniPower(name string) Power {
	w, err := santorini.ParsePower(name)
	if err != nil {
		return Power{Name: name}
	}
	return Power{Name: name, Card: w.Card(), Mark: w.Mark()}
}
