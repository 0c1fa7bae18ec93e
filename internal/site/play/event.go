package play

import (
	"encoding/json"
	"fmt"
	"reflect"

	"thera/game"
)

// Event is something that has happened in a game, with the names used in the
// log, in streams and in exports. Seats are counted from 1.
//
//	created    setup
//	turn       seat, ply (from 1), turn, clocks, lag if any was credited;
//	           planned if it was a conditional turn
//	plan       seat, plan: conditional turns, visible to that seat only; in old logs,
//	           today plans are kept beside the log, see [SeatPlan]
//	clock      clocks, reason: gift, with seat; or outage, with given, by how
//	           much later the running turn now counts as started
//	offer      seat, offer: takeback, abort, rematch
//	accepted   seat, offer
//	declined   seat, offer; withdrawn if by the seat that made it
//	takeback   ply, clocks: only the turns up to ply still count
//	resigned   seat, clocks
//	left       seat, clocks: others have claimed that the player is gone
//	flagged    seat, clocks: out of time
//	ended      winners, reason: resigned, left, time, no-show, aborted, or that of the rules
//
// Clocks are what each seat has left in milliseconds, absent without limit.
// Offers to take back or abort lapse when a turn is played or a seat goes out.
type Event struct {
	Number  int           `json:"number" doc:"In the game, from 1"`
	At      Instant       `json:"at" doc:"When it happened"`
	Kind    Kind          `json:"event" enum:"created,turn,plan,clock,offer,accepted,declined,takeback,resigned,left,flagged,ended" doc:"What has happened; the other fields depend on it"`
	Seat    int           `json:"seat,omitempty" doc:"Whose event it is, from 1"`
	Ply     int           `json:"ply,omitempty" doc:"Of a turn, its number from 1; of a takeback, up to which the turns still count"`
	Turn    game.Move     `json:"turn,omitempty" doc:"In notation"`
	Lag     Millis        `json:"lag,omitempty" doc:"Network delay that was not charged"`
	Planned bool          `json:"planned,omitempty" doc:"Whether the turn was a conditional one"`
	Clocks  []Millis      `json:"clocks,omitempty" doc:"The time each seat has left; missing without a clock"`
	Given   Millis        `json:"given,omitempty" doc:"By how much later an outage makes the running turn start"`
	Offer   OfferKind     `json:"offer,omitempty" enum:"takeback,abort,rematch" doc:"What was offered"`
	Reason  string        `json:"reason,omitempty" doc:"Of clock: gift or outage; of ended: resigned, left, time, no-show, aborted or the word of the rules"`
	Winners []int         `json:"winners,omitzero" doc:"The seats that have won"`
	Plan    [][]game.Move `json:"plan,omitempty" doc:"Conditional turns, in old logs"`
	Setup   *Setup        `json:"setup,omitempty" doc:"What the game starts with"`
}

// Kind says what has happened.
type Kind string

// The kinds of events.
const (
	Created  Kind = "created"
	Turned   Kind = "turn"
	Planned  Kind = "plan"
	Clocked  Kind = "clock"
	Offered  Kind = "offer"
	Accepted Kind = "accepted"
	Declined Kind = "declined"
	TookBack Kind = "takeback"
	Resigned Kind = "resigned"
	Left     Kind = "left"
	Flagged  Kind = "flagged"
	Ended    Kind = "ended"
)

// OfferKind says what a seat offers the others.
type OfferKind string

// The kinds of offers.
const (
	Takeback OfferKind = "takeback"
	Abortion OfferKind = "abort"
	Rematch  OfferKind = "rematch"
)

// Reasons of events that are not from the rules of the game.
const (
	ByGift     = "gift"
	ByOutage   = "outage"
	ByResign   = "resigned"
	ByLeaving  = "left"
	ByTime     = "time"
	ByNoShow   = "no-show" // a tournament game whose loser missed their first turn
	ByAbortion = "aborted"
)

// For returns the event as a seat, or 0 for everybody else, may see it. Numbers
// stay without gaps: a hidden plan is visible as an event without content.
func (e Event) For(seat int) Event {
	if e.Kind == Planned && e.Seat != seat {
		e.Plan = nil
	}
	return e
}

var commands = map[string]reflect.Type{
	"turn":      reflect.TypeFor[Turn](),
	"plan":      reflect.TypeFor[Plan](),
	"resign":    reflect.TypeFor[Resign](),
	"abort":     reflect.TypeFor[Abort](),
	"more-time": reflect.TypeFor[MoreTime](),
	"offer":     reflect.TypeFor[Offer](),
	"accept":    reflect.TypeFor[Accept](),
	"decline":   reflect.TypeFor[Decline](),
	"claim":     reflect.TypeFor[Claim](),
}

type envelope struct {
	Do      string          `json:"do"`
	Command json.RawMessage `json:"command"`
}

// EncodeCommand returns a player's command as JSON for another node.
func EncodeCommand(c Command) ([]byte, error) {
	for name, kind := range commands {
		if reflect.TypeOf(c) == kind {
			text, err := json.Marshal(c)
			if err != nil {
				return nil, err
			}
			return json.Marshal(envelope{name, text})
		}
	}
	return nil, fmt.Errorf("command %T: want one that players send", c)
}

// DecodeCommand parses what [EncodeCommand] returned.
func DecodeCommand(text []byte) (Command, error) {
	var w envelope
	if err := json.Unmarshal(text, &w); err != nil {
		return nil, fmt.Errorf("command %q: %w", text, err)
	}
	kind, ok := commands[w.Do]
	if !ok {
		return nil, fmt.Errorf("command %q: want one that players send", w.Do)
	}
	c := reflect.New(kind)
	if err := json.Unmarshal(w.Command, c.Interface()); err != nil {
		return nil, fmt.Errorf("command %q: %w", w.Do, err)
	}
	return c.Elem().Interface().(Command), nil
}
