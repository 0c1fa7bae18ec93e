package eval

import "thera/santorini"

// The themes of turns, for puzzles. A threat is a win on the seat's next turn.
const (
	ThemeDouble  = "double"  // it threatens two squares
	ThemeThreat  = "threat"  // it threatens one square
	ThemeQuiet   = "quiet"   // it threatens nothing yet
	ThemeBlock   = "block"   // the opponent threatened to win
	ThemeClimb   = "climb"   // the worker goes up
	ThemeDescend = "descend" // the worker goes down
	ThemeDome    = "dome"    // it builds a dome
	ThemePower   = "power"   // the seat to move has a power
)

// Themes returns all themes in display order.
func Themes() []string {
	return []string{ThemeDouble, ThemeThreat, ThemeQuiet, ThemeBlock, ThemeClimb, ThemeDescend, ThemeDome, ThemePower}
}

// ThemesOf returns the themes of a legal turn, at least one, in the order of Themes.
// After is the position after the turn. Themes are found by simple rules: they say what
// a turn is about, not whether it is good.
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
		ThemeDome:    before.Level(build) < santorini.Dome && after.Level(build) == santorini.Dome,
		ThemePower:   before.Power(me) != santorini.Mortal,
	}
	for _, name := range Themes() {
		if found[name] {
			themes = append(themes, name)
		}
	}
	return themes
}

// isThreatened reports whether a rival of the seat to move could win if it were its
// turn.
func isThreatened(p *santorini.Position) bool {
	for other := range p.Seats().All() {
		if !p.Allies(p.Turn()).Has(other) && p.Wins(other).Len() > 0 {
			return true
		}
	}
	return false
}
