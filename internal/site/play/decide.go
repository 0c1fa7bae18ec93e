package play

import (
	"fmt"
	"time"

	"thera/game"
)

// Command is what somebody wants of a game: [Turn], [Plan], [Resign], [Abort],
// [MoreTime], [Offer], [Accept], [Decline] and [Claim] of players, [Tick] and
// [Resume] of who runs the game.
type Command interface {
	// decide emits what comes of the command, or refuses it.
	decide(d *decision) error
}

// Refusal is the error of a command that can't be followed.
type Refusal struct {
	Reason Reason `json:"reason"`
	Detail string `json:"detail"`
}

// Error returns both.
func (r *Refusal) Error() string { return string(r.Reason) + ": " + r.Detail }

// Refused makes the refusal a problem of package httpkit.
func (r *Refusal) Refused() (reason, detail string, wait time.Duration) {
	return string(r.Reason), r.Detail, 0
}

// Reason is why a command is refused, for programs to tell apart.
type Reason string

// The reasons.
const (
	NoPlayer    Reason = "no-player"     // not a seat that may do this
	IsOver      Reason = "over"          // the game is over
	NotOver     Reason = "not-over"      // it is not
	NotYourTurn Reason = "not-your-turn" // another seat is to move
	WrongPly    Reason = "wrong-ply"     // another ply is to be played
	Illegal     Reason = "illegal"       // the rules do not allow the turn
	Late        Reason = "late"          // out of time
	Stale       Reason = "stale"         // sent before turns were taken back
	TooEarly    Reason = "too-early"     // can't be done yet
	TooLate     Reason = "too-late"      // can't be done any more
	NotOffered  Reason = "not-offered"   // there is no such offer
	NotHere     Reason = "not-here"      // not in a game like this
)

func refuse(r Reason, format string, args ...any) error {
	return &Refusal{r, fmt.Sprintf(format, args...)}
}

// decision is a state in the making.
type decision struct {
	*State
	now    Instant
	events []Event
	broken error // an event that the state did not take: a mistake in here
}

// Create begins a game.
func Create(rules game.Game, setup Setup, now Instant) (*State, []Event, error) {
	d := &decision{State: &State{rules: rules}, now: now}
	d.emit(Event{Kind: Created, Setup: &setup})
	if d.broken != nil {
		return nil, nil, d.broken
	}
	return d.State, d.events, nil
}

// Decide answers a command that was received now. It returns the events that
// come of it and the state after them, and s itself where there are none. A
// command that can't be followed gives a [Refusal]; there may be events even
// then, such as a flag that has fallen.
func (s *State) Decide(now Instant, c Command) (*State, []Event, error) {
	d := &decision{State: s.clone(), now: max(now, s.at)}
	switch c.(type) {
	case Resume, Cancel: // no clock has run out before them
	default:
		d.flag()
	}
	err := c.decide(d)
	if d.broken != nil {
		return s, nil, d.broken
	}
	if len(d.events) == 0 {
		return s, nil, err
	}
	return d.State, d.events, err
}

// emit lets something happen.
func (d *decision) emit(e Event) {
	if d.broken != nil {
		return
	}
	e.Number, e.At = d.number+1, d.now
	if d.broken = d.apply(e); d.broken == nil {
		d.events = append(d.events, e)
	}
}

// active refuses seats that are not in play, and everybody after the end.
func (d *decision) active(seat game.Seat) error {
	switch {
	case !d.seated(seat):
		return refuse(NoPlayer, "seat %s: want one from 1 to %d", seat, d.players())
	case d.Over():
		return refuse(IsOver, "the game is over: %s", d.reason)
	case !d.Seats().Has(seat):
		return refuse(NoPlayer, "seat %s is out", seat)
	}
	return nil
}

func (d *decision) finish(reason string, winners game.Seats) {
	d.emit(Event{Kind: Ended, Reason: reason, Winners: winners.Numbers()})
}
