package catalog

import (
	"thera/amazons"
	amazonstheme "thera/amazons/endgame"
	"thera/engine"
	"thera/game"
	hermittheme "thera/hermit/endgame"
	"thera/santorini"
	santorinitheme "thera/santorini/eval"
)

// Puzzles says what makes a good puzzle of a game, and what it is about.
type Puzzles struct {
	// FewestMoves and MostMoves bound the number of legal moves: with fewer a
	// puzzle is solved by trying, with more people don't consider them all.
	FewestMoves, MostMoves int
	// Themes returns what a puzzle is about, given the positions of its
	// solution from first to last and the first move, which is legal.
	Themes func(positions []game.Position, first game.Move) ([]string, error)
	// Effort is how the difficulty of a puzzle is measured.
	Effort Effort
	// NewReader returns the engine whose effort counts; nil means the game's.
	NewReader func() engine.Engine
}

// Effort is how the difficulty of a puzzle is measured, in nodes. Engines
// search without a solver.
type Effort int

const (
	// UntilPlayed counts the nodes until the game's engine settles on the right move. It
	// is for games in which people see that a move is good before they see how it wins.
	UntilPlayed Effort = iota
	// UntilProven counts the nodes until the engine has also seen that the right move
	// wins. It is for games in which an evaluation often guesses right.
	UntilProven
	// AmongParts is the geometric mean of that and of the nodes that the solver needs to
	// know for each move whether it wins. It is for games of many parts, which an engine
	// searches together and the solver one by one: people do some of both.
	AmongParts
)

func amazonsPuzzles() Puzzles {
	return Puzzles{20, 200, func(positions []game.Position, first game.Move) ([]string, error) {
		m, err := amazons.ParseMove(string(first))
		if err != nil {
			return nil, err
		}
		before, _ := game.KernelOf[amazons.Position](positions[0])
		after, _ := game.KernelOf[amazons.Position](positions[1])
		last, _ := game.KernelOf[amazons.Position](positions[len(positions)-1])
		return amazonstheme.ThemesOf(&before, m, &after, &last), nil
	}, UntilPlayed, nil}
}

func santoriniPuzzles() Puzzles {
	return Puzzles{12, 600, func(positions []game.Position, first game.Move) ([]string, error) {
		m, err := santorini.ParseMove(string(first))
		if err != nil {
			return nil, err
		}
		before, _ := game.KernelOf[santorini.Position](positions[0])
		after, _ := game.KernelOf[santorini.Position](positions[1])
		return santorinitheme.ThemesOf(&before, m, &after), nil
	}, UntilProven, nil}
}

func hermitPuzzles() Puzzles {
	return Puzzles{20, 150, func(positions []game.Position, _ game.Move) ([]string, error) {
		return hermittheme.ThemesOf(positions[0], positions[1])
	}, AmongParts, hermitReader}
}
