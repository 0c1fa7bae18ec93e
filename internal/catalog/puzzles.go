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
	// FewestMoves and MostMoves are how many legal moves it has: with fewer it is
	// solved by trying, with more nobody looks at them all.
	FewestMoves, MostMoves int
	// Themes returns what a puzzle is about, given the positions of its solution
	// from the first to the last and the first move, which is legal.
	Themes func(positions []game.Position, first game.Move) ([]string, error)
	// AllThemes are those that there are, in the order in which they are told.
	AllThemes []string
	// Effort is what tells how hard one is.
	Effort Effort
	// NewReader returns the engine whose effort counts; nil for the game's.
	NewReader func() engine.Engine
}

// Effort is what is counted of a puzzle to tell how hard it is, in nodes. Engines
// search without a solver.
type Effort int

const (
	// UntilPlayed is what the game's engine visits until it plays the right move for
	// good. It is for games in which one sees that a move is good before one sees how
	// it wins.
	UntilPlayed Effort = iota
	// UntilProven is what it visits until it has seen that the right move wins, too.
	// It is for games in which an evaluation often guesses right.
	UntilProven
	// AmongParts is the geometric mean of that and of what the solver visits until it
	// knows of each move whether it wins. It is for games of many parts, all of which
	// an engine looks at together and the solver one by one: people do some of both.
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
	}, amazonstheme.Themes(), UntilPlayed, nil}
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
	}, santorinitheme.Themes(), UntilProven, nil}
}

func hermitPuzzles() Puzzles {
	return Puzzles{20, 150, func(positions []game.Position, _ game.Move) ([]string, error) {
		return hermittheme.ThemesOf(positions[0], positions[1])
	}, hermittheme.Themes(), AmongParts, hermitReader}
}
