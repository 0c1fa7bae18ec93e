package store

import (
	"context"
	"database/sql"
	"strings"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Account is a person or bot with a name.
type Account struct {
	ID   string
	Name string
	// Folded is the name in the form that must be unique.
	Folded   string
	Kind     play.PlayerKind
	Password string // encoded hash; empty for none
	Created  play.Instant
	Closed   play.Instant // 0 while it is open
	Banned   play.Instant // 0 if not banned
	Ban      string       // the reason for the ban, as shown to the user
	Class    string       // the class that it belongs to; empty for none
	// Moderator is whether it judges what players report.
	Moderator   bool
	BannedUntil play.Instant // when the ban ends; 0 for never
}

func (a *Account) fields() []any {
	return []any{&a.ID, &a.Name, &a.Folded, &a.Kind, &a.Password, &a.Created, &a.Closed, &a.Banned, &a.Ban, &a.Class, &a.Moderator, &a.BannedUntil}
}

const accountColumns = `a.id, a.name, a.folded, a.kind, a.password, a.created_at, a.closed_at, a.banned_at, a.ban, a.class, a.moderator, a.banned_until`

// AddAccount creates an account with the hashes of recovery codes and passkeys,
// or returns ErrExists if the ID, the name or a passkey is taken. Games that its owner
// has played as a guest get the name.
func (s *Store) AddAccount(ctx context.Context, a Account, codes []string, keys ...Passkey) error {
	return s.AddAccountWith(ctx, a, func(tx *sql.Tx) error { return s.addCredentials(ctx, tx, a.ID, codes, keys) })
}

// SignUp is AddAccount with the first session of the account.
func (s *Store) SignUp(ctx context.Context, a Account, first Session, codes []string, keys ...Passkey) error {
	return s.AddAccountWith(ctx, a, func(tx *sql.Tx) error {
		if err := s.addCredentials(ctx, tx, a.ID, codes, keys); err != nil {
			return err
		}
		return s.AddSessionIn(ctx, tx, first)
	})
}

func (s *Store) addCredentials(ctx context.Context, tx *sql.Tx, account string, codes []string, keys []Passkey) error {
	for _, k := range keys {
		if err := s.addPasskey(ctx, tx, k); err != nil {
			return err
		}
	}
	return s.addCodes(ctx, tx, account, codes)
}

// AddAccountWith is AddAccount with other things that are stored with the account, in one
// transaction.
func (s *Store) AddAccountWith(ctx context.Context, a Account, add func(tx *sql.Tx) error) error {
	return s.rename(ctx, a.ID, func(tx *sql.Tx) error {
		err := s.db.ExecIn(ctx, tx, `INSERT INTO accounts (id, name, folded, kind, password, created_at, closed_at, banned_at, ban, class, named_at) VALUES `+database.Values(11),
			a.ID, a.Name, a.Folded, a.Kind, a.Password, a.Created, a.Closed, a.Banned, a.Ban, a.Class, a.Created)
		if err != nil {
			return err
		}
		return add(tx)
	})
}

// Account returns the account with an ID, or ErrNotFound.
func (s *Store) Account(ctx context.Context, id string) (a Account, err error) {
	err = s.db.Row(ctx, a.fields(), `SELECT `+accountColumns+` FROM accounts a WHERE a.id = $1`, id)
	return a, err
}

// AccountNamed returns the account with a folded name, or ErrNotFound.
func (s *Store) AccountNamed(ctx context.Context, folded string) (a Account, err error) {
	err = s.db.Row(ctx, a.fields(), `SELECT `+accountColumns+` FROM accounts a WHERE a.folded = $1`, folded)
	return a, err
}

// SetPassword replaces an account's password in one of its sessions, which its owner has
// thereby confirmed, ends the other sessions, and returns their hashes. It returns
// ErrNotFound if the account or the session no longer exists.
func (s *Store) SetPassword(ctx context.Context, id, password, session string, at, expires play.Instant) (ended []string, err error) {
	err = s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.db.ExecIn(ctx, tx, `UPDATE accounts SET password = $1 WHERE id = $2 AND closed_at = 0`, password, id); err != nil {
			return err
		}
		ended, err = s.keepSession(ctx, tx, id, session, at, expires)
		return err
	})
	return ended, err
}

