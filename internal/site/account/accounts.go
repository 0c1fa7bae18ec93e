package account

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"thera/internal/cluster/bus"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
)

// Config configures the accounts.
type Config struct {
	Store *store.Store
	// Games has the names of the games, after which house bots are named.
	Games []string
	// Hosts has the names of the site, such as games.example.org, to which passkeys can
	// belong besides localhost; nil for any.
	Hosts []string
	// Bus connects all nodes that serve the store, so that each hears what the others
	// revoke; nil if this is the only program.
	Bus *bus.Bus
	// Now returns the time; nil for the machine's clock. All programs on a store need the
	// same clock, because each looks for recent changes by the others.
	Now func() play.Instant
	// Seen is called with the ID of an account when it signs in and then hourly while it
	// is used, with the context of its request; nil for none.
	Seen func(ctx context.Context, account string)
	// WeakHashes makes hashes of passwords that cost nothing to compute, nor to break: for
	// tests with many accounts.
	WeakHashes bool
}

// Accounts has the accounts in a store, and identifies clients. It is safe for
// concurrent use.
type Accounts struct {
	store       *store.Store
	now         func() play.Instant
	key         []byte // signs the cookies of guests
	names       names
	hosts       []string
	passwords   hasher
	connections Connections
	bus         *bus.Bus
	nameHeard   chan struct{} // holds a value if a name has changed elsewhere
	node        string        // identifies this program on the bus
	departing   Departing
	seen        func(ctx context.Context, account string)
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
		now = play.Now
	}
	hashCost := defaultCost
	if c.WeakHashes {
		hashCost = weakCost
	}
	a := &Accounts{store: c.Store, now: now, key: []byte(key), names: newNames(c.Games), passwords: newHasher(hashCost), bus: c.Bus, nameHeard: make(chan struct{}, 1), node: rand.Text(), seen: c.Seen}
	if a.seen == nil {
		a.seen = func(context.Context, string) {}
	}
	for _, host := range c.Hosts {
		a.hosts = append(a.hosts, Site{Host: host}.name())
	}
	if a.bus != nil {
		// The subscriptions end with the bus.
		if _, err := a.bus.Subscribe(revocations, a.hearRevoked); err != nil {
			return nil, err
		}
		if _, err := a.bus.Subscribe(namesSubject, a.hearName); err != nil {
			return nil, err
		}
		a.bus.OnReconnect(a.reconnected)
	}
	return a, nil
}

const (
	day              = play.Instant(24 * time.Hour / time.Millisecond)
	sessionLifetime  = 90 * day // of an unused session
	recoveryLifetime = day / 24 // of a session begun with a recovery code, until a password is set
	seenInterval     = day / 24 // between records of the use of a session or token
	maxSessions      = 50       // of an account
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
	if err == nil && !session.Recovered && now-session.Seen > seenInterval {
		a.seen(ctx, account.ID)
		err = ignoreUnrecorded(a.store.SeeSession(ctx, session.Hash, now, now+sessionLifetime))
	}
	if err != nil {
		return Who{}, err
	}
	return a.inSession(account, session), nil
}

