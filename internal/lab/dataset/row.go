package dataset

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"thera/game"
)

// Kind is what the rows of a dataset are.
type Kind string

// The kinds of datasets.
const (
	Games       Kind = "games"
	Evaluations Kind = "evaluations"
	Puzzles     Kind = "puzzles"
	Proofs      Kind = "proofs"
)

// Kinds returns all kinds in the order in which to list them.
func Kinds() []Kind { return []Kind{Games, Evaluations, Puzzles, Proofs} }

// ParseKind returns the kind with a name.
func ParseKind(name string) (Kind, error) {
	if k := Kind(name); slices.Contains(Kinds(), k) {
		return k, nil
	}
	return "", fmt.Errorf("dataset %q: want one of %s", name, joined(Kinds()))
}

func joined[T ~string](all []T) string {
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = string(one)
	}
	return strings.Join(texts, ", ")
}

// Split is a part of a dataset.
type Split string

// The splits. Of ten games, about eight are for training and one each for the others.
const (
	Train      Split = "train"
	Validation Split = "validation"
	Test       Split = "test"
)

// Splits returns all splits in the order in which to list them.
func Splits() []Split { return []Split{Train, Validation, Test} }

// hashOf returns the first 64 bits of a SHA-256.
func hashOf(text string) uint64 {
	sum := sha256.Sum256([]byte(text))
	return binary.BigEndian.Uint64(sum[:])
}

// SplitOf returns the split of the game with an ID.
func SplitOf(id string) Split {
	switch hashOf(id) % 10 {
	case 0:
		return Test
	case 1:
		return Validation
	}
	return Train
}

// admits reports whether a position may stand in a split: each position may in one,
// whatever game it comes from.
func (s Split) admits(pos game.Position) (bool, error) {
	text, err := canonical(pos)
	return err == nil && Splits()[hashOf(text)%3] == s, err
}

// canonical returns the text that a position has in common with its images.
func canonical(pos game.Position) (string, error) {
	least, _, err := game.Least(pos, game.SymmetriesOf(pos))
	if err != nil {
		return "", err
	}
	return least.String(), nil
}

// GameID returns the ID of a game, 16 hexadecimal digits that follow from its start and
// its moves.
func GameID(name, start string, moves []string) string {
	sum := sha256.Sum256([]byte(name + "\n" + start + "\n" + strings.Join(moves, " ")))
	return hex.EncodeToString(sum[:8])
}

// Game is a row of [Games]. Seats are counted from 1.
type Game struct {
	ID      string   `json:"id" parquet:"id" doc:"Hash of the game's start and moves: equal games have equal IDs"`
	Split   Split    `json:"split" parquet:"split,dict" doc:"train, validation or test"`
	Game    string   `json:"game" parquet:"game,dict" doc:"Name of the game"`
	Variant string   `json:"variant" parquet:"variant,dict" doc:"Where the game starts, by name"`
	Start   string   `json:"start" parquet:"start,dict" doc:"Text of the first position"`
	Moves   []string `json:"moves" parquet:"moves,list" doc:"All moves, those of the opening first"`
	Opening int32    `json:"opening" parquet:"opening" doc:"Number of moves that were drawn at random"`
	Players []Player `json:"players" parquet:"players,list" doc:"By seat"`
	Nodes   *int64   `json:"nodes" parquet:"nodes,optional" doc:"Most positions that engines searched for a move; null where people played"`
	Control *string  `json:"time_control" parquet:"time_control,optional,dict" doc:"Minutes and seconds per move, or days per move; null where engines played by nodes"`
	Winners []int32  `json:"winners" parquet:"winners,list" doc:"Seats that have won, counted from 1"`
	Reason  string   `json:"reason" parquet:"reason,dict" doc:"How the game ended: rules, or how a player gave it up"`
}

// ByRules is the reason of a game that was over on the board.
const ByRules = "rules"

// Player is one seat of a [Game].
type Player struct {
	Kind   string  `json:"kind" parquet:"kind,dict" doc:"engine, bot or person"`
	Name   *string `json:"name" parquet:"name,optional,dict" doc:"Name of an engine or a bot; null for people"`
	Level  *int32  `json:"level" parquet:"level,optional" doc:"Level of an engine, 1 to 8"`
	Number *int64  `json:"number" parquet:"number,optional" doc:"Number of a bot or person in this dataset alone"`
	Rating *int32  `json:"rating" parquet:"rating,optional" doc:"Rating of a bot or person when the game began"`
}

// Origin says which position of which game a row is about.
type Origin struct {
	GameID   string `json:"game_id" parquet:"game_id" doc:"ID of the game that the position comes from"`
	Split    Split  `json:"split" parquet:"split,dict" doc:"train, validation or test"`
	Game     string `json:"game" parquet:"game,dict" doc:"Name of the game"`
	Variant  string `json:"variant" parquet:"variant,dict" doc:"Where the game started, by name"`
	Ply      int32  `json:"ply" parquet:"ply" doc:"Number of moves played before"`
	Position string `json:"position" parquet:"position" doc:"Text of the position"`
	Turn     int32  `json:"turn" parquet:"turn" doc:"Seat to move, counted from 1"`
}

