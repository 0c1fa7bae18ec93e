package room

import (
	"context"
	"errors"

	"thera/game"
	"thera/internal/site/play"
)

// Peers are the programs that have rooms of the same games, this one among them.
// Of all rooms of a game one decides, that of the program that owns the game; the
// others repeat what is decided there, and carry commands to it.
type Peers interface {
	// Own returns who owns a game, or makes this program its owner if nobody does
	// who is alive. The error wraps ErrNoGame if there is no such game.
	Own(ctx context.Context, game string) (Ownership, error)
	// OwnAll is Own for many games; it leaves out those that do not exist.
	OwnAll(ctx context.Context, games []string) (map[string]Ownership, error)
	// Give makes another program the owner of a game, which this one owns in an
	// epoch. After an error it may or may not be.
	Give(ctx context.Context, game string, epoch int64, to string) (Ownership, error)
	// Send has the owner carry out a command, and returns the events above a
	// number, among them what came of it. The error is a *play.Refusal, or wraps
	// ErrNotStored, or is ErrNotOwner; any other says that the owner could not be
	// asked.
	Send(ctx context.Context, owner, game string, after int, c play.Command) ([]play.Event, error)
	// Join lets a room hear what the other rooms of its game say, until leave is
	// called. What is heard must not be waited with.
	Join(game string, hear func(Message)) (leave func(), err error)
	// Broadcast lets the other rooms of a game hear something, as far as they can.
	Broadcast(game string, w Message)
}

// Ownership is who decides in a game.
type Ownership struct {
	Owner string // "" for this program
	Epoch int64  // what is written is refused when a later one has begun
	// Silent is since when nobody could be heard in the game before it became
	// this program's; 0 for no such time.
	Silent play.Instant
	Number int // of the last event that was stored when this was looked up
}

// Message is what rooms of a game tell each other.
type Message struct {
	From        string         `json:"from"`             // which program
	Events      []play.Event   `json:"events,omitempty"` // what the owner has stored
	Presence    *LocalPresence `json:"here,omitempty"`   // who is in the room that says it
	AskPresence bool           `json:"who,omitempty"`    // who is in the others?
	Note        []byte         `json:"note,omitempty"`   // of [House.Note]
}

// LocalPresence is who is in one of the rooms of a game.
type LocalPresence struct {
	Seats    game.Seats `json:"seats"`
	Watchers int        `json:"watchers"`
}

// ErrNotOwner is the error of a command for a room that does not decide.
var ErrNotOwner = errors.New("another room of the game decides")

// singleNode is the only program.
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