// inSession returns who uses a session of an account.
func (a *Accounts) inSession(account store.Account, session store.Session) Who {
	if session.Recovered {
		return Who{Session: session.Hash, Ban: account.Ban, recovering: player(account)}
	}
	w := Who{
		Player: player(account), Session: session.Hash, Confirmed: a.now()-session.Confirmed < confirmTime,
		Scopes: Scopes{Play, Admin}, Ban: account.Ban, Moderator: account.Moderator,
	}
	switch w.Kind {
	case play.Bot:
		w.Scopes = Scopes{Admin} // only programs play for it
	case play.Guest:
		w.Scopes = Scopes{Play} // a member of a class
	}
	return w
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
		err = ignoreUnrecorded(a.store.UseToken(ctx, token.Hash, now))
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

// ignoreUnrecorded returns nil if the time of a use is not recorded because what was used
// is gone, or because the database can't be written to: players who are not identified
// could not even read.
func ignoreUnrecorded(err error) error {
	if errors.Is(err, store.ErrNotStored) {
		return nil
	}
	return database.IgnoreNotFound(err)
}

func player(a store.Account) play.Player {
	return play.Player{ID: a.ID, Name: a.Name, Kind: a.Kind, Class: a.Class}
}

// Find returns the player with a name, regardless of case and look-alike letters. If
// there is none, the error is a Refusal with reason [play.UnknownPlayer].
func (a *Accounts) Find(ctx context.Context, name string) (play.Player, error) {
	account, err := a.named(ctx, name)
	return player(account), err
}

// named returns the open account with a name.
func (a *Accounts) named(ctx context.Context, name string) (store.Account, error) {
	account, err := a.lookUp(ctx, name)
	if errors.Is(err, store.ErrNotFound) || err == nil && account.Closed > 0 {
		return store.Account{}, Refuse(play.UnknownPlayer, "player %q: there is no player with this name", short(name))
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
	// ActCloseClass and ActHandOverClass are about a class, which fewer people may see then.
	ActCloseClass    = "close-class"
	ActHandOverClass = "handover-class"
	// ActAbort aborts a game, which a running server then loads again.
	ActAbort = "abort"
	// ActRemoveStudy and ActRemoveContest delete what somebody has published.
	ActRemoveStudy   = "remove-study"
	ActRemoveContest = "remove-contest"
	// ActBackup is a backup of the store.
	ActBackup = "backup"
)

// NewAct returns an entry of the audit log, for those who store it with what it is about.
// Accounts are objects by their IDs: somebody else can get a name later.
func (a *Accounts) NewAct(by Act, what, object, detail string) store.Act {
	return store.Act{ID: NewID(), At: a.now(), Actor: by.Actor, Act: what, Object: object, Detail: detail, Reason: by.Reason}
}

// Note adds something that an operator has done to the audit log.
func (a *Accounts) Note(ctx context.Context, by Act, what, object, detail string) error {
	return a.store.AddAct(ctx, a.NewAct(by, what, object, detail))
}

// Users returns the accounts whose names contain a text, regardless of case and
// look-alike letters; all for "".
func (a *Accounts) Users(ctx context.Context, text string, banned bool, limit int) ([]store.User, error) {
	return a.store.Users(ctx, text, fold(text), banned, limit)
}

// Ban bans an account for good: its owner can no longer sign in or play, and sees the
// reason.
func (a *Accounts) Ban(ctx context.Context, by Act, name string) error {
	return a.BanUntil(ctx, by, name, 0)
}

// BanUntil bans an account like Ban, until a time.
func (a *Accounts) BanUntil(ctx context.Context, by Act, name string, until play.Instant) error {
	account, err := a.named(ctx, name)
	if err != nil {
		return err
	}
	if by.Reason == "" {
		return Refuse(Wrong, "ban of %s: missing reason, which its owner sees", account.Name)
	}
	detail := ""
	if until > 0 {
		detail = "until " + time.UnixMilli(int64(until)).UTC().Format(time.DateTime)
	}
	return a.store.Ban(ctx, account.ID, a.now(), until, by.Reason, a.NewAct(by, actBan, account.ID, detail))
}

// LiftExpired lifts the bans that have ended.
func (a *Accounts) LiftExpired(ctx context.Context) error {
	now := a.now()
	ended, err := a.store.ExpiredBans(ctx, now)
	for _, account := range ended {
		act := a.NewAct(Act{Actor: "thera", Reason: "the ban has ended"}, actUnban, account.ID, "")
		err = errors.Join(err, database.IgnoreNotFound(a.store.LiftBan(ctx, account.ID, now, act)))
	}
	return err
}

// Unban lifts the ban of an account and records who did it.
func (a *Accounts) Unban(ctx context.Context, by Act, name string) error {
	account, err := a.named(ctx, name)
	if err != nil {
		return err
	}
	if account.Ban == "" {
		return Refuse(Wrong, "%s is not banned", account.Name)
	}
	return a.store.Ban(ctx, account.ID, 0, 0, "", a.NewAct(by, actUnban, account.ID, ""))
}

// Rename changes the name of an account. The new name must follow the rules for names.
func (a *Accounts) Rename(ctx context.Context, by Act, from, to string) error {
	account, err := a.named(ctx, from)
	if err != nil {
		return err
	}
	if err := a.names.check(to); err != nil {
		return err
	}
	err = a.store.Rename(ctx, account.ID, to, fold(to), a.NewAct(by, actRename, account.ID, "was "+account.Name))
	if errors.Is(err, store.ErrExists) {
		return taken(to)
	}
	if err == nil {
		a.announceName(account.ID)
	}
	return err
}

// SetPassword replaces the password of an account and signs out all its other browsers.
// The client must be confirmed, or signed in with a recovery code.
func (a *Accounts) SetPassword(ctx context.Context, who Who, password string) error {
	owner, err := who.owner()
	if err != nil {
		return err
	}
	if err := checkPassword(password, owner.Name); err != nil {
		return err
	}
	now := a.now()
	ended, err := a.store.SetPassword(ctx, owner.ID, a.passwords.hash(password), who.Session, now, now+sessionLifetime)
	if errors.Is(err, store.ErrNotFound) {
		return errSignedOut() // meanwhile
	}
	a.revokeAll(ended)
	return err
}

// NewCodes replaces the recovery codes. They are returned only this once.
func (a *Accounts) NewCodes(ctx context.Context, who Who) ([]string, error) {
	if err := who.Need(Owner); err != nil {
		return nil, err
	}
	shown, stored := newCodes()
	err := a.store.SetCodes(ctx, who.ID, stored)
	if errors.Is(err, store.ErrNotFound) {
		err = errSignedOut() // meanwhile
	}
	return shown, err
}

// BecomeBot turns an account that has never played, joined a tournament or made a class into
// a bot, for good.
func (a *Accounts) BecomeBot(ctx context.Context, who Who) (play.Player, error) {
	if err := who.Need(Owner); err != nil {
		return play.Player{}, err
	}
	if who.Kind != play.Bot {
		err := a.store.BecomeBot(ctx, who.ID, a.now())
		if errors.Is(err, store.ErrNotFound) {
			err = a.whyNoBot(ctx, who, err)
		}
		if err != nil {
			return play.Player{}, err
		}
		a.announceName(who.ID) // which comes with the kind
	}
	who.Kind = play.Bot
	return who.Player, nil
}

// whyNoBot returns the error for an account that the store did not turn into a bot, nil if it
// has become one meanwhile.
func (a *Accounts) whyNoBot(ctx context.Context, who Who, err error) error {
	now, failed := a.store.Account(ctx, who.ID)
	switch {
	case failed != nil || now.Closed > 0:
		return cmp.Or(database.IgnoreNotFound(failed), err)
	case now.Kind == play.Bot:
		return nil
	}
	return Refuse(HasPlayed, "%s has already played, joined a tournament or made a class as a person: want a new account", who.Name)
}
