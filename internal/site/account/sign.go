package account

import (
	"context"
	"errors"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

// SignedIn is somebody who has signed in.
type SignedIn struct {
	Who    Who
	Cookie string
	// Codes are the recovery codes of somebody who has just signed up. They
	// are shown this once.
	Codes []string
}

// SignUp makes an account with a password and signs in. A guest's account takes
// over his id, and so his games.
func (a *Accounts) SignUp(ctx context.Context, who Who, name, password, agent string) (SignedIn, error) {
	if err := a.maySignUp(ctx, who, name); err != nil {
		return SignedIn{}, err
	}
	if err := checkPassword(password, name); err != nil {
		return SignedIn{}, err
	}
	hash, err := a.passwords.hash(ctx, password)
	if err != nil {
		return SignedIn{}, err
	}
	return a.found(ctx, who, store.Account{Name: name, Password: hash}, agent)
}

// maySignUp refuses who has an account, and names that can't be had.
func (a *Accounts) maySignUp(ctx context.Context, who Who, name string) error {
	if who.Known() && who.Kind != play.Guest {
		return refuse(Signed, "you are %s: sign out before you make another account", who.Name)
	}
	if who.Class != "" {
		return refuse(Signed, "you are %s in a class: sign out before you make an account", who.Name)
	}
	if err := a.names.check(name); err != nil {
		return err
	}
	_, err := a.lookUp(ctx, name)
	switch {
	case err == nil:
		return taken(name)
	case errors.Is(err, store.ErrNotFound):
		return nil
	}
	return err
}

func taken(name string) error {
	return refuse(NameTaken, "name %q: somebody has it, or one that looks like it", name)
}

// found makes an account and signs in.
func (a *Accounts) found(ctx context.Context, who Who, account store.Account, agent string, keys ...store.Passkey) (SignedIn, error) {
	shown, stored := newCodes()
	account.ID, account.Folded, account.Kind, account.Created = who.ID, fold(account.Name), play.Person, a.now()
	if account.ID == "" {
		account.ID = newID()
	}
	for i := range keys {
		keys[i].Account = account.ID
	}
	if err := a.store.AddAccount(ctx, account, stored, keys...); errors.Is(err, store.ErrExists) {
		return SignedIn{}, taken(account.Name)
	} else if err != nil {
		return SignedIn{}, err
	}
	signed, err := a.enter(ctx, account, agent, false)
	signed.Codes = shown
	return signed, err
}

// SignIn signs in by a password.
func (a *Accounts) SignIn(ctx context.Context, name, password, agent string) (SignedIn, error) {
	account, err := a.lookUp(ctx, name)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return SignedIn{}, err
	}
	// A name that nobody has takes as long as a wrong password.
	ok, err := a.passwords.matches(ctx, password, account.Password)
	if err != nil {
		return SignedIn{}, err
	}
	if !ok || account.Closed > 0 {
		return SignedIn{}, refuse(Wrong, "name and password don't belong together")
	}
	return a.enter(ctx, account, agent, false)
}

// Recover signs in by a recovery code, which is used up.
func (a *Accounts) Recover(ctx context.Context, name, code, agent string) (SignedIn, error) {
	account, err := a.lookUp(ctx, name)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return SignedIn{}, err
	}
	// A name that nobody has takes as long as a wrong code.
	switch err := a.store.UseCode(ctx, account.ID, readCode(code)); {
	case errors.Is(err, store.ErrNotFound):
		return SignedIn{}, refuse(Wrong, "name and recovery code don't belong together, or the code has been used")
	case err != nil:
		return SignedIn{}, err
	}
	return a.enter(ctx, account, agent, true)
}

// enter begins a session, always a new one: a cookie of before is worth nothing
// to whoever has planted it.
func (a *Accounts) enter(ctx context.Context, account store.Account, agent string, recovered bool) (SignedIn, error) {
	if account.Ban != "" {
		return SignedIn{}, banned(account.Ban)
	}
	now, cookie := a.now(), newSession()
	if err := a.store.DeleteExpired(ctx, now); err != nil {
		return SignedIn{}, err
	}
	err := a.store.AddSession(ctx, store.Session{
		Hash: hashed(cookie), Account: account.ID, Agent: short(agent), Created: now, Seen: now, Expires: now + lasting, Recovered: recovered,
	})
	if err != nil {
		return SignedIn{}, err
	}
	who, err := a.ByCookie(ctx, cookie)
	return SignedIn{Who: who, Cookie: cookie}, err
}

// SignOut ends the session by which somebody is known.
func (a *Accounts) SignOut(ctx context.Context, who Who) error {
	if who.Session == "" {
		return nil
	}
	a.revoke(who.Session, SignIn)
	return gone(a.store.DeleteSession(ctx, who.ID, who.Session))
}
