package account

import (
	"slices"

	"thera/internal/site/play"
)

// Who is somebody as known by one request.
type Who struct {
	// Player has no ID for a visitor who is nobody yet. Its Rating is not set.
	play.Player
	// Session is the hash of the session by which he is known, "" for a guest
	// or a token.
	Session string
	// Token is the hash of the token by which he is known, "" otherwise.
	Token string
	// Recovered is set if a recovery code has begun the session.
	Recovered bool
	// Scopes is what he may do: everything but what is for programs alone with
	// a session, what the token says with a token.
	Scopes Scopes
	// Ban is why he may do nothing, "" if he may.
	Ban string
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

// May reports whether he may do something now.
func (w Who) May(s Scope) bool { return w.Need(s) == nil }

// Need returns why he may not do something, as a *Refusal, or nil. Who may
// play as a bot may play.
func (w Who) Need(s Scope) error {
	switch {
	case !w.Known():
		return refuse(SignIn, "want a guest, an account or a token: POST /api/v1/account/guest makes a guest")
	case w.Ban != "":
		return banned(w.Ban)
	case slices.Contains(w.Scopes, s), s == Play && w.Kind == play.Bot && slices.Contains(w.Scopes, Bot):
		return nil
	case w.Kind == play.Guest:
		return refuse(NoGuest, "guests can't do this: want an account")
	}
	return refuse(NoScope, "want the scope %q", s)
}
