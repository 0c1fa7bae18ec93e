package catalog

import (
	"strings"

	"thera/game"
	"thera/santorini"
)

// Power describes, for people, what a seat may do beyond the rules that hold for all.
type Power struct {
	Name string // as in position texts
	// Card tells the seat that has the power what it may do, in a few sentences.
	Card string
	// Mark explains in a few words what ^ after the name means in a position;
	// "" for powers that never have it.
	Mark string
	// Marked reports whether the power has the mark in the position.
	Marked bool
}

// PowersAt returns the powers in a position by seat, none if no seat has a power.
func (e Entry) PowersAt(pos game.Position) (powers []Power) {
	for _, text := range pos.Board().Powers {
		name, marked := strings.CutSuffix(text, "^")
		p := e.Power(name)
		p.Marked = marked
		powers = append(powers, p)
	}
	return powers
}

// santoriniPower describes a power.
func santoriniPower(name string) Power {
	p := Power{Name: name, Card: santoriniPowerCards[name]}
	if name == santorini.Athena.String() {
		p.Mark = "rivals may not go up"
	}
	return p
}

var santoriniPowerCards = map[string]string{
	"mortal": "You have no power: the rules of the base game.",
	"apollo": "Your worker may move onto the square of a rival's worker, if it could if that were empty. " +
		"The rival goes to the square just left.",
	"artemis":    "Your worker may step once more, but not back to where it began the turn.",
	"athena":     "If one of your workers went up in your last turn, no worker of a rival may go up until your next, not to win either.",
	"atlas":      "Your worker may build a dome on any level.",
	"demeter":    "Your worker may build once more, on another square.",
	"hephaestus": "Your worker may build once more on the same square, a block and not a dome.",
	"hermes": "If your workers do not go up or down, each may take any number of steps, or none, in any order. " +
		"Then either of them builds. Or you have an ordinary turn.",
	"minotaur": "Your worker may move onto the square of a rival's worker, if the square straight behind it has no worker and " +
		"no dome, at any level. The rival goes there.",
	"pan": "You also win by moving down two or more levels.",
	"prometheus": "If your worker does not go up in this turn, it may build before it moves, and again after. " +
		"Levels count as they are after the first build.",
}
