package browser

import (
	"errors"
	"unicode/utf8"

	"thera/game"
)

// Fault classifies an error in a person's input, so that the page can describe
// it in any language. The error's own text says more, in English.
type Fault struct {
	Code  string `json:"code"`
	Input string `json:"input,omitempty" doc:"What was given, or its beginning"`
	Want  string `json:"want,omitempty" doc:"An example of what would do"`
}

// The codes of faults. The page has a text for each.
const (
	BadMove     = "move"     // no legal move here
	BadPosition = "position" // not the text of a position
	BadBoard    = "board"    // not a position that a game can reach
	BadText     = "text"     // neither a record nor a position
	BadRecord   = "record"   // a record with a mistake
	NoText      = "empty"    // no input
)

// FaultCodes returns the codes of all faults.
func FaultCodes() []string {
	return []string{BadMove, BadPosition, BadBoard, BadText, BadRecord, NoText}
}

// faulty is an error with its fault.
type faulty struct {
	error
	fault Fault
}

func (f *faulty) Unwrap() error { return f.error }

// maxInput is how many bytes of the input a fault contains at most.
const maxInput = 60

// WithFault adds a fault to an error. It returns nil if there is no error, and
// the error itself if it has a fault already.
func WithFault(err error, code, input, want string) error {
	if err == nil || faultOf(err) != nil {
		return err
	}
	if len(input) > maxInput {
		end := maxInput
		for !utf8.RuneStart(input[end]) {
			end--
		}
		input = input[:end] + "…"
	}
	return &faulty{err, Fault{code, input, want}}
}

// withMoveFault is WithFault for a move in a position.
func withMoveFault(err error, pos game.Position, text string) error {
	want := ""
	if moves := pos.Moves(); len(moves) > 0 {
		want = string(moves[0])
	}
	return WithFault(err, BadMove, text, want)
}

// faultOf returns the fault of an error, nil if it has none.
func faultOf(err error) *Fault {
	if f := (*faulty)(nil); errors.As(err, &f) {
		return &f.fault
	}
	return nil
}
