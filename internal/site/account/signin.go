package account

import (
	"cmp"
	"context"
	"errors"

	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
)

// SignedIn is the result of signing in.
type SignedIn struct {
	Who    Who
	Cookie string
	// Codes has the recovery codes after signing up. They are shown only this once.
	Codes []string
}

// SignUp makes an account with a password and signs in. A guest's ID, and so the
// guest's games, pass to the account.
func (a *Accounts) SignUp(ctx context.Context, who Who, name, password, agent string) (SignedIn, error) {
	if err := a.maySignUp(ctx, who, name); err != nil {
		return SignedIn{}, err
	}
	if err := checkPassword(password, name); err != nil {
		return SignedIn{}, err
	}
	return a.addAccount(ctx, who, store.Account{Name: name, Password: a.passwords.hash(password)}, agent)
}

func (a *Accounts) maySignUp(ctx context.Context, who Who, name string) error {
	if who.Known() && who.Kind != play.Guest {
		return Refuse(Signed, "you are %s: sign out before you make another account", who.Name)
	}
	if who.Class != "" {
		return Refuse(Signed, "you are %s in a class: sign out before you make an account", who.Name)
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
	return Refuse(NameTaken, "name %q: this name, or one that looks like it, is taken", name)
}

func (a *Accounts) addAccount(ctx context.Context, who Who, account store.Account, agent string, keys ...store.Passkey) (SignedIn, error) {
	shown, stored := newCodes()
	account.ID, account.Folded, account.Kind, account.Created = who.ID, fold(account.Name), play.Person, a.now()
	if account.ID == "" {
		account.ID = NewID()
	}
	for i := range keys {
		keys[i].Account = account.ID
	}
	session, cookie := a.newSession(account, store.Session{Agent: agent})
	if err := a.store.SignUp(ctx, account, session, stored, keys...); errors.Is(err, store.ErrExists) {
		if _, err := a.store.Account(ctx, account.ID); err == nil {
			return SignedIn{}, Refuse(Signed, "you have signed up already: sign in")
		}
		return SignedIn{}, taken(account.Name)
	} else if err != nil {
		return SignedIn{}, err
	}
	a.announceName(account.ID)
	if who.Known() {
		a.revoke(guestKey(who.ID), "") // these connections would outlive the account's sessions
	}
	signed := a.entered(ctx, account, session, cookie)
	signed.Codes = shown
	return signed, nil
}

// SignIn signs in with a password.
func (a *Accounts) SignIn(ctx context.Context, name, password, agent string) (SignedIn, error) {
	const tries = 3
	for range tries {
		account, err := a.lookUp(ctx, name)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return SignedIn{}, err
		}
		// An unknown name takes as long as a wrong password.
		hash, ok := a.verify(ctx, account, password)
		if !ok || account.Closed > 0 {
			break
		}
		signed, err := a.enter(ctx, account, store.Session{Agent: agent, Password: hash})
		if !errors.Is(err, store.ErrNotFound) {
			return signed, err
		}
		// The password, or its hash, has been replaced meanwhile: look again.
	}
	return SignedIn{}, Refuse(Wrong, "wrong name or password")
}

// verify reports whether a password is that of an account, and returns its hash. It
// replaces a hash that costs less than new ones.
func (a *Accounts) verify(ctx context.Context, account store.Account, password string) (hash string, ok bool) {
	hash = account.Password
	ok, outdated := a.passwords.matches(password, hash)
	if ok && outdated {
		// If this fails, the next sign-in tries again.
		if fresh := a.passwords.hash(password); a.store.Rehash(ctx, account.ID, hash, fresh) == nil {
			hash = fresh
		}
	}
	return hash, ok
}

// Recover begins a session with a recovery code, which is used up. In it a password can
// be set or a passkey added, and nothing else done until then.
func (a *Accounts) Recover(ctx context.Context, name, code, agent string) (SignedIn, error) {
	account, err := a.lookUp(ctx, name)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return SignedIn{}, err
	}
	// An unknown name takes as long as a wrong code.
	hash := ReadCode(code)
	var signed SignedIn
	if err = a.store.CheckCode(ctx, account.ID, hash); err == nil {
		signed, err = a.enter(ctx, account, store.Session{Agent: agent, Recovered: true, Recovery: hash})
	}
	if errors.Is(err, store.ErrNotFound) {
		err = Refuse(Wrong, "wrong name or recovery code, or the code has been used")
	}
	return signed, err
}

// enter begins a session. Of the session it gets the agent, whether it is recovered, and
// the password or code; it returns store.ErrNotFound if that has been replaced.
func (a *Accounts) enter(ctx context.Context, account store.Account, begun store.Session) (SignedIn, error) {
	if account.Ban != "" {
		return SignedIn{}, banned(account.Ban)
	}
	_ = a.store.DeleteExpired(ctx, a.now()) // tried again by the next one
	session, cookie := a.newSession(account, begun)
	ended, err := a.store.AddSession(ctx, session, maxSessions)
	if err != nil {
		return SignedIn{}, err
	}
	a.revokeAll(ended)
	return a.entered(ctx, account, session, cookie), nil
}

// newSession returns a session, always with a new cookie, so that one that somebody has
// planted gains nothing.
func (a *Accounts) newSession(account store.Account, begun store.Session) (session store.Session, cookie string) {
	now, cookie := a.now(), newSession()
	session = begun
	session.Hash, session.Account, session.Agent = hashed(cookie), account.ID, short(session.Agent)
	session.Created, session.Seen, session.Expires, session.Confirmed = now, now, now+sessionLifetime, now
	if session.Recovered {
		session.Expires, session.Confirmed = now+recoveryLifetime, 0
	}
	return session, cookie
}

// entered returns what a client gets whose session is stored. From then on nothing may
// fail: the client could not begin it again with what it has used up.
func (a *Accounts) entered(ctx context.Context, account store.Account, session store.Session, cookie string) SignedIn {
	a.seen(ctx, account.ID)
	return SignedIn{Who: a.inSession(account, session), Cookie: cookie}
}

// SignOut ends the client's session. A guest is only disconnected.
func (a *Accounts) SignOut(ctx context.Context, who Who) error {
	if who.Session == "" {
		if who.Known() && who.Token == "" {
			a.revoke(guestKey(who.ID), "")
		}
		return nil
	}
	a.revoke(who.Session, SignIn)
	return database.IgnoreNotFound(a.store.DeleteSession(ctx, cmp.Or(who.ID, who.recovering.ID), who.Session))
}
