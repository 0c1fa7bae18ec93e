package account

import (
	"slices"

	"thera/internal/site/play"
)

// Who is the client of one request.
type Who struct {
	// Player has no ID for a visitor. Its Rating is not set.
	play.Player
	// Session is the hash of the session that identifies the client, "" for a guest or
	// a token.
	Session string
	// Token is the hash of the token that identifies the client, or "".
	Token string
	// Recovered is whether the session was begun with a recovery code.
	Recovered bool
	// Scopes is what the client may do. A session has all scopes except Bot; a token
	// has those it was made with.
	Scopes Scopes
	// Ban is why the account is banned, "" if it is not.
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

// Scopes is a set of scopes.
type Scopes []Scope

// Known reports whether the client is more than a visitor.
func (w Who) Known() bool { return w.ID != "" }

func (w Who) May(s Scope) bool { return w.Need(s) == nil }

// Need returns a *Refusal if the client may not use a scope now, else nil. A bot's
// scope Bot includes Play.
func (w Who) Need(s Scope) error {
	switch {
	case !w.Known():
		return Refuse(SignIn, "not signed in: want a guest, an account or a token; POST /api/v1/account/guest makes a guest")
	case w.Ban != "":
		return banned(w.Ban)
	case slices.Contains(w.Scopes, s), s == Play && w.Kind == play.Bot && slices.Contains(w.Scopes, Bot):
		return nil
	case w.Kind == play.Guest:
		return Refuse(NoGuest, "guests can't do this: sign up for an account")
	}
	return Refuse(NoScope, "want the scope %q", s)
}
