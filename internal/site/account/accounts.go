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

// Config configures the accounts.
type Config struct {
	Store *store.Store
	// Games has the names of the games, after which house bots are named.
	Games []string
	// Bus connects all nodes that serve the store, so that each hears what the others
	// revoke; nil if this is the only program.
	Bus *bus.Bus
	// Now returns the time; nil for the machine's clock.
	Now func() play.Instant
}

// Accounts has the accounts in a store, and identifies clients. It is safe for
// concurrent use.
type Accounts struct {
	store     *store.Store
	now       func() play.Instant
	key       []byte // signs the cookies of guests
	names     names
	passwords hasher
	revoked   revoked
	used      sync.Map // session or token hash -> Reason to give if it turns out to be revoked; those asked about since the last recheck
	bus       *bus.Bus
}

// New returns the accounts in a store. The key that signs the cookies of guests is made
// once and kept in the store.
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
		// The subscription ends with the bus.
		if _, err := a.bus.Subscribe(revocations, a.hearRevoked); err != nil {
			return nil, err
		}
	}
	return a, nil
}

const (
	day = play.Instant(24 * time.Hour / time.Millisecond)
	// sessionLifetime is how long an unused session lasts.
	sessionLifetime = 90 * day
	// seenInterval is how often the use of a session or token is recorded.
	seenInterval = day / 24
)

// ByCookie returns who a cookie identifies, of a guest or of a session; a visitor if it
// is neither.
func (a *Accounts) ByCookie(ctx context.Context, cookie string) (Who, error) {
	if id := a.readGuest(cookie); id != "" {
		switch _, err := a.store.Account(ctx, id); {
		case err == nil:
			return Who{}, nil // the guest has signed up: the old cookie no longer identifies them
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
	if err == nil && now-session.Seen > seenInterval {
		err = ignoreMissing(a.store.SeeSession(ctx, session.Hash, now, now+sessionLifetime))
	}
	if err != nil {
		return Who{}, err
	}
	w := Who{Player: player(account), Session: session.Hash, Recovered: session.Recovered, Scopes: Scopes{Play, Admin}, Ban: account.Ban}
	switch w.Kind {
	case play.Bot:
		w.Scopes = Scopes{Admin} // only programs play for it
	case play.Guest:
		w.Scopes = Scopes{Play} // a member of a class
	}
	return w, nil
}

// ByToken returns who a program acts for.
func (a *Accounts) ByToken(ctx context.Context, text string) (Who, error) {
	unknown := Refuse(BadToken, "there is no such token")
	if !tokenShape.MatchString(text) {
		return Who{}, unknown
	}
	token, account, err := a.store.Token(ctx, hashed(text))
	if errors.Is(err, store.ErrNotFound) || account.Closed > 0 {
		return Who{}, unknown
	}
	now := a.now()
	if err == nil && now-token.Used > seenInterval {
		err = ignoreMissing(a.store.UseToken(ctx, token.Hash, now))
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

// ignoreMissing returns nil for a change to something that was deleted meanwhile.
func ignoreMissing(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}

func player(a store.Account) play.Player {
	return play.Player{ID: a.ID, Name: a.Name, Kind: a.Kind, Class: a.Class}
}

// Find returns the player with a name, regardless of case and look-alike letters. If
// there is none, the error is a Refusal with reason NotFound.
func (a *Accounts) Find(ctx context.Context, name string) (play.Player, error) {
	account, err := a.named(ctx, name)
	return player(account), err
}

// named returns the open account with a name.
func (a *Accounts) named(ctx context.Context, name string) (store.Account, error) {
	account, err := a.lookUp(ctx, name)
	if errors.Is(err, store.ErrNotFound) || err == nil && account.Closed > 0 {
		return store.Account{}, Refuse(NotFound, "player %q: there is no player with this name", short(name))
	}
	return account, err
}

// lookUp returns the account with a name, open or closed, or store.ErrNotFound.
func (a *Accounts) lookUp(ctx context.Context, name string) (store.Account, error) {
	if !nameShape.MatchString(name) {
		return store.Account{}, store.ErrNotFound // not every database accepts every text
	}
	return a.store.AccountNamed(ctx, fold(name))
}

// HouseBot returns the bot with a reserved name, which the service itself plays. It is
// created if it does not exist.
func (a *Accounts) HouseBot(ctx context.Context, name string) (play.Player, error) {
	err := a.store.AddAccount(ctx, store.Account{ID: NewID(), Name: name, Folded: fold(name), Kind: play.Bot, Created: a.now()}, nil)
	if err != nil && !errors.Is(err, store.ErrExists) {
		return play.Player{}, err
	}
	return a.Find(ctx, name)
}

// Now returns the current time.
func (a *Accounts) Now() play.Instant { return a.now() }
