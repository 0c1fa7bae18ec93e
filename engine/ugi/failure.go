package ugi

import (
	"fmt"
	"time"

	"thera/internal/child"
)

// CrashError says that an engine program has ended, or closed its output,
// while it was needed. A client that has returned one is of no more use.
type CrashError struct {
	Wanted string // what the program still had to say, such as "bestmove"
	Exit   string // how it ended, such as "exit status 2"
	Stderr string // the last it wrote to standard error
}

// Error implements error.
func (e *CrashError) Error() string {
	text := fmt.Sprintf("engine ended (%s) when %s was wanted of it", e.Exit, e.Wanted)
	if e.Stderr != "" {
		text += "; it wrote " + child.Quote(e.Stderr)
	}
	return text
}

// SilentError says that an engine program did not answer in time. It may have
// said other things meanwhile. A client that has returned one is of no more
// use, for the answer might still come when another one is wanted.
type SilentError struct {
	Wanted string        // what the program had to say, such as "readyok"
	After  time.Duration // how long it was waited for
}

// Error implements error.
func (e *SilentError) Error() string {
	return fmt.Sprintf("engine did not answer: want %s within %s", e.Wanted, e.After)
}

// AnswerError says that an engine program has answered with something that
// can't be read or is no legal move. The client can be asked again.
type AnswerError struct {
	Line string // what it said
	Err  error  // why that won't do
}

// Error implements error.
func (e *AnswerError) Error() string {
	return fmt.Sprintf("engine answered %q: %v", e.Line, e.Err)
}

// Unwrap returns the reason, which is or wraps [game.ErrIllegal] for a move
// that the rules do not allow.
func (e *AnswerError) Unwrap() error { return e.Err }
