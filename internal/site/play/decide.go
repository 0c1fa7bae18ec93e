package play

import (
	"fmt"
	"time"

	"thera/game"
)

// Command is a request to a game: [Turn], [Plan], [Resign], [Abort],
// [MoreTime], [Offer], [Accept], [Decline] and [Claim] come from players;
// [Tick], [Resume] and [Cancel] from the service.
type Command interface {
	// decide emits the resulting events or refuses the command.
	decide(d *decision) error
}

// Refusal is the error of a command or request that is not carried out, for a reason that
// the client has to be told.
type Refusal struct {
	Reason Reason `json:"reason"`
	Detail string `json:"detail"`
	// Wait is how long to wait before trying again; 0 means that waiting does not
	// matter.
	Wait time.Duration `json:"-"`
}

// Error returns the detail.
func (r *Refusal) Error() string { return r.Detail }

// Refused makes the refusal a problem of package httpkit.
func (r *Refusal) Refused() (reason, detail string, wait time.Duration) {
	return string(r.Reason), r.Detail, r.Wait
}

// Reason is the machine-readable reason of a refusal.
type Reason string

// UnknownPlayer is the reason for a name that nobody has, in every package.
const UnknownPlayer Reason = "unknown-player"

// Reasons of refusals of commands.
const (
	NoPlayer    Reason = "no-player"     // the seat does not exist or may not do this
	IsOver      Reason = "over"          // the game is over
	NotOver     Reason = "not-over"      // the game is in progress
	NotYourTurn Reason = "not-your-turn" // another seat is to move
	WrongPly    Reason = "wrong-ply"     // the turn is for another ply
	Illegal     Reason = "illegal"       // not allowed by the rules
	Late        Reason = "late"          // out of time
	Stale       Reason = "stale"         // sent before turns were taken back
	TooEarly    Reason = "too-early"     // not possible yet
	TooLate     Reason = "too-late"      // no longer possible
	NotOffered  Reason = "not-offered"   // there is no such offer
	NotHere     Reason = "not-here"      // not possible in this kind of game
	TooMany     Reason = "too-many"      // the seat has asked for this as often as it may in one game
)

// Refuse returns a [*Refusal] with a formatted detail.
func Refuse(r Reason, format string, args ...any) error {
	return &Refusal{Reason: r, Detail: fmt.Sprintf(format, args...)}
}

// RefuseIf is Refuse if a rule is broken, otherwise nil. Several of them make a
// table in [cmp.Or].
func RefuseIf(broken bool, r Reason, format string, args ...any) error {
	if !broken {
		return nil
	}
	return Refuse(r, format, args...)
}

type decision struct {
	*State
	now         Instant
	events      []Event
	internalErr error // an emitted event that the state refused: a bug in this package
}

// Create starts a game.
func Create(rules game.Game, gameSetup Setup, now Instant) (*State, []Event, error) {
	d := &decision{State: &State{rules: rules}, now: now}
	d.emit(Event{Kind: Created, Setup: &gameSetup})
	if d.internalErr != nil {
		return nil, nil, d.internalErr
	}
	return d.State, d.events, nil
}

// Decide carries out a command received now. It returns the state after it and the
// events, or s itself if nothing has changed. A [Plan] changes the state without an
// event. A command that cannot be carried out gives a [Refusal]; even then there may be
// events, such as a flag that has fallen.
func (s *State) Decide(now Instant, c Command) (*State, []Event, error) {
	d := &decision{State: s.clone(), now: max(now, s.at)}
	switch c.(type) {
	case Resume, Cancel: // they come before the flag is checked
	default:
		d.checkFlag()
	}
	err := c.decide(d)
	if d.internalErr != nil {
		return s, nil, d.internalErr
	}
	if len(d.events) == 0 && d.newPlan == nil {
		return s, nil, err
	}
	return d.State, d.events, err
}

func (d *decision) emit(e Event) {
	if d.internalErr != nil {
		return
	}
	e.Number, e.At = d.number+1, d.now
	if d.internalErr = d.apply(e); d.internalErr == nil {
		d.events = append(d.events, e)
	}
}

func (d *decision) checkInPlay(seat game.Seat) error {
	switch {
	case !d.hasSeat(seat):
		return Refuse(NoPlayer, "seat %s: want 1 to %d", seat, d.players())
	case d.Over():
		return Refuse(IsOver, "the game is over: %s", d.reason)
	case !d.Seats().Has(seat):
		return Refuse(NoPlayer, "seat %s is out", seat)
	}
	return nil
}

func (d *decision) finish(reason string, winners game.Seats) {
	d.emit(Event{Kind: Ended, Reason: reason, Winners: winners.Numbers()})
}
