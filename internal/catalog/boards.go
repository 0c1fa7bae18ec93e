package catalog

import (
	"fmt"

	"thera/game"
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
