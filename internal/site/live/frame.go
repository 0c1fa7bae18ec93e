package live

import (
	"encoding/json"

	"thera/internal/site/play"
)

// Full is the full state of a game. The events are included in the answer to a request,
// but not in the first frame of a connection, which sends them one by one.
type Full struct {
	ID       string       `json:"id"`
	View     play.View    `json:"view"`
	You      int          `json:"you" doc:"My seat, 0 for none"`
	Now      play.Instant `json:"now" doc:"The server's time in ms"`
	Watchers int          `json:"watchers"`
	Present  []int        `json:"present" doc:"The seats whose players are connected"`
	Events   []play.Event `json:"events,omitempty"`
	Changes  []Change     `json:"changes,omitempty" doc:"Changes of ratings, when the game is over"`
	Rematch  string       `json:"rematch,omitempty" doc:"The ID of the next game of the same players"`
	Page     string       `json:"page,omitempty" doc:"The version of the server's page, only in the frame state"`
}

// Change is the change of a player's rating by the game.
type Change struct {
	Player string  `json:"player" doc:"The player's ID"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// State is the first frame of every follower.
type State struct {
	Event string `json:"event" enum:"state"`
	Full
}

// Present is the frame that says which players are connected.
type Present struct {
	Event string `json:"event" enum:"present"`
	Seats []int  `json:"seats"`
}

// Watchers is the frame that says how many spectators there are.
type Watchers struct {
	Event string `json:"event" enum:"watchers"`
	Count int    `json:"count"`
}

// Said is the frame of a player's phrase.
type Said struct {
	Event  string `json:"event" enum:"phrase"`
	Seat   int    `json:"seat"`
	Phrase string `json:"phrase"`
}

// Ratings is the frame of the changes of ratings at the end of a game.
type Ratings struct {
	Event   string   `json:"event" enum:"ratings"`
	Changes []Change `json:"changes"`
}

// Next is the frame of the rematch.
type Next struct {
	Event string `json:"event" enum:"rematch"`
	Game  string `json:"game"`
}

// Ack is the frame that says that an order was carried out and stored.
type Ack struct {
	Event string `json:"event" enum:"ack"`
	ID    string `json:"id,omitempty" doc:"The ID of the order"`
	Done
}

// Done is the state of the game after an order.
type Done struct {
	Number int           `json:"number" doc:"The number of the last event"`
	Clocks []play.Millis `json:"clocks,omitempty"`
}

// Refused is the frame that says why an order was not carried out.
type Refused struct {
	Event  string     `json:"event" enum:"refused"`
	ID     string     `json:"id,omitempty" doc:"The ID of the order"`
	Reason string     `json:"reason"`
	Detail string     `json:"detail"`
	View   *play.View `json:"view,omitempty" doc:"The current state"`
}

// Pong is the answer to a ping.
type Pong struct {
	Event string       `json:"event" enum:"pong"`
	Now   play.Instant `json:"now" doc:"The server's time in ms"`
}

// encode returns a frame as it is sent.
func encode(frame any) []byte {
	text, err := json.Marshal(frame)
	if err != nil {
		panic(err) // impossible: all frames can be encoded
	}
	return text
}
