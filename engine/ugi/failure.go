package ugi

import (
	"fmt"
	"strings"
	"time"

	"thera/internal/child"
)

// CrashError says that an engine program ended, or closed its output, while it
// was needed. Its client can only be closed.
type CrashError struct {
	Wanted string // what was awaited, such as "bestmove"
	Exit   string // how it ended, such as "exit status 2"
	Stderr string // the end of what it wrote to standard error
	Said   string // the last error it reported, "" if none
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
// said other things meanwhile. Its client can only be closed, because the
// answer might arrive when another one is awaited.
type SilentError struct {
	Wanted string        // what was awaited, such as "readyok"
	After  time.Duration // how long the client waited
	Said   string        // the last error that it reported, "" if none
}

// Error implements error.
func (e *SilentError) Error() string {
	return fmt.Sprintf("engine did not answer: want %s within %s", e.Wanted, e.After) + quoted(e.Said)
}

// AnswerError says that an engine program answered with something that can't be
// read or is not a legal move. The client remains usable.
type AnswerError struct {
	Line string // what it said
	Err  error  // why it is not acceptable
	Said string // the last error it reported before, "" if none
}

// Error implements error.
func (e *AnswerError) Error() string {
	return fmt.Sprintf("engine answered %q: %v", e.Line, e.Err) + quoted(e.Said)
}

// Unwrap returns the reason, which wraps [game.ErrIllegal] for a move that the
// rules do not allow.
func (e *AnswerError) Unwrap() error { return e.Err }

// complaint returns the error that a line reports in UGI's form, "info string error: …".
func complaint(line string) (text string, ok bool) {
	verb, args := CutVerb(line)
	if verb != "info" || len(args) < 2 || args[0] != "string" || !strings.HasPrefix(strings.ToLower(args[1]), "error") {
		return "", false
	}
	return strings.Join(args[1:], " "), true
}

// quoted formats a program's error as an addition to another error's text.
func quoted(said string) string {
	if said == "" {
		return ""
	}
	return "; it said " + child.Quote(said)
}
