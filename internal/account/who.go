package account

import "thera/internal/play"

// Who is somebody as known by one request.
type Who struct {
	// Player has no ID for a visitor who is nobody yet. Its Rating is not set.
	play.Player
	// Session is the hash of the session by which he is known, "" for a guest
	// or a token.
	Session string
	// Scopes is what he may do: everything but what is for programs alone with
	// a session, what the token says with a token.
	Scopes Scopes
}

// Scope is one thing that a token may allow.
type Scope string

// The scopes.
const (
	Play  Scope = "play"  // play, seek and challenge
	Bot   Scope = "bot"   // the same as a bot
	Admin Scope = "admin" // change the account itself
)

// Scopes is what somebody may do.
type Scopes []Scope

// Known reports whether he is somebody.
func (w Who) Known() bool { return w.ID != "" }
