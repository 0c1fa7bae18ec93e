// Package theme says by rule what a turn in Santorini is about, such as the one
// winning turn of a puzzle:
//
//	for _, name := range theme.Of(&before, move, &after) {
//		fmt.Println(name) // double, climb
//	}
//
// To threaten is to be able to win with one's next turn. The package proves nothing:
// what a turn is about says nothing of whether it is good.
package eval

import "thera/santorini"

// The themes.
const (
	ThemeDouble  = "double"  // it threatens two squares
	ThemeThreat  = "threat"  // it threatens one
	ThemeQuiet   = "quiet"   // it threatens nothing yet
	ThemeBlock   = "block"   // the other side threatened to win
	ThemeClimb   = "climb"   // the worker goes up
	ThemeDescend = "descend" // the worker goes down
	ThemeDome    = "dome"    // it builds a dome
	ThemePower   = "power"   // the seat to move has a power
)

// Themes returns the themes in the order in which they are told.
func Themes() []string {
	return []string{ThemeDouble, ThemeThreat, ThemeQuiet, ThemeBlock, ThemeClimb, ThemeDescend, ThemeDome, ThemePower}
}

// ThemesOf returns the themes of a legal turn, one at least, in the order of All. After is
// the position after it.
func ThemesOf(before *santorini.Position, m santorini.Move, after *santorini.Position) (themes []string) {
	me := before.Turn()
	from, to, build := m.Spaces()
	threats := after.Wins(me).Len()
	found := map[string]bool{
		ThemeDouble:  threats > 1,
		ThemeThreat:  threats == 1,
		ThemeQuiet:   threats == 0,
		ThemeBlock:   isThreatened(before),
		ThemeClimb:   before.Level(to) > before.Level(from),
		ThemeDescend: before.Level(to) < before.Level(from),
		ThemeDome:    before.Level(build) < dome && after.Level(build) == dome,
		ThemePower:   before.Power(me) != santorini.Mortal,
	}
	for _, name := range Themes() {
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
