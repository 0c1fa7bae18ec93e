// Package theme says by rule what a puzzle is about.
//
//	themes, err := theme.Of(pos, puzzle.Line)
//	fmt.Println(themes) // [trap wall]
//
// Each theme is a word of [All] that a program turns into words for people. It is
// found by what the first move does on the board, never by what an engine thinks
// of it; a puzzle has one at least. The package proves nothing and looks for no
// puzzles: that is package puzzle.
package theme

import (
	"fmt"
	"slices"

	"thera/amazons"
	"thera/game"
	"thera/hermit"
	"thera/santorini"
)

// All returns the themes of a game, in the order in which they are told; none of a
// game that has no puzzles.
func All(name string) []string {
	switch name {
	case amazons.Rules().Name():
		return []string{Trap, Save, Wall, Door, Margin, Fill, Fight}
	case santorini.Rules().Name():
		return []string{Double, Threat, Quiet, Block, Climb, Descend, Dome, Power}
	case hermit.Rules().Name():
		return []string{Parity, Mirror, Pair, Sum, Split, Nimber}
	}
	return nil
}

// Of returns the themes of a position in which the first move of a line is the only
// one that wins, in the order of All. It is an error if a move is not legal.
func Of(pos game.Position, line []game.Move) (themes []string, err error) {
	if len(line) == 0 {
		return nil, fmt.Errorf("%s: want a line of one move at least", pos)
	}
	after := []game.Position{pos}
	for _, m := range line {
		next, err := after[len(after)-1].Play(m)
		if err != nil {
			return nil, fmt.Errorf("move %q: %w", m, err)
		}
		after = append(after, next)
	}
	first, last := after[1], after[len(after)-1]
	var found map[string]bool
	if p, ok := game.KernelOf[amazons.Position](pos); ok {
		found, err = ofAmazons(p, line[0], kernel[amazons.Position](first), kernel[amazons.Position](last))
	} else if p, ok := game.KernelOf[santorini.Position](pos); ok {
		found, err = ofSantorini(p, line[0], kernel[santorini.Position](first))
	} else {
		found, err = ofHermit(pos, first)
	}
	for name, is := range found {
		if is {
			themes = append(themes, name)
		}
	}
	order := slices.Concat(All(amazons.Rules().Name()), All(santorini.Rules().Name()), All(hermit.Rules().Name()))
	slices.SortFunc(themes, func(a, b string) int { return slices.Index(order, a) - slices.Index(order, b) })
	return themes, err
}

// kernel returns a position that is known to be of a game.
func kernel[P any](pos game.Position) P {
	p, _ := game.KernelOf[P](pos)
	return p
}
