package ugi

import (
	"fmt"
	"strings"
	"time"

	"thera/internal/child"
)

// CrashError says that an engine program has ended, or closed its output,
// while it was needed. A client that has returned one can only be closed.
type CrashError struct {
	Wanted string // what the program still had to say, such as "bestmove"
	Exit   string // how it ended, such as "exit status 2"
	Stderr string // the last it wrote to standard error
	Said   string // the last error that it reported, "" if none
}

// Error implements error.
func (e *CrashError) Error() string {
	text := fmt.Sprintf("engine ended (%s) when %s was wanted of it", e.Exit, e.Wanted)
	if e.Stderr != "" {
		text += "; it wrote " + child.Quote(e.Stderr)
	}
	return text + quoted(e.Said)
}

// SilentError says that an engine program did not answer in time. It may have
// said other things meanwhile. A client that has returned one can only
// be closed, for the answer might still come when another one is wanted.
type SilentError struct {
	Wanted string        // what the program had to say, such as "readyok"
	After  time.Duration // how long it was waited for
	Said   string        // the last error that it reported, "" if none
}

// Error implements error.
func (e *SilentError) Error() string {
	return fmt.Sprintf("engine did not answer: want %s within %s", e.Wanted, e.After) + quoted(e.Said)
}

// AnswerError says that an engine program has answered with something that
// can't be read or is no legal move. The client can be asked again.
type AnswerError struct {
	Line string // what it said
	Err  error  // why that won't do
	Said string // the last error that it reported before, "" if none
}

// Error implements error.
func (e *AnswerError) Error() string {
	return fmt.Sprintf("engine answered %q: %v", e.Line, e.Err) + quoted(e.Said)
}

// Unwrap returns the reason, which is or wraps [game.ErrIllegal] for a move
// that the rules do not allow.
func (e *AnswerError) Unwrap() error { return e.Err }

// complaint returns the error that a line reports, in the form that UGI has for
// it, "info string error: …".
func complaint(line string) (text string, ok bool) {
	verb, args := CutVerb(line)
	if verb != "info" || len(args) < 2 || args[0] != "string" || !strings.HasPrefix(strings.ToLower(args[1]), "error") {
		return "", false
	}
	return strings.Join(args[1:], " "), true
}

// quoted adds an error that a program reported to the text of another.
func quoted(said string) string {
	if said == "" {
		return ""
	}
	return "; it said " + child.Quote(said)
}
