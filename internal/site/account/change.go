package account

import (
	"context"
	"errors"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

// SetPassword replaces the password of an account and signs out all its other browsers.
// The old password is required if there is one, unless the account was signed in with a
// recovery code.
func (a *Accounts) SetPassword(ctx context.Context, who Who, old, password string) error {
	if err := who.Need(Admin); err != nil {
		return err
	}
	account, err := a.store.Account(ctx, who.ID)
	if err != nil {
		return err
	}
	if account.Password != "" && !who.Recovered {
		switch ok, err := a.passwords.matches(ctx, old, account.Password); {
		case err != nil:
			return err
		case !ok:
			return Refuse(Wrong, "the old password is wrong")
		}
	}
	if err := checkPassword(password, account.Name); err != nil {
		return err
	}
	hash, err := a.passwords.hash(ctx, password)
	if err != nil {
		return err
	}
	all, err := a.store.SessionsOf(ctx, who.ID, a.now())
	if err != nil {
		return err
	}
	if err := a.store.SetPassword(ctx, who.ID, hash, who.Session); err != nil {
		return err
	}
	for _, s := range all {
		if s.Hash != who.Session {
			a.revoke(s.Hash, SignIn)
		}
	}
	return nil
}

// NewCodes replaces the recovery codes. They are returned only this once.
func (a *Accounts) NewCodes(ctx context.Context, who Who) ([]string, error) {
	if err := who.Need(Admin); err != nil {
		return nil, err
	}
	shown, stored := newCodes()
	return shown, a.store.SetCodes(ctx, who.ID, stored)
}

// BecomeBot turns an account that has never played into a bot, for good.
func (a *Accounts) BecomeBot(ctx context.Context, who Who) (play.Player, error) {
	if err := who.Need(Admin); err != nil {
		return play.Player{}, err
	}
	if who.Kind != play.Bot {
		err := a.store.BecomeBot(ctx, who.ID)
		if errors.Is(err, store.ErrNotFound) {
			err = Refuse(HasPlayed, "%s has already played as a person: want an account that has never played", who.Name)
		}
		if err != nil {
			return play.Player{}, err
		}
	}
	who.Kind = play.Bot
	return who.Player, nil
}

// Close deletes an account; its name is required as confirmation. Its games stay, and
// name their player as [Deleted].
func (a *Accounts) Close(ctx context.Context, who Who, name string) error {
	if err := who.Need(Admin); err != nil {
		return err
	}
	if name != who.Name {
		return Refuse(Wrong, "name %q: want %q, as confirmation", short(name), who.Name)
	}
	err := a.store.CloseAccount(ctx, who.ID, Deleted, a.now())
	if err == nil {
		a.revoke(who.ID, SignIn)
	}
	return err
}

// Deleted is the name of a player whose account was deleted.
const Deleted = "deleted"
