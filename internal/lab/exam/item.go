package exam

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/lab/puzzle"
	"thera/internal/safefile"
)

// Kind says how the answers of an item are known.
type Kind string

// The kinds of items.
const (
	// Proven items have a proof for each legal move: it keeps the win, or gives it away.
	Proven Kind = "proven"
	// Deep items have an estimate for each legal move.
	Deep Kind = "deep"
)

// Kinds returns all kinds in the order in which to list them.
func Kinds() []Kind { return []Kind{Proven, Deep} }

// Phase is the third of a game in which a position stands; see [Make].
type Phase string

// The phases.
const (
	Opening Phase = "opening"
	Middle  Phase = "middle"
	Ending  Phase = "ending"
)

// Phases returns all phases in order.
func Phases() []Phase { return []Phase{Opening, Middle, Ending} }

// Item is one question: a position in which a player has to move, and what is known of
// each of its legal moves.
type Item struct {
	// ID identifies the item by its game and position: eight hexadecimal digits.
	ID       string `json:"id"`
	Game     string `json:"game"`
	Variant  string `json:"variant"` // of the game that the position is from
	Kind     Kind   `json:"kind"`
	Phase    Phase  `json:"phase"`
	Position string `json:"position"` // text
	// LegalMoves is the number of legal moves.
	LegalMoves int `json:"legal_moves"`
	// Number and Ply say where the position is from: the game of that number, from 0, of
	// the ones played for its part of the recipe, and the moves made in it before.
	Number uint64 `json:"number"`
	Ply    int    `json:"ply"`
	// Played are these moves from the variant's start. Only variants that text programs
	// play have them, since those can't be given a position.
	Played []game.Move `json:"played,omitempty"`

	// Winner is the seat that is proven to win, from 1: always the one to move.
	Winner int `json:"winner,omitempty"`
	// WinningMoves are all moves that are proven to keep the win, at most half of the
	// legal ones, in the order of the rules. All others are proven to lose.
	WinningMoves []game.Move `json:"winning_moves,omitempty"`
	// Plies is the distance to the win, 0 where the solver does not determine it.
	Plies int `json:"plies,omitempty"`
	// Nimber is that of the position in an impartial game, 0 where it is not known: that
	// of a won position is another.
	Nimber int `json:"nimber,omitempty"`

	// Values are the estimates of deep items: for each legal move, in the order of the
	// rules, the win probability of the seat to move after it, in thousandths.
	Values []int `json:"values,omitempty"`
}

// Best returns the largest of the Values.
func (i Item) Best() int { return slices.Max(i.Values) }

// Worst returns the smallest of the Values.
func (i Item) Worst() int { return slices.Min(i.Values) }

// Find returns the game and the position of an item. The error says what is wrong with
// the item, as far as the rules can tell: its ID, its number of moves, or an answer that
// is not legal or out of range.
func (i Item) Find() (entry catalog.Entry, pos game.Position, err error) {
	if entry, err = catalog.Find(i.Game); err != nil {
		return entry, nil, err
	}
	if pos, err = entry.Game.Parse(i.Position); err != nil {
		return entry, nil, err
	}
	if err = i.check(pos); err != nil {
		return entry, nil, fmt.Errorf("item %s, %q: %w", i.ID, i.Position, err)
	}
	return entry, pos, nil
}

func (i Item) check(pos game.Position) error {
	moves := pos.Moves()
	switch {
	case i.ID != puzzle.ID(i.Game, i.Position) || i.Position != pos.String():
		return fmt.Errorf("ID %q: want %q, of the canonical text %q", i.ID, puzzle.ID(i.Game, pos.String()), pos)
	case i.LegalMoves != len(moves):
		return fmt.Errorf("%d legal moves: want %d", i.LegalMoves, len(moves))
	case !slices.Contains(Phases(), i.Phase):
		return unknown("phase", i.Phase, Phases())
	case i.Kind == Proven:
		return i.checkWinningMoves(pos.Turn(), moves)
	case i.Kind == Deep:
		return i.checkValues()
	}
	return unknown("kind", i.Kind, Kinds())
}

func unknown[T ~string](what string, value T, all []T) error {
	var names []string
	for _, name := range all {
		names = append(names, string(name))
	}
	return fmt.Errorf("%s %q: want one of %s", what, value, strings.Join(names, ", "))
}

func (i Item) checkWinningMoves(turn game.Seat, moves []game.Move) error {
	if i.Winner != turn.Number() {
		return fmt.Errorf("winner %d: want %d, who is to move", i.Winner, turn.Number())
	}
	if n := len(i.WinningMoves); n == 0 || 2*n > len(moves) {
		return fmt.Errorf("%d winning moves: want 1 to %d", n, len(moves)/2)
	}
	after := -1
	for _, m := range i.WinningMoves {
		place := slices.Index(moves, m)
		if place <= after {
			return fmt.Errorf("winning move %q: want legal ones in the order of the rules", m)
		}
		after = place
	}
	return nil
}

func (i Item) checkValues() error {
	if len(i.Values) != i.LegalMoves {
		return fmt.Errorf("%d values: want %d, one for each move", len(i.Values), i.LegalMoves)
	}
	for _, v := range i.Values {
		if v < 0 || v > 1000 {
			return fmt.Errorf("value %d: want 0 to 1000", v)
		}
	}
	return nil
}

// Read reads items, one JSON object a line, and checks them by [Item.Find]. It skips
// lines that begin with #.
func Read(from io.Reader) (items []Item, err error) {
	const longest = 1 << 20
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, longest)
	number := 1
	for ; lines.Scan(); number++ {
		if bytes.HasPrefix(lines.Bytes(), []byte("#")) {
			continue
		}
		var i Item
		if err := json.Unmarshal(lines.Bytes(), &i); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, safefile.JSONError(err))
		}
		if _, _, err := i.Find(); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		items = append(items, i)
	}
	return items, safefile.LineError(lines.Err(), number, longest)
}
