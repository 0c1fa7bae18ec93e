package store

import (
	"context"
	"database/sql"
	"strings"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Act is an administrative action, for the audit log.
type Act struct {
	ID     string
	At     play.Instant
	Actor  string // who
	Act    string // what they did
	Object string // to whom or what
	Detail string // more about it
	Reason string
}

func (a *Act) fields() []any {
	return []any{&a.ID, &a.At, &a.Actor, &a.Act, &a.Object, &a.Detail, &a.Reason}
}

const actColumns = `id, at, actor, act, object, detail, reason`

func (s *Store) addAct(ctx context.Context, by database.Writer, a Act) error {
	return s.db.ExecIn(ctx, by, `INSERT INTO audit (`+actColumns+`) VALUES `+database.Values(7), a.ID, a.At, a.Actor, a.Act, a.Object, a.Detail, a.Reason)
}

// AddAct adds an act to the audit log. The functions below that change an
// account do so in the same transaction.
func (s *Store) AddAct(ctx context.Context, a Act) error { return s.addAct(ctx, s.db.Writer(), a) }

// Acts returns the latest acts since a time, the newest first.
func (s *Store) Acts(ctx context.Context, since play.Instant, limit int) ([]Act, error) {
	return database.List(ctx, s.db.Reader(), (*Act).fields, `SELECT `+actColumns+` FROM audit WHERE at >= $1 ORDER BY at DESC, id LIMIT $2`, since, limit)
}

// Ban bans an account with a reason that the user is told. A time of 0 and no
// reason lift the ban.
func (s *Store) Ban(ctx context.Context, id string, at play.Instant, reason string, act Act) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.db.ExecIn(ctx, tx, `UPDATE accounts SET banned_at = $1, ban = $2 WHERE id = $3`, at, reason, id); err != nil {
			return err
		}
		return s.addAct(ctx, tx, act)
	})
}

// Rename renames an account, also in the logs of its games. It returns
// ErrExists if the name is taken.
func (s *Store) Rename(ctx context.Context, id, name, folded string, act Act) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.db.ExecIn(ctx, tx, `UPDATE accounts SET name = $1, folded = $2 WHERE id = $3 AND closed_at = 0`, name, folded, id); err != nil {
			return err
		}
		if err := renameInLogs(ctx, tx, id, name); err != nil {
			return err
		}
		return s.addAct(ctx, tx, act)
	})
}

// User is an account as administrators see it.
type User struct {
	Account
	Games int
	Seen  play.Instant // approximately when a session or token was last used
}

// Users returns the accounts with an ID or with a text in their folded name, by
// name; only banned ones if banned is set.
func (s *Store) Users(ctx context.Context, id, folded string, banned bool, limit int) ([]User, error) {
	pattern := "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(folded) + "%"
	fields := func(u *User) []any { return append(u.fields(), &u.Games, &u.Seen) }
	return database.List(ctx, s.db.Reader(), fields, `SELECT `+accountColumns+`,
			(SELECT count(DISTINCT game) FROM seats WHERE player = a.id),
			(SELECT coalesce(max(at), 0) FROM (SELECT seen_at AS at FROM sessions WHERE account = a.id
				UNION ALL SELECT used_at AS at FROM tokens WHERE account = a.id) AS used)
		FROM accounts a
		WHERE (a.id = $1 OR a.folded LIKE $2 ESCAPE '\') AND (a.banned_at > 0 OR NOT $3)
		ORDER BY lower(a.name), a.id LIMIT $4`, id, pattern, banned, limit)
}

// GameIDs returns the IDs of games that follow one, in order.
func (s *Store) GameIDs(ctx context.Context, after string, limit int) ([]string, error) {
	return database.List(ctx, s.db.Reader(), database.Texts, `SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2`, after, limit)
}
