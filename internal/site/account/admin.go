package account

import (
	"context"
	"errors"

	"thera/internal/site/store"
)

// Act says which operator does something, and why. Both go into the audit log.
type Act struct {
	Actor  string
	Reason string
}

// The operators' actions that a running server has to know, as in the audit log.
const (
	actBan    = "ban"
	actUnban  = "unban"
	actRename = "rename"
	actClose  = "close"
	// ActAbort aborts a game, which a running server then loads again.
	ActAbort = "abort"
)

func (a *Accounts) act(by Act, what, object, detail string) store.Act {
	return store.Act{ID: NewID(), At: a.now(), Actor: by.Actor, Act: what, Object: object, Detail: detail, Reason: by.Reason}
}

// Note adds something that an operator has done to the audit log.
func (a *Accounts) Note(ctx context.Context, by Act, what, object, detail string) error {
	return a.store.AddAct(ctx, a.act(by, what, object, detail))
}

// Users returns the accounts whose names contain a text, regardless of case and
// look-alike letters; all for "".
func (a *Accounts) Users(ctx context.Context, text string, banned bool, limit int) ([]store.User, error) {
	return a.store.Users(ctx, text, fold(text), banned, limit)
}

// Ban bans an account: its owner can no longer sign in or play, and sees the reason.
func (a *Accounts) Ban(ctx context.Context, by Act, name string) error {
	account, err := a.named(ctx, name)
	if err != nil {
		return err
	}
	if by.Reason == "" {
		return Refuse(Wrong, "ban of %s: missing reason, which its owner sees", account.Name)
	}
	return a.store.Ban(ctx, account.ID, a.now(), by.Reason, a.act(by, actBan, account.Name, ""))
}

func (a *Accounts) Unban(ctx context.Context, by Act, name string) error {
	account, err := a.named(ctx, name)
	if err != nil {
		return err
	}
	if account.Ban == "" {
		return Refuse(Wrong, "%s is not banned", account.Name)
	}
	return a.store.Ban(ctx, account.ID, 0, "", a.act(by, actUnban, account.Name, ""))
}

// Rename changes the name of an account, in the logs of its games too. The new name
// must follow the rules for names.
func (a *Accounts) Rename(ctx context.Context, by Act, from, to string) error {
	account, err := a.named(ctx, from)
	if err != nil {
		return err
	}
	if err := a.names.check(to); err != nil {
		return err
	}
	err = a.store.Rename(ctx, account.ID, to, fold(to), a.act(by, actRename, account.Name, to))
	if errors.Is(err, store.ErrExists) {
		return taken(to)
	}
	return err
}

// CloseFor deletes an account on behalf of its owner, like Close.
func (a *Accounts) CloseFor(ctx context.Context, by Act, name string) error {
	account, err := a.named(ctx, name)
	if err != nil {
		return err
	}
	// The log has the ID, because the name is to be forgotten.
	return a.store.CloseAccount(ctx, account.ID, Deleted, a.now(), a.act(by, actClose, account.ID, ""))
}
