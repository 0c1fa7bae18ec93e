package catalog

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog/setup"
)

// Entry is a game with everything that belongs to it.
type Entry struct {
	Game game.Game
	// Cards are the game's powers, with what is known of them.
	Cards setup.Cards
	// WireNames are the engine protocol's names of Game's variants, in their order.
	WireNames []string
	// TextVariant is the variant that text programs such as "thera amazons" play,
	// only from its start; "" if there is none.
	TextVariant string

	Playing
	Proving
	Presentation
	Puzzles Puzzles
	// Handicaps are what one of two players can give the other.
	Handicaps []setup.Handicap
}

// Playing is how a game is played by engines.
type Playing struct {
	// Engines are all engines of the game, the default first.
	Engines []Engine
	// Strengths are the estimated strengths of the default engine's levels from 1,
	// in Elo points above level 1: the sums of the steps that docs/play/levels.md
	// measures on the default variant, without powers.
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
	// Name is what commands and reports call it: "alphabeta", "greedy".
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
func Games() []Entry { return slices.Clone(games()) }

var (
	gamesOnce sync.Once
	allGames  []Entry
)

// games makes the list at its first call. A sync.OnceValue would have the linker keep all
// engines in programs that don't call it, such as the page's first one.
func games() []Entry {
	gamesOnce.Do(func() { allGames = []Entry{Amazons(), Santorini(), Hermit()} })
	return allGames
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
func Find(name string) (Entry, error) { return Among(games(), name) }

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

// Rules returns the rules of a game by its name.
func Rules(name string) (game.Game, error) {
	entry, err := Find(name)
	return entry.Game, err
}

// AllRules returns the rules of all games.
func AllRules() (rules []game.Game) {
	for _, entry := range Games() {
		rules = append(rules, entry.Game)
	}
	return rules
}

// Presentation is how people see a game.
type Presentation struct {
	// Style is how its boards are painted.
	Style BoardStyle
	// Opponents are the names of the levels from 1, by which people know them: one
	// word each, a proper name, the same in all languages and in one game only.
	Opponents [MaxLevel]string
	// Territory returns for each cell of a position's board the seats that get
	// there first, none where no seat can. It is nil if the game has no territory.
	Territory func(game.Position) []game.Seats
	// Mobility returns for each cell of a position's board the seats with a piece
	// that can go there in one turn, and nil if that can't be told. It is nil where
	// pieces don't move.
	Mobility func(game.Position) []game.Seats
	// Reasons returns facts that tell people why a turn is worse than a better one, given
	// the position before and those after the two: the most important first, or none. It
	// is nil where no kinds of reasons are known.
	Reasons func(before, worse, good game.Position) []game.Reason
	// ReasonKinds are the kinds of those reasons, the most important first.
	ReasonKinds []string
	// Brief has the rules in short. Entries without engines have none.
	Brief Brief
	// Power describes one of the Cards or None. It is nil for a game without powers.
	Power func(name string) Power
}

// Color is red, green, blue and opacity, a byte each: 0xc9483cff. The zero
// value is transparent.
type Color uint32

// Parts returns the parts of a color, from 0 to 255; the color values are not
// multiplied by the opacity.
func (c Color) Parts() (red, green, blue, opacity uint8) {
	return uint8(c >> 24), uint8(c >> 16), uint8(c >> 8), uint8(c)
}

// BoardStyle is how a board is painted. The page's styles, of which these are
// the defaults, are in web/src/looks/styles.ts.
type BoardStyle struct {
	// Squares are the colors of light and dark squares.
	Squares [2]Color
	// Rim is the color around the squares, and Names that of the coordinates on it.
	Rim, Names Color
	// Lined draws lines between the squares.
	Lined bool
}

// SeatColors are the colors of the players' pieces, by seat, where a game has
// none of its own: those of the page in web/src/looks/seats.ts.
var SeatColors = [4]Color{0x3f78b5ff, 0xd9772bff, 0x5b9a46ff, 0xa45aa8ff}

// The board styles.
var (
	// Wood is a chessboard of light wood.
	Wood = BoardStyle{Squares: [2]Color{0xefe4cdff, 0xd3bd97ff}, Rim: 0x6f5230ff, Names: 0xf6ead2ff}
	// Meadow is grass to build on.
	Meadow = BoardStyle{
		Squares: [2]Color{0xb1c494ff, 0xa1b883ff}, Rim: 0x5f7645ff, Names: 0xf3f7e9ff, Lined: true,
	}
	// Stone is pale, for colored blocks.
	Stone = BoardStyle{
		Squares: [2]Color{0xe8e5deff, 0xdad6ccff}, Rim: 0xc4bdaeff, Names: 0x3f3a32ff, Lined: true,
	}
)

// Boards are boards to solve rather than play, in addition to a game's
// variants. The zero value has none.
type Boards struct {
	// Names lists the boards for people: "4x4, 4x5".
	Names string
	// Start returns the start position of a board as text, "" if there is no
	// board of that name.
	Start func(name string) string
}

// Start returns the start position of a variant or of one of the Boards.
func (e Entry) Start(board string) (game.Position, error) {
	pos, err := e.Game.Start(board)
	if err == nil || e.Boards.Start == nil {
		return pos, err
	}
	if text := e.Boards.Start(board); text != "" {
		return e.Game.Parse(text)
	}
	return nil, fmt.Errorf("%w, or %s", err, e.Boards.Names)
}

// Power describes, for people, what a seat may do beyond the rules that hold for all.
type Power struct {
	Name string // as in position texts
	// Card tells the seat that has the power what it may do, in a few sentences.
	Card string
	// Mark explains in a few words what ^ after the name means in a position;
	// "" for powers that never have it.
	Mark string
	// Marked reports whether the power has the mark in the position.
	Marked bool
	// Turns says how turns are written that the power adds, with an example; "" if they
	// are written like all others.
	Turns string
}

// PowersAt returns the powers in a position by seat, none if no seat has a power.
func (e Entry) PowersAt(pos game.Position) (powers []Power) {
	for _, text := range pos.Board().Powers {
		name, marked := strings.CutSuffix(text, "^")
		p := e.Power(name)
		p.Marked = marked
		powers = append(powers, p)
	}
	return powers
}

// SolverConfig is what a solver may use. A zero field means its default.
type SolverConfig struct {
	TableMiB int // size of its table
	Threads  int // goroutines to search with
	// OutcomeOnly skips nimbers: only the winner and winning moves are determined.
	OutcomeOnly bool
}
