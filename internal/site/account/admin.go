package account

import (
	"context"
	"errors"

	"thera/internal/site/store"
)

// Act is who does something as one who runs the service, and why. What it is
// goes into the audit log with it.
type Act struct {
	Actor  string
	Reason string
}

// The acts upon accounts, as they are in the audit log.
const (
	actBan    = "ban"
	actUnban  = "unban"
	actRename = "rename"
	actClose  = "close"
)

func (a *Accounts) act(by Act, what, object, detail string) store.Act {
	return store.Act{ID: newID(), At: a.now(), Actor: by.Actor, Act: what, Object: object, Detail: detail, Reason: by.Reason}
}

// Note adds something that was done to the audit log.
func (a *Accounts) Note(ctx context.Context, by Act, what, object, detail string) error {
	return a.store.AddAct(ctx, a.act(by, what, object, detail))
}

// Users returns accounts with a text in their names, however it is written; all
// for "".
func (a *Accounts) Users(ctx context.Context, text string, banned bool, limit int) ([]store.User, error) {
	return a.store.Users(ctx, text, fold(text), banned, limit)
}

// Ban bans somebody: he can't sign in or play any more, and is told why.
func (a *Accounts) Ban(ctx context.Context, by Act, name string) error {
	account, err := a.named(ctx, name)
	if err != nil {
		return err
	}
	if by.Reason == "" {
		return refuse(Wrong, "ban of %s: want a reason, which he is told", account.Name)
	}
	return a.store.Ban(ctx, account.ID, a.now(), by.Reason, a.act(by, actBan, account.Name, ""))
}

// Unban lifts a ban.
func (a *Accounts) Unban(ctx context.Context, by Act, name string) error {
	account, err := a.named(ctx, name)
	if err != nil {
		return err
	}
	if account.Ban == "" {
		return refuse(Wrong, "%s is not banned", account.Name)
	}
	return a.store.Ban(ctx, account.ID, 0, "", a.act(by, actUnban, account.Name, ""))
}

// Rename gives somebody another name, in the logs of his games too. It follows
// the rules for names.
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

// CloseFor deletes somebody's account for him, as Close does.
func (a *Accounts) CloseFor(ctx context.Context, by Act, name string) error {
	account, err := a.named(ctx, name)
	if err != nil {
		return err
	}
	// The log has the id: the name is to be forgotten.
	return a.store.CloseAccount(ctx, account.ID, Deleted, a.now(), a.act(by, actClose, account.ID, ""))
}
