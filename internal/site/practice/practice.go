package practice

import (
	"thera/game"
	"thera/internal/lab/puzzle"
	"thera/internal/site/httpkit"
	"thera/internal/site/store"
)

// Config configures what accounts practice.
type Config struct {
	Store *store.Store
	// Puzzles has the puzzles that can be attempted.
	Puzzles []puzzle.Puzzle
	// Games has the rules of the games whose mistakes are stored.
	Games []game.Game
	// Puts is how often one account may send mistakes.
	Puts httpkit.Rate
}

// DefaultPuts returns a rate that people who practice do not reach.
func DefaultPuts() httpkit.Rate { return httpkit.Rate{PerSecond: 1, Burst: 60} }

// API has the attempts and mistakes in a database and the operations on them. It is safe
// for concurrent use.
type API struct {
	Config
	puzzles    map[string]puzzle.Puzzle // by ID
	hasPuzzles map[string]bool          // by game
}

// New returns what accounts practice, in a database.
func New(c Config) *API {
	a := &API{c, map[string]puzzle.Puzzle{}, map[string]bool{}}
	for _, p := range c.Puzzles {
		a.puzzles[p.ID], a.hasPuzzles[p.Game] = p, true
	}
	return a
}
