package catalog

import (
	"thera/amazons"
	amazonstheme "thera/amazons/theme"
	"thera/game"
	hermittheme "thera/hermit/theme"
	"thera/santorini"
	santorinitheme "thera/santorini/theme"
)

// Puzzles says what makes a good puzzle of a game, and what it is about.
type Puzzles struct {
	// FewestMoves and MostMoves are how many legal moves it has: with fewer it is
	// solved by trying, with more nobody looks at them all.
	FewestMoves, MostMoves int
	// Themes returns what a puzzle is about, given the positions of its solution
	// from the first to the last and the first move, which is legal.
	Themes func(positions []game.Position, first game.Move) ([]string, error)
	// AllThemes are those that there are, in the order in which they are told.
	AllThemes []string
}

func amazonsPuzzles() Puzzles {
	return Puzzles{20, 200, func(positions []game.Position, first game.Move) ([]string, error) {
		m, err := amazons.ParseMove(string(first))
		if err != nil {
			return nil, err
		}
		before, _ := game.KernelOf[amazons.Position](positions[0])
		after, _ := game.KernelOf[amazons.Position](positions[1])
		last, _ := game.KernelOf[amazons.Position](positions[len(positions)-1])
		return amazonstheme.Of(&before, m, &after, &last), nil
	}, amazonstheme.All()}
}

func santoriniPuzzles() Puzzles {
	return Puzzles{12, 150, func(positions []game.Position, first game.Move) ([]string, error) {
		m, err := santorini.ParseMove(string(first))
		if err != nil {
			return nil, err
		}
		before, _ := game.KernelOf[santorini.Position](positions[0])
		after, _ := game.KernelOf[santorini.Position](positions[1])
		return santorinitheme.Of(&before, m, &after), nil
	}, santorinitheme.All()}
}

func hermitPuzzles() Puzzles {
	return Puzzles{20, 150, func(positions []game.Position, _ game.Move) ([]string, error) {
		return hermittheme.Of(positions[0], positions[1])
	}, hermittheme.All()}
}
