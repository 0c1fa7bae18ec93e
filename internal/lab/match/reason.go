package match

import (
	"errors"

	"thera/engine/ugi"
)

// Reason is why a game has ended.
type Reason string

// The reasons. All but the first are faults of the player that has lost.
const (
	ByRules Reason = "rules"        // the game was over on the board
	Illegal Reason = "illegal move" // or an answer that is no move at all
	Crash   Reason = "crash"        // the program ended, or could not be started again
	Overrun Reason = "time"         // no answer in its time
	Silence Reason = "silence"      // no answer, even when told to stop or without any clock
)

// Reasons returns all reasons, in the order in which people are told of them.
func Reasons() []Reason { return []Reason{ByRules, Illegal, Crash, Overrun, Silence} }

// FaultOf returns what a player that has failed with err has done, or false if
// the fault is not the player's. It knows nothing of time.
func FaultOf(err error) (Reason, bool) {
	if _, ok := errors.AsType[*startError](err); ok {
		return Crash, true
	}
	if _, ok := errors.AsType[*ugi.CrashError](err); ok {
		return Crash, true
	}
	if _, ok := errors.AsType[*ugi.SilentError](err); ok {
		return Silence, true
	}
	if _, ok := errors.AsType[*ugi.AnswerError](err); ok {
		return Illegal, true
	}
	return "", false
}
