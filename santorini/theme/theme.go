// Package theme says by rule what a turn in Santorini is about, such as the one
// winning turn of a puzzle:
//
//	for _, name := range theme.Of(&before, move, &after) {
//		fmt.Println(name) // double, climb
//	}
//
// To threaten is to be able to win with one's next turn. The package proves nothing:
// what a turn is about says nothing of whether it is good.
package theme

import "thera/santorini"

// The themes.
const (
	Double  = "double"  // it threatens two squares
	Threat  = "threat"  // it threatens one
	Quiet   = "quiet"   // it threatens nothing yet
	Block   = "block"   // the other side threatened to win
	Climb   = "climb"   // the worker goes up
	Descend = "descend" // the worker goes down
	Dome    = "dome"    // it builds a dome
	Power   = "power"   // the seat to move has a power
)

// All returns the themes in the order in which they are told.
func All() []string { return []string{Double, Threat, Quiet, Block, Climb, Descend, Dome, Power} }

// Of returns the themes of a legal turn, one at least, in the order of All. After is
// the position after it.
func Of(before *santorini.Position, m santorini.Move, after *santorini.Position) (themes []string) {
	me := before.Turn()
	from, to, build := m.Spaces()
	threats := after.Wins(me).Len()
	found := map[string]bool{
		Double:  threats > 1,
		Threat:  threats == 1,
		Quiet:   threats == 0,
		Block:   isThreatened(before),
		Climb:   before.Level(to) > before.Level(from),
		Descend: before.Level(to) < before.Level(from),
		Dome:    before.Level(build) < dome && after.Level(build) == dome,
		Power:   before.Power(me) != santorini.Mortal,
	}
	for _, name := range All() {
		if found[name] {
			themes = append(themes, name)
		}
	}
	return themes
}

// isThreatened reports whether a rival of the seat to move could win if it were to
// move.
func isThreatened(p *santorini.Position) bool {
	for other := range p.Seats().All() {
		if !p.Allies(p.Turn()).Has(other) && p.Wins(other).Len() > 0 {
			return true
		}
	}
	return false
}

// dome is the level of a square with a dome.
const dome = 4
