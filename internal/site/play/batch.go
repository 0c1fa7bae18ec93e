package play

import (
	"errors"

	"thera/game"
)

// Batch is what is written at once to the log of a game, with what has to be
// known to list games without reading their logs. All of it becomes durable, or
// nothing.
type Batch struct {
	Game   string // its id
	Events []Event
	Ply    int
	Turn   int // the seat to move, from 1
	// Position and Last are the text of the board and the last turn.
	Position string
	Last     game.Move
	// Deadline is when the game is to be looked at although nobody does
	// anything; 0 for never.
	Deadline Instant
	// Epoch is that in which whoever writes owns the game; 0 for one who need
	// not own it.
	Epoch int64
}

// ErrTaken is the error of a batch whose first number is not the next one: the
// log has been written to by another.
var ErrTaken = errors.New("the log has other events of these numbers")

// Batch returns the events that led to this state as the batch to write.
func (s *State) Batch(game string, events []Event) Batch {
	b := Batch{Game: game, Events: events, Ply: s.ply, Turn: s.pos.Turn().Number(), Position: s.pos.String(), Last: s.last()}
	b.Deadline, _ = s.Deadline()
	return b
}
