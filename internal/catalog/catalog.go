// Package catalog puts each game together with its engines. It is the only
// place that knows all games: programs go through it, and a new game is added
// by one [Entry] here.
//
//	entry, err := catalog.Find("amazons")
//	…
//	pos, err := entry.Game.Start("10x10")
//	…
//	e := entry.NewEngine(engine.Config{})
//	info, err := e.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Depth: 3}})
//
// An entry is a plain value; nothing is registered behind the scenes. Whoever
// needs one particular game need not ask here: its rules package suffices.
package catalog

import (
	"fmt"
	"strings"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog/draft"
)

// Entry is a game with what belongs to it.
type Entry struct {
	Game game.Game
	// Engines are all that play the game, the one to play against first.
	Engines []Engine
	// Solvable reports whether the solver, with so many nodes, is likely to prove who
	// wins a position that is not over. It is nil where that can't be told.
	Solvable func(pos game.Position, nodes uint64) bool
	// Strengths are the estimated strengths of the levels of that one from 1,
	// in Elo points above level 1, as measured on the default variant by the
	// tournaments in docs/play/levels.md.
	Strengths [MaxLevel]int
	// Opponents are the names by which people know the levels from 1: a proper
	// name each, one word, the same in all languages, of which no two games share one.
	Opponents [MaxLevel]string
	// WireNames are what the engine protocol calls the variants of Game, in
	// their order.
	WireNames []string
	// NewSolver returns a solver of the game, and is nil if there is none.
	NewSolver func(SolverConfig) engine.Solver
	// Boards are boards beside the variants.
	Boards Boards
	// Territory says for each cell of a position's board which seats get there
	// first, nobody where none can. It is nil where the game has no such notion.
	Territory func(game.Position) []game.Seats
	// Mobility says for each cell of a position's board which seats have a piece
	// that can go there in one turn. It is nil where pieces don't move, and gives
	// nothing for a position of which that can't be told.
	Mobility func(game.Position) []game.Seats
	// Power returns what there is to say of one of the Cards, or of None. It is
	// nil where the game has no powers.
	Power func(name string) Power
	// Openings are how random openings are drawn where not all legal moves make
	// even ones; nil is by all.
	Openings *Openings
	// Cards are the powers that seats can have beside the rules that hold for
	// all, with what is known of them.
	Cards draft.Cards
	// Puzzles says which positions make good ones.
	Puzzles Puzzles
	// TextVariant is the variant that programs in the manner of "thera amazons"
	// play, from its start alone; "" if none does.
	TextVariant string
	// Look is how pictures of its boards are painted.
	Look Look
	// Benchmarks are searches that exercise the engine in all phases of the
	// game.
	Benchmarks []Benchmark
}

// NewEngine returns a new engine of the first kind.
func (e Entry) NewEngine(c engine.Config) engine.Engine { return e.Engines[0].New(c) }

// Engine returns the kind of engine with a name, "" for the first. The error for
// an unknown name lists those that are known.
func (e Entry) Engine(name string) (Engine, error) {
	for _, kind := range e.Engines {
		if kind.Name == name || name == "" {
			return kind, nil
		}
	}
	return Engine{}, fmt.Errorf("engine %q: want one of %s", name, strings.Join(e.EngineNames(), ", "))
}

// EngineNames returns the names of the Engines, in their order.
func (e Entry) EngineNames() []string {
	var names []string
	for _, kind := range e.Engines {
		names = append(names, kind.Name)
	}
	return names
}

// Parameters are what can be set in the engines of all games; each uses those
// that mean something to it.
func Parameters() []engine.Parameter {
	return []engine.Parameter{engine.Hash(16, 4096), engine.Threads(1, 256), engine.Level(MaxLevel, MaxLevel)}
}

// Engine makes engines of one kind. A zero field of the Config means the
// engine's default; the highest level is the default.
type Engine struct {
	Name string
	New  func(engine.Config) engine.Engine
}

// Openings are how random openings are drawn.
type Openings struct {
	// Name says it in words that follow "2 random plies".
	Name string
	// Moves are those to draw from, at least one where any is legal.
	Moves func(game.Position) []game.Move
}

// WireName returns what the engine protocol calls a variant of the game, ""
// for one that it does not have. "" is the default variant. What is chosen
// beside the variant stands behind a colon in both.
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

// Benchmark is a search whose node count, with a new engine, is always the
// same until the engine or the rules behave differently.
type Benchmark struct {
	Position string // text
	Depth    int    // plies
}

// Games returns all games in the order in which they are listed to people.
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

// Find returns the entry of the game with the given name. The error for an
// unknown name lists those that are known.
func Find(name string) (Entry, error) { return Among(Games(), name) }

// Among returns the one of some games with the given name. The error for an unknown
// name lists those that are known.
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
