package match

import (
	"errors"

	"thera/engine/ugi"
)

// Reason is why a game ended.
type Reason string

// The reasons. All except the first are faults of the loser.
const (
	ByRules Reason = "rules"        // the game was over on the board
	Illegal Reason = "illegal move" // or an answer that is no move
	Crash   Reason = "crash"        // the program ended, or could not be started again
	Overrun Reason = "time"         // no answer in time
	Silence Reason = "silence"      // no answer even after stop or without a clock
)

// Reasons returns all reasons in the order in which to list them.
func Reasons() []Reason { return []Reason{ByRules, Illegal, Crash, Overrun, Silence} }

// FaultOf returns the reason for which a player that failed with err loses, or false if
// it is not at fault. It does not consider time.
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