// Rehash replaces the hash of an account's password by another one of the same password.
// It returns ErrNotFound if the password has changed meanwhile.
func (s *Store) Rehash(ctx context.Context, id, before, after string) error {
	return s.db.Exec(ctx, `UPDATE accounts SET password = $1 WHERE id = $2 AND password = $3 AND closed_at = 0`, after, id, before)
}

// BecomeBot turns a person into a bot who has done nothing yet for which an account must be
// a person: had a seat in a game, joined a tournament that has not ended, or made a class.
// For other accounts it returns ErrNotFound.
func (s *Store) BecomeBot(ctx context.Context, id string, at play.Instant) error {
	return s.rename(ctx, id, func(tx *sql.Tx) error {
		if err := s.LockAccount(ctx, tx, id); err != nil { // it may be making a class
			return err
		}
		err := s.db.ExecIn(ctx, tx, `UPDATE accounts SET kind = $1, named_at = $2 WHERE id = $3 AND kind = $4 AND closed_at = 0
			AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.player = accounts.id)
			AND NOT EXISTS (SELECT 1 FROM classes WHERE classes.teacher = accounts.id)`, play.Bot, at, id, play.Person)
		if err != nil {
			return err
		}
		joined, err := database.List(ctx, tx, database.Texts, `SELECT id FROM contests WHERE ended_at = 0
			AND id IN (SELECT contest FROM contest_events WHERE `+JoinedBy+`)`, id)
		if err == nil && len(joined) > 0 {
			err = ErrNotFound
		}
		return err
	})
}

