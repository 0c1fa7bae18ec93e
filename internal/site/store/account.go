package store

import (
	"context"
	"database/sql"
	"slices"

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
	Ban      string       // the reason of the ban, as the user is told
	Class    string       // the class that it belongs to; empty for none
}

func (a *Account) fields() []any {
	return []any{&a.ID, &a.Name, &a.Folded, &a.Kind, &a.Password, &a.Created, &a.Closed, &a.Banned, &a.Ban, &a.Class}
}

const accountColumns = `a.id, a.name, a.folded, a.kind, a.password, a.created_at, a.closed_at, a.banned_at, a.ban, a.class`

// AddAccount creates an account with the hashes of recovery codes and passkeys,
// or returns ErrExists if the ID, the name or a passkey is taken.
func (s *Store) AddAccount(ctx context.Context, a Account, codes []string, keys ...Passkey) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		err := s.db.ExecIn(ctx, tx, `INSERT INTO accounts (id, name, folded, kind, password, created_at, closed_at, banned_at, ban, class) VALUES `+database.Values(10),
			a.ID, a.Name, a.Folded, a.Kind, a.Password, a.Created, a.Closed, a.Banned, a.Ban, a.Class)
		for _, k := range keys {
			if err == nil {
				err = s.addPasskey(ctx, tx, k)
			}
		}
		if err != nil {
			return err
		}
		return s.addCodes(ctx, tx, a.ID, codes)
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

// Names returns those of the IDs that are accounts, as players without ratings.
func (s *Store) Names(ctx context.Context, ids []string) (map[string]play.Player, error) {
	names := make(map[string]play.Player, len(ids))
	for chunk := range slices.Chunk(ids, 500) {
		args := make([]any, len(chunk))
		for i, id := range chunk {
			args[i] = id
		}
		found, err := database.List(ctx, s.db.Reader(), func(p *play.Player) []any { return []any{&p.ID, &p.Name, &p.Kind} },
			`SELECT id, name, kind FROM accounts WHERE id IN `+database.Values(len(chunk)), args...)
		if err != nil {
			return nil, err
		}
		for _, p := range found {
			names[p.ID] = p
		}
	}
	return names, nil
}

// SetPassword replaces an account's password and ends its sessions except one.
func (s *Store) SetPassword(ctx context.Context, id, password, except string) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.db.ExecIn(ctx, tx, `UPDATE accounts SET password = $1 WHERE id = $2 AND closed_at = 0`, password, id); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM sessions WHERE account = $1 AND hash <> $2`, id, except)
		return err
	})
}

// BecomeBot turns a person who has never had a seat in a game into a bot. For
// other accounts it returns ErrNotFound.
func (s *Store) BecomeBot(ctx context.Context, id string) error {
	return s.db.Exec(ctx, `UPDATE accounts SET kind = $1 WHERE id = $2 AND kind = $3 AND closed_at = 0
		AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.player = accounts.id)`, play.Bot, id, play.Person)
}

// Key returns a secret that the service has generated for itself; if there is
// none it stores fresh and returns it.
func (s *Store) Key(ctx context.Context, name, fresh string) (key string, err error) {
	if _, err := s.db.Writer().ExecContext(ctx, `INSERT INTO keys (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, name, fresh); err != nil {
		return "", err
	}
	err = s.db.Row(ctx, []any{&key}, `SELECT value FROM keys WHERE name = $1`, name)
	return key, err
}
