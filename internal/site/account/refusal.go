package account

import (
	"fmt"
	"time"
)

// Refusal says why somebody is not let in, or does not get what he wants.
type Refusal struct {
	Reason Reason
	Detail string
	// Wait is after how long it makes sense to try again; 0 for whenever.
	Wait time.Duration
}

// Error returns the detail.
func (r *Refusal) Error() string { return r.Detail }

// Reason is why, for programs to tell apart.
type Reason string

// The reasons.
const (
	SignIn      Reason = "sign-in"     // nobody is known where somebody is wanted
	BadToken    Reason = "token"       // there is no such token
	Wrong       Reason = "wrong"       // name and password, code or passkey don't belong together
	Banned      Reason = "banned"      // the account is banned
	NoGuest     Reason = "guest"       // it takes an account
	NoScope     Reason = "scope"       // the token does not allow it
	NameTaken   Reason = "name-taken"  // by another account
	BadName     Reason = "name"        // not a name
	BadPassword Reason = "password"    // not a password
	BadScopes   Reason = "scopes"      // not scopes
	BadLabel    Reason = "label"       // not a label
	HasPlayed   Reason = "has-played"  // as a person, so it is none for a bot
	TooMany     Reason = "too-many"    // of what an account has
	NotFound    Reason = "not-found"   // what is asked for is not there
	NoPasskeys  Reason = "no-passkeys" // not at this address of the service
	BadPasskey  Reason = "passkey"     // the authenticator's answer won't do
	LastKey     Reason = "last-key"    // without it nobody could sign in any more
	Signed      Reason = "signed-in"   // he is somebody already
	Busy        Reason = "busy"        // too many passwords at a time
)

func refuse(reason Reason, format string, args ...any) error {
	return &Refusal{Reason: reason, Detail: fmt.Sprintf(format, args...)}
}

func banned(why string) error { return refuse(Banned, "this account is banned: %s", why) }