// Key returns a secret that the service has generated for itself; if there is
// none it stores fresh and returns it.
func (s *Store) Key(ctx context.Context, name, fresh string) (key string, err error) {
	err = s.db.Exec(ctx, `INSERT INTO keys (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, name, fresh)
	if err = database.IgnoreNotFound(err); err != nil {
		return "", err
	}
	err = s.db.Row(ctx, []any{&key}, `SELECT value FROM keys WHERE name = $1`, name)
	return key, err
}

// Act is an administrative action, for the audit log.
type Act struct {
	ID     string
	At     play.Instant
	Actor  string // who
	Act    string // what they did
	Object string // the ID of the account or thing acted on
	Detail string // more about it
	Reason string
}

func (a *Act) fields() []any {
	return []any{&a.ID, &a.At, &a.Actor, &a.Act, &a.Object, &a.Detail, &a.Reason}
}

const actColumns = `id, at, actor, act, object, detail, reason`

// AddActIn adds an act to the audit log in the transaction that carries it out, as the
// functions below that change an account do.
func (s *Store) AddActIn(ctx context.Context, by database.Writer, a Act) error {
	return s.db.ExecIn(ctx, by, `INSERT INTO audit (`+actColumns+`) VALUES `+database.Values(7), a.ID, a.At, a.Actor, a.Act, a.Object, a.Detail, a.Reason)
}

// AddAct adds an act to the audit log.
func (s *Store) AddAct(ctx context.Context, a Act) error { return s.AddActIn(ctx, s.db.Writer(), a) }

// Acts returns the latest acts since a time, the newest first.
func (s *Store) Acts(ctx context.Context, since play.Instant, limit int) ([]Act, error) {
	return database.List(ctx, s.db.Reader(), (*Act).fields, `SELECT `+actColumns+` FROM audit WHERE at >= $1 ORDER BY at DESC, id LIMIT $2`, since, limit)
}

// NamedObject is the SQL for the object of an act as people read it: accounts that are not
// closed have their present names.
const NamedObject = `coalesce((SELECT name FROM accounts WHERE accounts.id = audit.object AND closed_at = 0), object)`

// NamedActs returns the latest acts, the newest first, with objects as people read them.
func (s *Store) NamedActs(ctx context.Context, limit int) ([]Act, error) {
	return database.List(ctx, s.db.Reader(), (*Act).fields,
		`SELECT id, at, actor, act, `+NamedObject+`, detail, reason FROM audit ORDER BY at DESC, id LIMIT $1`, limit)
}

// LastAct returns when something was last done, 0 for never.
func (s *Store) LastAct(ctx context.Context, act string) (at play.Instant, err error) {
	err = s.db.Row(ctx, []any{&at}, `SELECT coalesce(max(at), 0) FROM audit WHERE act = $1`, act)
	return at, err
}

// Ban bans an account until a time, 0 for good, with a reason that is shown to the
// user. A time of 0 and no reason lift the ban.
func (s *Store) Ban(ctx context.Context, id string, at, until play.Instant, reason string, act Act) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.db.ExecIn(ctx, tx, `UPDATE accounts SET banned_at = $1, banned_until = $2, ban = $3 WHERE id = $4`, at, until, reason, id); err != nil {
			return err
		}
		return s.AddActIn(ctx, tx, act)
	})
}

// ExpiredBans returns the accounts whose bans have ended and were not lifted yet.
func (s *Store) ExpiredBans(ctx context.Context, now play.Instant) ([]Account, error) {
	return database.List(ctx, s.db.Reader(), (*Account).fields, `SELECT `+accountColumns+` FROM accounts a WHERE a.banned_until > 0 AND a.banned_until <= $1`, now)
}

// LiftBan lifts a ban that has ended. It returns ErrNotFound if that was done already,
// as by another node.
func (s *Store) LiftBan(ctx context.Context, id string, now play.Instant, act Act) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.db.ExecIn(ctx, tx, `UPDATE accounts SET banned_at = 0, banned_until = 0, ban = '' WHERE id = $1 AND banned_until > 0 AND banned_until <= $2`, id, now); err != nil {
			return err
		}
		return s.AddActIn(ctx, tx, act)
	})
}

// Rename renames an account: one row, whatever it has played. It returns ErrExists if
// the name is taken.
func (s *Store) Rename(ctx context.Context, id, name, folded string, act Act) error {
	return s.rename(ctx, id, func(tx *sql.Tx) error {
		if err := s.db.ExecIn(ctx, tx, `UPDATE accounts SET name = $1, folded = $2, named_at = $3 WHERE id = $4 AND closed_at = 0`, name, folded, act.At, id); err != nil {
			return err
		}
		return s.AddActIn(ctx, tx, act)
	})
}

// rename is database.DB.Update for a change of the name or kind of an account.
func (s *Store) rename(ctx context.Context, id string, do func(tx *sql.Tx) error) error {
	if err := s.db.Update(ctx, do); err != nil {
		return err
	}
	// It is done. Followers who can't be told now hear of it like those of other nodes.
	_ = s.Renamed(context.WithoutCancel(ctx), id)
	return nil
}

// User is an account as administrators see it.
type User struct {
	Account
	Games int
	Seen  play.Instant // approximately when a session or token was last used
}

// Users returns the accounts with an ID or with a text in their folded name, sorted by
// name; only banned ones if banned is set.
func (s *Store) Users(ctx context.Context, id, folded string, banned bool, limit int) ([]User, error) {
	pattern := "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(folded) + "%"
	fields := func(u *User) []any { return append(u.fields(), &u.Games, &u.Seen) }
	users, err := database.List(ctx, s.db.Reader(), fields, `SELECT `+accountColumns+`,
			(SELECT count(DISTINCT game) FROM seats WHERE player = a.id),
			(SELECT coalesce(max(at), 0) FROM (SELECT seen_at AS at FROM sessions WHERE account = a.id
				UNION ALL SELECT used_at AS at FROM tokens WHERE account = a.id) AS used)
		FROM accounts a
		WHERE (a.id = $1 OR a.folded LIKE $2 ESCAPE '\') AND (a.banned_at > 0 OR NOT $3)
		ORDER BY lower(a.name), a.id LIMIT $4`, id, pattern, banned, limit) // which, if there are more
	SortByName(users, func(u User) (name, id string) { return u.Name, u.ID })
	return users, err
}

// GameIDs returns the IDs of games that follow one, in order.
func (s *Store) GameIDs(ctx context.Context, after string, limit int) ([]string, error) {
	return database.List(ctx, s.db.Reader(), database.Texts, `SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2`, after, limit)
}
