package room

import (
	"context"
	"errors"

	"thera/game"
	"thera/internal/site/play"
)

// Peers are the nodes with rooms of the same games, this one included. The node
// that owns a game decides; the others follow it and forward commands to it.
type Peers interface {
	// Own returns the owner of a game. If it has none that is alive, this node
	// becomes the owner. The error wraps ErrNoGame if there is no such game.
	Own(ctx context.Context, game string) (Ownership, error)
	// OwnAll is Own for many games; it omits those that do not exist.
	OwnAll(ctx context.Context, games []string) (map[string]Ownership, error)
	// Give makes another node the owner of a game that this one owns in an
	// epoch. After an error it may or may not have happened.
	Give(ctx context.Context, game string, epoch int64, to string) (Ownership, error)
	// Send makes the owner carry out a command and returns its events above a
	// number. The error is a *play.Refusal, wraps ErrNotStored, or is
	// ErrNotOwner; any other means that the owner could not be reached.
	Send(ctx context.Context, owner, game string, after int, c play.Command) ([]play.Event, error)
	// Join calls receive with the messages of the game's other rooms until
	// leave is called. It must not block.
	Join(game string, hear func(Message)) (leave func(), err error)
	// Broadcast sends a message to the game's other rooms, if they can be reached.
	Broadcast(game string, w Message)
}

// Ownership says who decides in a game.
type Ownership struct {
	Owner string // "" for this node
	Epoch int64  // the fencing token: writes with an older one are refused
	// Silent is when players were last heard before this node took over, if
	// that time has not been given back; otherwise 0.
	Silent play.Instant
	Number int // of the last stored event at the time of the lookup
}

// Message is what the rooms of a game tell each other.
type Message struct {
	From        string         `json:"from"`             // the sending node
	Events      []play.Event   `json:"events,omitempty"` // stored by the owner
	Presence    *LocalPresence `json:"here,omitempty"`   // who is connected to the sender
	AskPresence bool           `json:"who,omitempty"`    // asks the others for their Presence
	Note        []byte         `json:"note,omitempty"`   // see [House.Note]
}

// LocalPresence is who is connected to one node's room of a game.
type LocalPresence struct {
	Seats    game.Seats `json:"seats"`
	Watchers int        `json:"watchers"`
}

// ErrNotOwner is the error of a command for a room that does not own its game.
var ErrNotOwner = errors.New("another room of the game decides")

type singleNode struct{}

func (singleNode) Own(context.Context, string) (Ownership, error) { return Ownership{}, nil }

func (singleNode) OwnAll(context.Context, []string) (map[string]Ownership, error) { return nil, nil }

func (singleNode) Give(context.Context, string, int64, string) (Ownership, error) {
	return Ownership{}, ErrNotOwner
}

func (singleNode) Send(context.Context, string, string, int, play.Command) ([]play.Event, error) {
	return nil, ErrNotOwner
}

func (singleNode) Join(string, func(Message)) (func(), error) { return func() {}, nil }

func (singleNode) Broadcast(string, Message) {}