// Evaluation is a row of [Evaluations].
type Evaluation struct {
	Origin
	WinProbability float64 `json:"win_probability" parquet:"win_probability" doc:"Probability that the seat to move wins, 0 to 1; exactly 0 or 1 if proven"`
	Nodes          int64   `json:"nodes" parquet:"nodes" doc:"Positions searched, including the one at which the limit was noticed"`
	Depth          int32   `json:"depth" parquet:"depth" doc:"Plies searched completely"`
	Lines          []Line  `json:"lines" parquet:"lines,list" doc:"Best lines, the best first"`
}

// Line is one of the best lines of an [Evaluation], with its value as thera best says it.
type Line struct {
	Line           []string `json:"line" parquet:"line,list" doc:"The play expected from the position"`
	WinProbability float64  `json:"win_probability" parquet:"win_probability" doc:"Probability that the seat to move wins by this line, 0 to 1"`
	Proven         bool     `json:"proven" parquet:"proven" doc:"Whether the result of this line is proven"`
	Plies          *int32   `json:"plies" parquet:"plies,optional" doc:"If proven, moves until the end at the latest; null otherwise"`
	Centilogits    *int32   `json:"centilogits" parquet:"centilogits,optional" doc:"If not proven, 100·ln(p/(1-p)) for a probability p; null otherwise"`
}

// Puzzle is a row of [Puzzles].
type Puzzle struct {
	ID         string   `json:"id" parquet:"id" doc:"Hash of the position"`
	Split      Split    `json:"split" parquet:"split,dict" doc:"train, validation or test"`
	Game       string   `json:"game" parquet:"game,dict" doc:"Name of the game"`
	Variant    string   `json:"variant" parquet:"variant,dict" doc:"Where the game started, by name"`
	Position   string   `json:"position" parquet:"position" doc:"Text of the position"`
	Turn       int32    `json:"turn" parquet:"turn" doc:"Seat to move, counted from 1"`
	Line       []string `json:"line" parquet:"line,list" doc:"Solution: the one winning move, a reply, the next winning move and so on"`
	Plies      *int32   `json:"plies" parquet:"plies,optional" doc:"Moves until the win, where that is known"`
	LegalMoves int32    `json:"legal_moves" parquet:"legal_moves" doc:"Number of legal moves"`
	Effort     int64    `json:"effort" parquet:"effort" doc:"Positions that the engine searches until it finds the move"`
	Grade      int32    `json:"grade" parquet:"grade" doc:"Estimated difficulty, 700 to 2300"`
	Themes     []string `json:"themes" parquet:"themes,list" doc:"What the puzzle is about"`
}

// Proof is a row of [Proofs].
type Proof struct {
	Origin
	Winner       int32    `json:"winner" parquet:"winner" doc:"Seat that wins with best play, counted from 1"`
	Plies        *int32   `json:"plies" parquet:"plies,optional" doc:"Moves until the end with best play, where that is known"`
	Nimber       *int32   `json:"nimber" parquet:"nimber,optional" doc:"Nimber of the position, in impartial games"`
	WinningMoves []string `json:"winning_moves" parquet:"winning_moves,list" doc:"All moves that keep the win, in the order of the rules; every other move loses"`
	LegalMoves   int32    `json:"legal_moves" parquet:"legal_moves" doc:"Number of legal moves"`
	Certificate  *string  `json:"certificate" parquet:"certificate,optional" doc:"SHA-256 of the certificate by thera solve; null where it would be too large"`
}

// row is what all rows have in common. Slices and optional values are read differently
// from JSON and from Parquet; whole returns the row with empty slices in place of nil.
type row[R any] interface {
	Game | Evaluation | Puzzle | Proof
	whole() R
	split() Split
	check(*checker) error
}

func (g Game) whole() Game {
	g.Moves, g.Players, g.Winners = notNil(g.Moves), notNil(g.Players), notNil(g.Winners)
	return g
}

func (e Evaluation) whole() Evaluation {
	e.Lines = notNil(e.Lines)
	for i := range e.Lines {
		e.Lines[i].Line = notNil(e.Lines[i].Line)
	}
	return e
}

func (p Puzzle) whole() Puzzle {
	p.Line, p.Themes = notNil(p.Line), notNil(p.Themes)
	return p
}

func (p Proof) whole() Proof {
	p.WinningMoves = notNil(p.WinningMoves)
	return p
}

func notNil[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

func (g Game) split() Split { return g.Split }

func (o Origin) split() Split { return o.Split }

func (p Puzzle) split() Split { return p.Split }
