package store

import (
	"context"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Session is a browser in which an account is signed in.
type Session struct {
	Hash      string // of the cookie
	Account   string
	Agent     string // as reported by the browser
	Created   play.Instant
	Seen      play.Instant
	Expires   play.Instant
	Recovered bool // signed in with a recovery code
}

func (s *Session) fields() []any {
	return []any{&s.Hash, &s.Account, &s.Agent, &s.Created, &s.Seen, &s.Expires, &s.Recovered}
}

const sessionColumns = `s.hash, s.account, s.agent, s.created_at, s.seen_at, s.expires_at, s.recovered`

// AddSession adds a session.
func (s *Store) AddSession(ctx context.Context, one Session) error {
	return s.db.Exec(ctx, `INSERT INTO sessions (hash, account, agent, created_at, seen_at, expires_at, recovered) VALUES `+database.Values(7),
		one.Hash, one.Account, one.Agent, one.Created, one.Seen, one.Expires, one.Recovered)
}

// Session returns the unexpired session with a hash and its account, or ErrNotFound.
func (s *Store) Session(ctx context.Context, hash string, now play.Instant) (one Session, a Account, err error) {
	err = s.db.Row(ctx, append(one.fields(), a.fields()...), `SELECT `+sessionColumns+`, `+accountColumns+`
		FROM sessions s JOIN accounts a ON a.id = s.account WHERE s.hash = $1 AND s.expires_at > $2`, hash, now)
	return one, a, err
}

// SessionsOf returns an account's sessions, the most recently used first.
func (s *Store) SessionsOf(ctx context.Context, account string, now play.Instant) ([]Session, error) {
	return database.List(ctx, s.db.Reader(), (*Session).fields, `SELECT `+sessionColumns+` FROM sessions s
		WHERE s.account = $1 AND s.expires_at > $2 ORDER BY s.seen_at DESC, s.hash`, account, now)
}

// SeeSession records when a session was last used and until when it lasts now.
func (s *Store) SeeSession(ctx context.Context, hash string, at, expires play.Instant) error {
	return s.db.Exec(ctx, `UPDATE sessions SET seen_at = $1, expires_at = $2 WHERE hash = $3`, at, expires, hash)
}

// DeleteSession ends an account's session.
func (s *Store) DeleteSession(ctx context.Context, account, hash string) error {
	return s.db.Exec(ctx, `DELETE FROM sessions WHERE account = $1 AND hash = $2`, account, hash)
}

// Valid returns the hashes that belong to sessions or tokens. It needs Postgres.
func (s *Store) Valid(ctx context.Context, hashes []string) ([]string, error) {
	return database.List(ctx, s.db.Reader(), func(hash *string) []any { return []any{hash} }, `
		SELECT hash FROM sessions WHERE hash = ANY($1) UNION ALL SELECT hash FROM tokens WHERE hash = ANY($1)`, hashes)
}

// DeleteExpired removes expired sessions and ceremonies.
func (s *Store) DeleteExpired(ctx context.Context, now play.Instant) error {
	for _, table := range []string{"sessions", "ceremonies"} {
		if _, err := s.db.Writer().ExecContext(ctx, `DELETE FROM `+table+` WHERE expires_at <= $1`, now); err != nil {
			return err
		}
	}
	return nil
}
