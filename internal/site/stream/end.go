package stream

import (
	"errors"

	"github.com/coder/websocket"
)

// EndError is the error of a feed whose client may no longer have it. Without a reason
// the client may connect again at once.
type EndError struct {
	// Reason is a word for programs, as in problems; Detail is for people.
	Reason, Detail string
}

// Error returns the detail.
func (e *EndError) Error() string { return "ended: " + e.Detail }

// Disconnected is the last frame of a connection that the server ends for a reason.
type Disconnected struct {
	Event  string `json:"event" enum:"disconnected" doc:"Which frame this is"`
	Type   string `json:"type" doc:"The same, for streams of the bot API"`
	Reason string `json:"reason" doc:"Such as sign-in, token or banned"`
	Detail string `json:"detail" doc:"For people"`
}

// StatusDisconnected is the close status of a socket that the server ends for a reason, which
// is also the reason in the close frame. Connecting again with the same session or token
// does not help.
const StatusDisconnected websocket.StatusCode = 4401

// farewell returns the last frame after the error of a feed, nil for none, and how to
// close a socket.
func farewell(err error) (frame []byte, status websocket.StatusCode, reason string) {
	e, ok := errors.AsType[*EndError](err)
	if !ok || e.Reason == "" {
		return nil, websocket.StatusServiceRestart, "restart"
	}
	return Encode(Disconnected{"disconnected", "disconnected", e.Reason, e.Detail}), StatusDisconnected, e.Reason
}
