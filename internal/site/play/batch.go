package play

import (
	"errors"

	"thera/game"
)

// Batch is what is written to the log of a game at once, with the columns that
// lists need. All of it becomes durable, or nothing.
type Batch struct {
	Game   string // the game's ID
	Events []Event
	Ply    int
	Turn   int // the seat to move, from 1
	// Position and Last are the text of the position and of the last turn.
	Position string
	Last     game.Move
	// Deadline is when the game must be looked at even if nobody acts; 0 for never.
	Deadline Instant
	// Epoch is the writer's epoch of ownership, the fencing token; 0 for a
	// writer that need not own the game.
	Epoch int64
}

// ErrTaken is the error of a batch whose first number is not the next one:
// somebody else has written to the log.
var ErrTaken = errors.New("the log has other events of these numbers")

// Batch returns the batch of the events that led to this state.
func (s *State) Batch(game string, events []Event) Batch {
	b := Batch{Game: game, Events: events, Ply: s.ply, Turn: s.pos.Turn().Number(), Position: s.pos.String(), Last: s.last()}
	b.Deadline, _ = s.Deadline()
	return b
}
