package account

import (
	"fmt"
	"time"
)

// Refusal is the error of a request that is not carried out, for a reason that the
// client has to be told.
type Refusal struct {
	Reason Reason
	Detail string
	// Wait is how long to wait before trying again; 0 means that waiting does not
	// matter.
	Wait time.Duration
}

// Error returns the detail.
func (r *Refusal) Error() string { return r.Detail }

// Reason tells programs why a request is refused.
type Reason string

// The reasons.
const (
	SignIn      Reason = "sign-in"    // the client is a visitor
	BadToken    Reason = "token"      // unknown or revoked token
	Wrong       Reason = "wrong"      // name and password, code or passkey do not match
	Banned      Reason = "banned"     // the account is banned
	NoGuest     Reason = "guest"      // an account is required
	NoScope     Reason = "scope"      // the token does not allow it
	NameTaken   Reason = "name-taken" // by another account
	BadName     Reason = "name"       // malformed or reserved
	BadPassword Reason = "password"   // too weak or too long
	BadScopes   Reason = "scopes"     // unknown or repeated
	BadLabel    Reason = "label"      // empty or too long
	HasPlayed   Reason = "has-played" // the account has played as a person, so it can't become a bot
	TooMany     Reason = "too-many"   // the account has as many as are allowed
	NotFound    Reason = "not-found"
	NoPasskeys  Reason = "no-passkeys" // not at this address of the service
	BadPasskey  Reason = "passkey"     // the authenticator's answer is not valid
	LastKey     Reason = "last-key"    // it is the only way to sign in
	Signed      Reason = "signed-in"   // already signed in
	Busy        Reason = "busy"        // too many passwords are being hashed
)

// Refuse returns a refusal with a formatted detail.
func Refuse(reason Reason, format string, args ...any) error {
	return &Refusal{Reason: reason, Detail: fmt.Sprintf(format, args...)}
}

// Refused makes the refusal a problem of package httpkit.
func (r *Refusal) Refused() (reason, detail string, wait time.Duration) {
	return string(r.Reason), r.Detail, r.Wait
}

func banned(why string) error { return Refuse(Banned, "this account is banned: %s", why) }
