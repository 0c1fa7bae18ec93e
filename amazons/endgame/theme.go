// Package theme says by rule what a turn in the Game of the Amazons is about, such as
// the one winning turn of a puzzle:
//
//	for _, name := range theme.Of(&before, move, &after, &last) {
//		fmt.Println(name) // trap, wall
//	}
//
// An amazon's room is the squares that she can come to in any number of turns while
// nothing changes. The package proves nothing: what a turn is about says nothing of
// whether it is good.
package endgame

import (
	"thera/amazons"
	"thera/game"
)

// The themes.
const (
	ThemeTrap   = "trap"   // an amazon of the other side is left with hardly any room
	ThemeSave   = "save"   // the other side could have trapped an amazon, and now can't
	ThemeDoor   = "door"   // the arrow closes the square that the amazon leaves
	ThemeWall   = "wall"   // squares that both sides could come to belong to one now
	ThemeMargin = "margin" // in the end the solver has just one turn more than the other
	ThemeFill   = "fill"   // the sides are apart already: one fills one's own room
	ThemeFight  = "fight"  // none of these: squares are contested still
)

const (
	// closed is the most room of an amazon that is trapped.
	closed = 2
	// taken is the least room that is taken from an amazon by trapping her.
	taken = 3
	// walled is the least number of squares that a wall takes out of the contest.
	walled = 3
)

// Themes returns the themes in the order in which they are told.
func Themes() []string {
	return []string{ThemeTrap, ThemeSave, ThemeWall, ThemeDoor, ThemeMargin, ThemeFill, ThemeFight}
}

// ThemesOf returns the themes of a legal turn, one at least, in the order of All. After is
// the position after it and last the one in which the play that follows ends, with
// the other side to move.
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

// isMargin reports whether the sides are apart and the one not to move has just one
// turn more: with the other one to move, that is as many.
func isMargin(p *amazons.Position) bool {
	ending := New(p)
	return contested(p) == 0 && ending.InHand() == 0
}

// floodFrom returns the empty squares that hang together with a set by king steps.
func floodFrom(from, empty game.Squares) game.Squares {
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
	return floodFrom(p.Amazons(amazons.White), p.Empty()).And(floodFrom(p.Amazons(amazons.Black), p.Empty())).Len()
}

// room returns how many squares an amazon can come to.
func room(s game.Square, empty game.Squares) int { return floodFrom(game.Single(s), empty).Len() }

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
