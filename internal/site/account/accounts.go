package account

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"thera/internal/cluster/bus"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// Config is what accounts are made of.
type Config struct {
	Store *store.Store
	// Games are the names of the games, after which house bots are called.
	Games []string
	// Bus is that of all nodes that serve the store, which hear by it what has been
	// revoked; nil where there is only this program.
	Bus *bus.Bus
	// Now is the time; nil for the machine's.
	Now func() play.Instant
}

// Accounts knows who somebody is. It is safe for concurrent use.
type Accounts struct {
	store     *store.Store
	now       func() play.Instant
	key       []byte // of signatures
	names     names
	passwords hasher
	revoked   revoked
	used      sync.Map // the sessions and tokens of those who were asked about lately: by their keys, the reason to say when they are no more
	bus       *bus.Bus
}

// New returns the accounts in a store. The key of its signatures is made once
// and kept there.
func New(ctx context.Context, c Config) (*Accounts, error) {
	key, err := c.Store.Key(ctx, "cookies", random(40))
	if err != nil {
		return nil, fmt.Errorf("key of cookies: %w", err)
	}
	now := c.Now
	if now == nil {
		now = func() play.Instant { return play.Instant(time.Now().UnixMilli()) }
	}
	a := &Accounts{store: c.Store, now: now, key: []byte(key), names: newNames(c.Games), passwords: newHasher(), bus: c.Bus}
	if a.bus != nil {
		// It ends with the bus.
		if _, err := a.bus.Subscribe(revocations, a.hearRevoked); err != nil {
			return nil, err
		}
	}
	return a, nil
}

const (
	day = play.Instant(24 * time.Hour / time.Millisecond)
	// lasting is how long a session lasts that nobody uses.
	lasting = 90 * day
	// notice is how often it is noted that a session or token is used.
	notice = day / 24
)

// ByCookie returns who somebody is by the cookie of a guest or a session: nobody
// if it is neither.
func (a *Accounts) ByCookie(ctx context.Context, cookie string) (Who, error) {
	if id := a.readGuest(cookie); id != "" {
		switch _, err := a.store.Account(ctx, id); {
		case err == nil:
			return Who{}, nil // he has signed up: the cookie of before is not enough
		case errors.Is(err, store.ErrNotFound):
			return guest(id), nil
		default:
			return Who{}, err
		}
	}
	if !sessionShape.MatchString(cookie) {
		return Who{}, nil
	}
	now := a.now()
	session, account, err := a.store.Session(ctx, hashed(cookie), now)
	if errors.Is(err, store.ErrNotFound) || account.Closed > 0 {
		return Who{}, nil
	}
	if err == nil && now-session.Seen > notice {
		err = gone(a.store.SeeSession(ctx, session.Hash, now, now+lasting))
	}
	if err != nil {
		return Who{}, err
	}
	w := Who{Player: player(account), Session: session.Hash, Recovered: session.Recovered, Scopes: Scopes{Play, Admin}, Ban: account.Ban}
	switch w.Kind {
	case play.Bot:
		w.Scopes = Scopes{Admin} // programs play for it
	case play.Guest:
		w.Scopes = Scopes{Play} // in a class
	}
	return w, nil
}

// ByToken returns who a program acts for.
func (a *Accounts) ByToken(ctx context.Context, text string) (Who, error) {
	unknown := refuse(BadToken, "there is no such token")
	if !tokenShape.MatchString(text) {
		return Who{}, unknown
	}
	token, account, err := a.store.Token(ctx, hashed(text))
	if errors.Is(err, store.ErrNotFound) || account.Closed > 0 {
		return Who{}, unknown
	}
	now := a.now()
	if err == nil && now-token.Used > notice {
		err = gone(a.store.UseToken(ctx, token.Hash, now))
	}
	if err != nil {
		return Who{}, err
	}
	w := Who{Player: player(account), Token: token.Hash, Ban: account.Ban}
	for word := range strings.FieldsSeq(token.Scopes) {
		w.Scopes = append(w.Scopes, Scope(word))
	}
	return w, nil
}

// gone takes no offense at a change of what was deleted meanwhile.
func gone(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}

func player(a store.Account) play.Player {
	return play.Player{ID: a.ID, Name: a.Name, Kind: a.Kind, Class: a.Class}
}

// Find returns the player of a name, however it is written. The Refusal is
// NotFound.
func (a *Accounts) Find(ctx context.Context, name string) (play.Player, error) {
	account, err := a.named(ctx, name)
	return player(account), err
}

// named returns the open account of a name.
func (a *Accounts) named(ctx context.Context, name string) (store.Account, error) {
	account, err := a.lookUp(ctx, name)
	if errors.Is(err, store.ErrNotFound) || err == nil && account.Closed > 0 {
		return store.Account{}, refuse(NotFound, "player %q: there is none of this name", short(name))
	}
	return account, err
}

// lookUp returns the account of a name, open or closed, or store.ErrNotFound.
func (a *Accounts) lookUp(ctx context.Context, name string) (store.Account, error) {
	if !nameShape.MatchString(name) {
		return store.Account{}, store.ErrNotFound // not every database takes every text
	}
	return a.store.AccountNamed(ctx, fold(name))
}

// HouseBot returns the bot of a reserved name, as which the service itself
// plays; it is made if there is none.
func (a *Accounts) HouseBot(ctx context.Context, name string) (play.Player, error) {
	err := a.store.AddAccount(ctx, store.Account{ID: newID(), Name: name, Folded: fold(name), Kind: play.Bot, Created: a.now()}, nil)
	if err != nil && !errors.Is(err, store.ErrExists) {
		return play.Player{}, err
	}
	return a.Find(ctx, name)
}

// Now returns the time.
func (a *Accounts) Now() play.Instant { return a.now() }

// Fold returns what names have in common that can't both be had.
func (a *Accounts) Fold(name string) string { return fold(name) }
