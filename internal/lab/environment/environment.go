package environment

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"thera/game"
	"thera/internal/catalog"
)

// Vector is a number of games of one kind, stepped together. Games are numbered from 0.
// One goroutine at a time may use a vector; different ones may be used at once.
//
// A game that is over is finished: its mask is all zero.
type Vector interface {
	// Spec describes actions and observations. The caller must not change its slices.
	Spec() Spec
	// Len returns the number of games.
	Len() int
	// Reset puts all games at their start and fills the arrays.
	Reset(Arrays) error
	// Step makes one action in each game and fills the arrays. If an action is not legal
	// it returns an [*ActionError], and nothing changes. A finished game starts again if
	// restart is true, whatever its action; otherwise its action must be 0 and does
	// nothing.
	Step(actions []int32, restart bool, a Arrays) error
	// Observe fills the arrays with the games as they are. Rewards are those of the
	// finished games.
	Observe(Arrays) error
	// RandomActions chooses a legal action in each game, all equally likely, and 0 in
	// finished games. It advances the seed, and is the same on every machine.
	RandomActions(seed *uint64, actions []int32) error
	// Position returns the canonical text of game i at the beginning of the turn.
	Position(i int) (string, error)
	// SetPosition puts game i at the beginning of a turn in a position, which must have
	// the same board and seats. When the game starts again, it does so from the start.
	SetPosition(i int, text string) error
	// ActionText says what a legal action of game i does, in the game's notation, with
	// what the turn has done so far: "d1-d7" when an amazon goes to d7.
	ActionText(i int, action int32) (string, error)
	// Encode returns the actions of a turn of game i from its beginning. The move may be
	// in any form that the rules read.
	Encode(i int, move string) ([]int32, error)
	// Turns returns all turns of game i from the beginning of the turn, in the order of
	// the rules: none if it is finished.
	Turns(i int) ([]Turn, error)
	// Copy makes game i a copy of game j of a vector with the same encoding, board and
	// seats, which may be the same vector.
	Copy(i int, from Vector, j int) error
	// Symmetries returns the symmetries of the game; the first changes nothing.
	Symmetries() []Symmetry
}

// Arrays receive what a call has to say about all games; row i belongs to game i. They
// are the caller's, and nil ones are not filled.
type Arrays struct {
	CurrentPlayer []int8    // [n] the seat to move, from 0; in a finished game the one that would be
	Observation   []uint8   // [n][planes][height][width] 0 or 1, as the current player sees it
	Mask          []uint8   // [n][actions] 1 if the action is legal, else 0
	Rewards       []float32 // [n][seats] +1 for winners and −1 for losers in the step that ends the game, else 0
	Terminated    []uint8   // [n] 1 if the game is finished, else 0
}

// Spec describes the environment that a [Vector] holds.
type Spec struct {
	Name    string   `json:"name"`    // of the encoding, with its version: "amazons_v1"
	Game    string   `json:"game"`    // the game's name
	Variant string   `json:"variant"` // as given to Make
	Start   string   `json:"start"`   // text of the position that games start from
	Actions int      `json:"actions"` // number of actions: they count from 0
	Planes  []string `json:"planes"`  // what each plane shows
	Height  int      `json:"height"`  // ranks of the board
	Width   int      `json:"width"`   // files of the board
	Seats   int      `json:"seats"`   // players at the start
}

// Cells returns the number of cells of a plane.
func (s Spec) Cells() int { return s.Height * s.Width }

// kind says which games can be copied to each other.
func (s Spec) kind() string {
	return fmt.Sprintf("%s on %dx%d for %d", s.Name, s.Width, s.Height, s.Seats)
}

// Symmetry is a symmetry of a game as permutations. The image of an observation o has
// o[p][c] in plane Planes[p], cell Cells[c]; the image of action a is Actions[a].
type Symmetry struct {
	Planes  []int32 `json:"planes"`
	Cells   []int32 `json:"cells"`
	Actions []int32 `json:"actions"`
}

// Turn is a whole turn and the actions that it consists of.
type Turn struct {
	Move    game.Move `json:"move"`
	Actions []int32   `json:"actions"`
}

// ActionError says that an action can't be made.
type ActionError struct {
	Index  int    // of the game
	Action int32  // as given
	Reason string // what is wrong, and what is accepted
}

func (e *ActionError) Error() string {
	return fmt.Sprintf("game %d: action %d: %s", e.Index, e.Action, e.Reason)
}

// MaxGames is how many games a vector has at most: a mistyped number does not take all
// memory.
const MaxGames = 1 << 20

// Make returns n games at the start of a variant: "" for the default, a board that the
// solver knows, such as "4x7", or the text of an unfinished position.
func Make(gameName, variant string, n int) (Vector, error) {
	entry, err := catalog.Find(gameName)
	if err != nil {
		return nil, err
	}
	construct := constructors[gameName]
	if construct == nil {
		return nil, fmt.Errorf("game %q has no environment: want one of %s", gameName,
			strings.Join(slices.Sorted(maps.Keys(constructors)), ", "))
	}
	if n < 1 || n > MaxGames {
		return nil, fmt.Errorf("%d games: want 1 to %d", n, MaxGames)
	}
	start, err := startOf(entry, variant)
	if err != nil {
		return nil, err
	}
	if start.Winners() != 0 {
		return nil, fmt.Errorf("%s position %q: the game is over; want one in which a seat can move", gameName, start)
	}
	if variant == "" {
		variant = entry.Game.Variants()[0]
	}
	return construct(entry.Game, variant, start, n)
}

// startOf reads the name of a variant or board, or the text of a position, which has a
// space where names have none.
func startOf(entry catalog.Entry, variant string) (game.Position, error) {
	if strings.Contains(variant, " ") {
		return entry.Game.Parse(variant)
	}
	start, err := entry.Start(variant)
	if err != nil {
		return nil, fmt.Errorf("%w, or the text of a position", err)
	}
	return start, nil
}
