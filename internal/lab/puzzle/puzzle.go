// Package puzzle finds positions with exactly one winning move, proven by a
// solver, in games that an engine plays against itself.
//
//	for p, err := range puzzle.Find(ctx, entry, puzzle.Options{Seed: 1}, nil) {
//		…
//		fmt.Println(p.Position, p.Line, p.Effort)
//	}
//
// That the move wins, and that every other one loses, is proven, not estimated. If the
// best reply leads to another position with exactly one winning move, the puzzle
// continues there, so it has one or more turns, each with a unique solution.
//
// # Vocabulary
//
// The solver's turns are those of the seat to move in a puzzle's position; the
// replies between them are the puzzle's. A puzzle's effort is how many nodes it
// takes to find the right move, as the game's [catalog.Effort] counts them. The
// ID of a puzzle identifies its position wherever results are stored.
//
// In games with powers, a puzzle is for a seat whose power the winning move
// needs: without it the move would not be legal, or not be known to win.
//
// Themes, which say what a puzzle is about, come from the game's own packages.
package puzzle

import (
	"crypto/sha256"
	"encoding/hex"
	"math"

	"thera/game"
)

// Puzzle is a position with exactly one winning move.
type Puzzle struct {
	// ID identifies the puzzle by its game and position.
	ID       string `json:"id"`
	Game     string `json:"game"`
	Position string `json:"position"` // text
	// Moves is the number of legal moves.
	Moves int `json:"moves"`
	// Plies is how long the win takes if both sides play well, MinPlies to
	// MaxPlies. It is 0 where it is not known, and in games that are won by
	// counting moves rather than by short forced wins.
	Plies int `json:"plies,omitempty"`
	// Effort is the number of nodes it takes to find the move, at most MaxEffort.
	Effort uint64 `json:"effort"`
	// Grade is its initial rating, before anyone has tried it.
	Grade int `json:"grade"`
	// Line is the solution: the winning move, a reply, the next winning move
	// and so on. It ends with a move of the solver.
	Line []game.Move `json:"line"`
	// Themes say what the puzzle is about.
	Themes []string `json:"themes,omitempty"`
}

const (
	// MinPlies is the length of the shortest win: an immediate win is no puzzle.
	MinPlies = 3
	// MaxPlies is the length of the longest: longer ones can't be worked out by a person.
	MaxPlies = 11
	// MaxEffort is that of a puzzle whose move an engine does not find on its own.
	MaxEffort = 1 << 18
)

// Move returns the winning move.
func (p Puzzle) Move() game.Move { return p.Line[0] }

// Turns returns the number of the solver's turns.
func (p Puzzle) Turns() int { return (len(p.Line) + 1) / 2 }

// ID returns the ID of a position's puzzle or exam item: eight hexadecimal digits.
func ID(game, position string) string {
	sum := sha256.Sum256([]byte(game + " " + position))
	return hex.EncodeToString(sum[:4])
}

// grade returns the Grade of a puzzle: 700 plus 100 points each time the effort
// doubles and 60 for each turn after the first, at most 2300. It is a guess
// that people's results correct.
func (p Puzzle) grade() int {
	const easiest, hardest, doubling, more = 700, 2300, 100, 60
	const least = 16 // nodes of the easiest
	grade := easiest + doubling*math.Log2(max(1, float64(p.Effort)/least)) + more*float64(p.Turns()-1)
	return int(min(hardest, math.Round(grade)))
}
