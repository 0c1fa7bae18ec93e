package live

import (
	"encoding/json"

	"thera/internal/site/play"
)

// Full is all that is to be known of a game.
type Full struct {
	ID       string       `json:"id"`
	View     play.View    `json:"view"`
	You      int          `json:"you" doc:"The seat of whoever asks, 0 for none"`
	Now      play.Instant `json:"now" doc:"The server's time in ms"`
	Watchers int          `json:"watchers"`
	Present  []int        `json:"present" doc:"The seats whose players are connected"`
	Events   []play.Event `json:"events,omitempty"`
	Changes  []Change     `json:"changes,omitempty" doc:"Of the ratings, when it is over"`
	Rematch  string       `json:"rematch,omitempty" doc:"The id of the next game of the same players"`
	Page     string       `json:"page,omitempty" doc:"The version of the server's page, in the frame state"`
}

// Change is how the game has changed a player's rating.
type Change struct {
	Player string  `json:"player" doc:"Its id"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// State is the first frame of all who follow a game.
type State struct {
	Event string `json:"event" enum:"state"`
	Full
}

// Present is the frame of who of the players is connected.
type Present struct {
	Event string `json:"event" enum:"present"`
	Seats []int  `json:"seats"`
}

// Watchers is the frame of how many look on.
type Watchers struct {
	Event string `json:"event" enum:"watchers"`
	Count int    `json:"count"`
}

// Said is the frame of a phrase that a player says.
type Said struct {
	Event  string `json:"event" enum:"phrase"`
	Seat   int    `json:"seat"`
	Phrase string `json:"phrase"`
}

// Ratings is the frame of what the end has done to the ratings.
type Ratings struct {
	Event   string   `json:"event" enum:"ratings"`
	Changes []Change `json:"changes"`
}

// Next is the frame of the game that comes after this one.
type Next struct {
	Event string `json:"event" enum:"rematch"`
	Game  string `json:"game"`
}

// Ack is the frame that says that an order was carried out and stored.
type Ack struct {
	Event string `json:"event" enum:"ack"`
	ID    string `json:"id,omitempty" doc:"What the order had as its own"`
	Done
}

// Done is how the game is after an order.
type Done struct {
	Number int           `json:"number" doc:"Of the last event"`
	Clocks []play.Millis `json:"clocks,omitempty"`
}

// Refused is the frame that says why an order was not carried out.
type Refused struct {
	Event  string     `json:"event" enum:"refused"`
	ID     string     `json:"id,omitempty" doc:"What the order had as its own"`
	Reason string     `json:"reason"`
	Detail string     `json:"detail"`
	View   *play.View `json:"view,omitempty" doc:"How things are"`
}

// Pong is the frame that answers a ping.
type Pong struct {
	Event string       `json:"event" enum:"pong"`
	Now   play.Instant `json:"now" doc:"The server's time in ms"`
}

// encode returns a frame as it is sent. Frames are made of what has a text.
func encode(frame any) []byte {
	text, err := json.Marshal(frame)
	if err != nil {
		panic(err) // never: there is no type among them that could
	}
	return text
}
