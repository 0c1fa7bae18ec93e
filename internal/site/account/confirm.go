package account

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

// What decides who can sign in, or cannot be undone, needs more than a session: somebody
// may sit down at an open browser, or steal its cookie. The user has to show a password
// or passkey, which counts for some minutes in that session. A token never suffices.
//
// A session that was begun with a recovery code may only set a password or add a passkey.
// Until then it does not identify its user.

// confirmTime is how long a session counts as confirmed after its user has shown a
// password or passkey.
const confirmTime = play.Instant(10 * time.Minute / time.Millisecond)

// needBrowser returns a *Refusal unless the client is the browser of an account, and
// confirmed if that is asked for.
func (w Who) needBrowser(confirmed bool) error {
	if w.Token != "" {
		return Refuse(NoScope, noToken) // before Need, which would ask for a stronger one
	}
	if err := w.Need(Admin); err != nil {
		return err
	}
	if confirmed && !w.Confirmed {
		return Refuse(Unconfirmed, "this needs your password or passkey again: POST /api/v1/session/confirm, then repeat the request")
	}
	return nil
}

// noToken refuses a token, whatever its scope.
const noToken = "no token allows this: want a browser in which you are signed in"

// owner returns the player whose password or passkeys the client may set.
func (w Who) owner() (play.Player, error) {
	owner := w.Player
	if w.recovering.ID != "" {
		owner = w.recovering
	}
	return owner, w.Need(Renew)
}

// Confirm confirms a session with the account's password.
func (a *Accounts) Confirm(ctx context.Context, who Who, password string) error {
	if err := who.Need(Browser); err != nil {
		return err
	}
	account, err := a.store.Account(ctx, who.ID)
	if err != nil {
		return err
	}
	if _, ok := a.verify(ctx, account, password); !ok {
		return Refuse(Wrong, "wrong password")
	}
	return a.confirm(ctx, who)
}

// BeginConfirm returns what a page asks an authenticator for, to confirm a session.
func (a *Accounts) BeginConfirm(ctx context.Context, who Who, site Site) (json.RawMessage, error) {
	if err := who.Need(Browser); err != nil {
		return nil, err
	}
	return a.challenge(ctx, ceremony{For: confirming, Site: site, Account: who.ID})
}

// FinishConfirm confirms a session with an authenticator's answer.
func (a *Accounts) FinishConfirm(ctx context.Context, who Who, answer []byte) error {
	if err := who.Need(Browser); err != nil {
		return err
	}
	c, account, err := a.proven(ctx, answer, confirming)
	if err != nil {
		return err
	}
	if c.Account != who.ID || account != who.ID {
		return Refuse(Wrong, "this passkey belongs to another account")
	}
	return a.confirm(ctx, who)
}

func (a *Accounts) confirm(ctx context.Context, who Who) error {
	err := a.store.ConfirmSession(ctx, who.Session, a.now())
	if errors.Is(err, store.ErrNotFound) {
		return errSignedOut() // meanwhile
	}
	return err
}

// revokeAll disconnects the browsers whose sessions have ended.
func (a *Accounts) revokeAll(sessions []string) {
	for _, hash := range sessions {
		a.revoke(hash, SignIn)
	}
}
