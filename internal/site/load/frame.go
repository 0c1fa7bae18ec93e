package load

import (
	"encoding/json"

	"thera/internal/site/play"
)

// frame is a message on a game's socket, as far as a player reads it: an event
// of the log, or news without a number.
type frame struct {
	Kind    string    `json:"event"`
	Number  int       `json:"number"`
	Seat    int       `json:"seat"`
	Ply     int       `json:"ply"`
	Turn    string    `json:"turn"`
	ID      string    `json:"id"`
	Reason  string    `json:"reason"`
	Detail  string    `json:"detail"`
	You     int       `json:"you"`
	View    play.View `json:"view"`
	Winners []int     `json:"winners"`
}

// Frames that are not events of the log but matter to players. Others are ignored.
const (
	stateFrame   = "state"
	ackFrame     = "ack"
	refusedFrame = "refused"
)

func (f *frame) isLogged() bool {
	switch play.Kind(f.Kind) {
	case play.Created, play.Turned, play.Planned, play.Clocked, play.Offered, play.Accepted, play.Declined,
		play.TookBack, play.Resigned, play.Left, play.Flagged, play.Ended:
		return true
	}
	return false
}

type command struct {
	Do   string `json:"do"`
	ID   string `json:"id,omitempty"`
	Turn string `json:"turn,omitempty"`
	Ply  int    `json:"ply,omitempty"`
	Seen int    `json:"seen,omitempty"`
}

func (c command) text() []byte {
	text, err := json.Marshal(c)
	if err != nil {
		return nil // cannot fail for strings and numbers
	}
	return text
}
