package catalog

import (
	"fmt"
	"strings"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog/draft"
	"thera/internal/symmetry"
)

// Entry is a game with everything that belongs to it.
type Entry struct {
	Game game.Game
	// Alike are kinds of pieces that the rules distinguish only as different; nil
	// if there are none.
	Alike []symmetry.Kind
	// Cards are the game's powers, with what is known of them.
	Cards draft.Cards
	// WireNames are the engine protocol's names of Game's variants, in their order.
	WireNames []string
	// TextVariant is the variant that text programs such as "thera amazons" play,
	// only from its start; "" if there is none.
	TextVariant string

	Playing
	Proving
	Presentation
	Puzzles Puzzles
}

// Playing is how a game is played by engines.
type Playing struct {
	// Engines are all engines of the game, the default first.
	Engines []Engine
	// Strengths are the estimated strengths of the default engine's levels from 1,
	// in Elo points above level 1, as measured on the default variant by the
	// tournaments in docs/play/levels.md.
	Strengths [MaxLevel]int
	// Openings are how random openings are drawn; nil draws from all legal moves.
	Openings *Openings
	// Benchmarks are searches that exercise the engine in all phases of the game.
	Benchmarks []Benchmark
}

// Proving is how positions of a game are solved.
type Proving struct {
	// NewSolver returns a solver of the game; nil if there is none.
	NewSolver func(SolverConfig) engine.Solver
	// Solvable reports whether the solver is likely to prove who wins an unfinished
	// position with the given number of nodes; nil if that can't be told.
	Solvable func(pos game.Position, nodes uint64) bool
	// Boards are boards to solve in addition to the variants.
	Boards Boards
}

// NewEngine returns a new engine of the default kind.
func (e Entry) NewEngine(c engine.Config) engine.Engine { return e.Engines[0].New(c) }

// Engine returns the kind of engine with a name, "" for the default. The error
// for an unknown name lists the known ones.
func (e Entry) Engine(name string) (Engine, error) {
	for _, kind := range e.Engines {
		if kind.Name == name || name == "" {
			return kind, nil
		}
	}
	return Engine{}, fmt.Errorf("engine %q: want one of %s", name, strings.Join(e.EngineNames(), ", "))
}

// EngineNames returns the names of the Engines, in order.
func (e Entry) EngineNames() []string {
	var names []string
	for _, kind := range e.Engines {
		names = append(names, kind.Name)
	}
	return names
}

// Parameters returns the parameters of the engines of all games; each engine
// uses those that apply to it.
func Parameters() []engine.Parameter {
	return []engine.Parameter{engine.Hash(16, 4096), engine.Threads(1, 256), engine.Level(MaxLevel, MaxLevel)}
}

// Engine creates engines of one kind. A zero field of the Config means the
// engine's default; the default level is the highest.
type Engine struct {
	// Name describes them in words that follow "2 random plies".
	Name string
	New  func(engine.Config) engine.Engine
}

// Openings are how random openings are drawn.
type Openings struct {
	// Name says it in words that follow "2 random plies".
	Name string
	// Moves returns the moves to draw from, at least one if any is legal.
	Moves func(game.Position) []game.Move
}

// WireName returns the engine protocol's name of a variant of the game, "" if there is
// none. The variant "" is the default. Choices beyond the variant follow a colon in both.
func (e Entry) WireName(variant string) string {
	variant, choice, chosen := strings.Cut(variant, ":")
	for i, name := range e.Game.Variants() {
		switch {
		case name == variant && chosen:
			return e.WireNames[i] + ":" + choice
		case name == variant || variant == "" && !chosen:
			return e.WireNames[i]
		}
	}
	return ""
}

// Benchmark is a search whose node count, with a new engine, changes only if
// the engine or the rules change.
type Benchmark struct {
	Position string // text
	Depth    int    // plies
}

// Games returns all games in the order in which people see them.
func Games() []Entry {
	return []Entry{Amazons(), Santorini(), Hermit()}
}

// Names returns the names of all games, in the order of Games.
func Names() []string {
	var names []string
	for _, entry := range Games() {
		names = append(names, entry.Game.Name())
	}
	return names
}

// Find returns the entry of a game by name. The error for an unknown name lists
// the known ones.
func Find(name string) (Entry, error) { return Among(Games(), name) }

// Among returns the entry with a name among the given games. The error for an
// unknown name lists the known ones.
func Among(games []Entry, name string) (Entry, error) {
	var known []string
	for _, entry := range games {
		if entry.Game.Name() == name {
			return entry, nil
		}
		known = append(known, entry.Game.Name())
	}
	return Entry{}, fmt.Errorf("unknown game %q: want one of %s", name, strings.Join(known, ", "))
}
