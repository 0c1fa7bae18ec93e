// Package puzzle finds positions with exactly one winning move, proven by a
// solver, in games that an engine plays against itself.
//
//	for p, err := range puzzle.Find(ctx, entry, puzzle.Options{Seed: 1}) {
//		…
//		fmt.Println(p.Position, p.Line, p.Effort)
//	}
//
// That the move wins, and that each other one loses, is proven and no estimate.
// Where the best reply leads to a position with one winning move again, the
// puzzle goes on with that: so a solver takes one turn or several, each of them
// the only one.
//
// # Vocabulary
//
// A solver's turns are those of the seat to move in a puzzle's position; the
// replies between them are the puzzle's. A puzzle's effort is how many nodes it takes
// to find the right move, as the game's [catalog.Effort] counts them. The id of a
// puzzle names its position wherever results are kept.
//
// In games with powers, puzzles are for a seat whose power the winning move
// takes: without it the move would not be legal, or not be known to win.
//
// What a puzzle is about its game's package theme says. The package plays no game for
// its result: matches are for that.
package puzzle

import (
	"crypto/sha256"
	"encoding/hex"
	"math"

	"thera/game"
)

// Puzzle is a position with one winning move.
type Puzzle struct {
	// ID names the puzzle: it says the game and the position, nothing else.
	ID       string `json:"id"`
	Game     string `json:"game"`
	Position string `json:"position"` // text
	// Moves is the number of legal moves.
	Moves int `json:"moves"`
	// Plies is how long the win takes if both sides play well, MinPlies to
	// MaxPlies; 0 in games whose wins are counted and not forced in few turns, and
	// where it is not known.
	Plies int `json:"plies,omitempty"`
	// Effort is the number of nodes that it takes to find the move, at most MaxEffort.
	Effort uint64 `json:"effort"`
	// Grade is where its rating begins, before anybody has tried it.
	Grade int `json:"grade"`
	// Line is the solution: the one winning move, a reply, the one winning move
	// after that and so on. It ends with a move of the solver.
	Line []game.Move `json:"line"`
	// Themes say what the puzzle is about, as its game's package theme finds them.
	Themes []string `json:"themes,omitempty"`
}

const (
	// MinPlies is the least that a win takes: what wins at once is no puzzle.
	MinPlies = 3
	// MaxPlies is the most: what takes longer can't be worked out by a person.
	MaxPlies = 11
	// MaxEffort is that of a puzzle whose move an engine does not find alone.
	MaxEffort = 1 << 18
)

// Move is the winning move.
func (p Puzzle) Move() game.Move { return p.Line[0] }

// Turns is how many turns the solver takes.
func (p Puzzle) Turns() int { return (len(p.Line) + 1) / 2 }

// ID names the puzzle of a position: eight hexadecimal digits.
func ID(game, position string) string {
	sum := sha256.Sum256([]byte(game + " " + position))
	return hex.EncodeToString(sum[:4])
}

// grade returns the Grade of a puzzle: from 700 up 100 points for each time that
// the effort doubles, 60 for each turn after the first, to 2300. It is a guess,
// which people's results correct.
func (p Puzzle) grade() int {
	const easiest, hardest, doubling, more = 700, 2300, 100, 60
	const least = 16 // nodes of the easiest
	grade := easiest + doubling*math.Log2(max(1, float64(p.Effort)/least)) + more*float64(p.Turns()-1)
	return int(min(hardest, math.Round(grade)))
}
