package endgame

import (
	"thera/amazons"
	"thera/game"
)

// The themes of turns, for puzzles.
const (
	ThemeTrap   = "trap"   // an enemy amazon is left with hardly any room
	ThemeSave   = "save"   // the other side could have trapped an amazon and no longer can
	ThemeDoor   = "door"   // the arrow closes the square that the amazon left
	ThemeWall   = "wall"   // squares that both sides could reach now belong to one
	ThemeMargin = "margin" // in the end the solver has exactly one turn more than the opponent
	ThemeFill   = "fill"   // the sides are already separated: each fills its own territory
	ThemeFight  = "fight"  // none of these: squares are still contested
)

const (
	// closed is the most room that a trapped amazon has.
	closed = 2
	// taken is the least room that an amazon loses by being trapped.
	taken = 3
	// walled is the least number of squares that a wall takes out of the contest.
	walled = 3
)

// Themes returns all themes in display order.
func Themes() []string {
	return []string{ThemeTrap, ThemeSave, ThemeWall, ThemeDoor, ThemeMargin, ThemeFill, ThemeFight}
}

// ThemesOf returns the themes of a legal turn, at least one, in the order of Themes.
// After is the position after the turn, and last the final position of the play that
// follows, with the other side to move. Themes are found by simple rules: they say what
// a turn is about, not whether it is good.
func ThemesOf(before *amazons.Position, m amazons.Move, after, last *amazons.Position) (themes []string) {
	me := before.Turn()
	mine, others := before.Amazons(me), before.Amazons(1-me)
	shared := contested(before)
	found := map[string]bool{
		ThemeTrap:   traps(others, before.Empty(), after.Empty()),
		ThemeSave:   canTrap(mine, others, before.Empty()) && !canTrap(after.Amazons(me), others, after.Empty()),
		ThemeWall:   contested(after) <= shared-walled,
		ThemeDoor:   m.Arrow() == m.From(),
		ThemeMargin: isMargin(last),
		ThemeFill:   shared == 0,
	}
	for _, name := range Themes() {
		if found[name] {
			themes = append(themes, name)
		}
	}
	if themes == nil {
		return []string{ThemeFight}
	}
	return themes
}

// isMargin reports whether the sides are separated and the one not to move has exactly
// one turn more; with the other to move, that is an equal number in hand.
func isMargin(p *amazons.Position) bool {
	ending := New(p)
	return contested(p) == 0 && ending.InHand() == 0
}

// contested returns how many squares both sides can reach.
func contested(p *amazons.Position) int {
	white, black := flood(p.Amazons(amazons.White), p.Empty()), flood(p.Amazons(amazons.Black), p.Empty())
	return white.And(black).And(p.Empty()).Len()
}

// room returns how many squares an amazon can ever reach if nothing else changes.
func room(s game.Square, empty game.Squares) int {
	return flood(game.Single(s), empty).And(empty).Len()
}

// trapped returns the amazon with the least room of those that become trapped when the
// empty squares change, and how many squares it can still reach.
func trapped(amazons, before, after game.Squares) (victim game.Square, left int, found bool) {
	for set := amazons; !set.IsEmpty(); set = set.WithoutFirst() {
		n := room(set.First(), after)
		if n <= closed && room(set.First(), before) >= n+taken && (!found || n < left) {
			victim, left, found = set.First(), n, true
		}
	}
	return victim, left, found
}

// traps reports whether an amazon becomes trapped when the empty squares change.
func traps(amazons, before, after game.Squares) bool {
	_, _, found := trapped(amazons, before, after)
	return found
}

// trappable returns the amazon that a side could trap with one turn, of several the one
// that it could leave the least room, and how many squares that one could still reach.
func trappable(victims, hunters, empty game.Squares) (victim game.Square, left int, found bool) {
	for _, m := range amazons.AppendTurns(nil, hunters, empty) {
		after := empty.With(m.From()).Without(m.To()).Without(m.Arrow())
		if s, n, ok := trapped(victims, empty, after); ok && (!found || n < left) {
			victim, left, found = s, n, true
		}
	}
	return victim, left, found
}

// canTrap reports whether a side could trap an amazon of the other with one turn.
func canTrap(victims, hunters, empty game.Squares) bool {
	_, _, found := trappable(victims, hunters, empty)
	return found
}
