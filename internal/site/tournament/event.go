package tournament

import "thera/internal/site/play"

// Event is something that has happened in a tournament, with the names used in
// the log and in exports.
//
//	created   terms, organizer: an ID
//	joined    player
//	left      id, reason: missed, removed, or absent for a withdrawal
//	started   rounds, if their number is known; seeds: IDs, the strongest first
//	paired    round, pairings
//	result    pairing, leg, winner: an ID, absent for half a point each; reason:
//	          that of the game, or withdrawn for a game that was not played
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

// Entrant is a player of a tournament. The log keeps no name for an account,
// because names can change; views look it up.
type Entrant struct {
	ID     string          `json:"id"`
	Name   string          `json:"name,omitempty"`
	Kind   play.PlayerKind `json:"kind"`
	Rating int             `json:"rating,omitempty"` // when they joined
}

// Pairing has two entrants, or one with a bye.
type Pairing struct {
	Number int    `json:"number"` // in the tournament, from 1
	First  string `json:"first"`  // has seat 1 in the first leg
	Second string `json:"second,omitempty"`
}

// The reasons of events.
const (
	ByMissing    = "missed"    // did not play their first turn in time
	ByOrganizer  = "removed"   // taken out by the organizer
	ByWithdrawal = "withdrawn" // the opponent had left
	ByEnd        = "done"
	ByCancel     = "canceled"
	ByTooFew     = "too-few"
)
