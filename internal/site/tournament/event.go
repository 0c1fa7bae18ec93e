package tournament

import "thera/internal/site/play"

// Event is something that has happened in a contest, with the names that it has
// in the log and in exports.
//
//	created   terms, organizer: his id
//	joined    player
//	left      id: who has withdrawn, or reason: missed, removed
//	started   rounds, if there is a number of them; seeds: ids, the strongest first
//	paired    round, pairings
//	result    pairing, leg, winner: an id, missing for a half each; reason:
//	          why the game is over, or withdrawn for one that was not played
//	ended     reason: done, canceled, too-few
type Event struct {
	Number    int          `json:"number"`
	At        play.Instant `json:"at"`
	Kind      EventKind    `json:"event"`
	Terms     *Conditions  `json:"terms,omitempty"`
	Organizer string       `json:"organizer,omitempty"`
	Player    *Entrant     `json:"player,omitempty"`
	ID        string       `json:"id,omitempty"`
	Rounds    int          `json:"rounds,omitempty"`
	Seeds     []string     `json:"seeds,omitempty"`
	Round     int          `json:"round,omitempty"`
	Pairings  []Pairing    `json:"pairings,omitempty"`
	Pairing   int          `json:"pairing,omitempty"`
	Leg       int          `json:"leg,omitempty"`
	Winner    string       `json:"winner,omitempty"`
	Reason    string       `json:"reason,omitempty"`
}

// EventKind says what has happened.
type EventKind string

// The kinds of events.
const (
	Created  EventKind = "created"
	Joined   EventKind = "joined"
	Left     EventKind = "left"
	Begun    EventKind = "started"
	Paired   EventKind = "paired"
	Resulted EventKind = "result"
	Ended    EventKind = "ended"
)

// Entrant is who takes part. One with an account has no name here, since it can
// change: whoever shows it asks the accounts.
type Entrant struct {
	ID     string          `json:"id"`
	Name   string          `json:"name,omitempty"`
	Kind   play.PlayerKind `json:"kind"`
	Rating int             `json:"rating,omitempty"` // when he joined
}

// Pairing is of two entrants, or a bye of the first.
type Pairing struct {
	Number int    `json:"number"` // in the contest, from 1
	First  string `json:"first"`  // has seat 1 in the first leg
	Second string `json:"second,omitempty"`
}

// The reasons of events.
const (
	ByMissing    = "missed"    // has not played his first turns
	ByOrganizer  = "removed"   // the organizer has taken him out
	ByWithdrawal = "withdrawn" // the other one was gone
	ByEnd        = "done"
	ByCancel     = "canceled"
	ByTooFew     = "too-few"
)
