package answer

import (
	"errors"
	"fmt"

	"thera/game"
	"thera/internal/catalog"
)

// Start specifies the position that a question is about.
type Start struct {
	Game     string      `json:"game" example:"amazons" doc:"The game's name"`
	Variant  string      `json:"variant,omitempty" maxLength:"80" example:"6x6" doc:"Start from this variant; the game's first if there is no position either"`
	Position string      `json:"position,omitempty" maxLength:"400" example:"Q1q w" doc:"Start from the position with this text"`
	Moves    []game.Move `json:"moves,omitempty" maxItems:"400" doc:"Play these moves from there"`

	// Boards also allows Variant to be one of the boards to solve.
	Boards bool `json:"-"`
}

// ErrBoth is the error of a [FieldError] for a Start with a variant and a position.
var ErrBoth = errors.New("want only one of variant and position")

// FieldError says which field of a Start is wrong.
type FieldError struct {
	Field string // as in JSON: "game", "variant", "position", "moves[2]"
	Value any
	Err   error // quotes the value and says what is accepted
}

// Error implements error.
func (e *FieldError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong with the value.
func (e *FieldError) Unwrap() error { return e.Err }

// Find returns the entry of the game among games, and the position. An error is
// a [FieldError].
func (s Start) Find(games []catalog.Entry) (catalog.Entry, game.Position, error) {
	entry, err := catalog.Among(games, s.Game)
	if err != nil {
		return entry, nil, &FieldError{"game", s.Game, err}
	}
	pos, err := s.begin(entry)
	if err != nil {
		return entry, nil, err
	}
	for i, m := range s.Moves {
		if pos, err = pos.Play(m); err != nil {
			return entry, nil, &FieldError{fmt.Sprintf("moves[%d]", i), m, err}
		}
	}
	return entry, pos, nil
}

func (s Start) begin(entry catalog.Entry) (game.Position, error) {
	if s.Position != "" {
		if s.Variant != "" {
			return nil, &FieldError{"position", s.Position, ErrBoth}
		}
		pos, err := entry.Game.Parse(s.Position)
		if err != nil {
			return nil, &FieldError{"position", s.Position, err}
		}
		return pos, nil
	}
	start := entry.Game.Start
	if s.Boards {
		start = entry.Start
	}
	pos, err := start(s.Variant)
	if err != nil {
		return nil, &FieldError{"variant", s.Variant, err}
	}
	return pos, nil
}
