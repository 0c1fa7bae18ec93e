package store

import (
	"context"

	"thera/internal/play"
)

// Session is a browser in which somebody is signed in.
type Session struct {
	Hash    string // of the cookie
	Account string
	Agent   string // what the browser says it is
	Created play.Instant
	Seen    play.Instant
	Expires play.Instant
}

func (s *Session) fields() []any {
	return []any{&s.Hash, &s.Account, &s.Agent, &s.Created, &s.Seen, &s.Expires}
}

const sessionColumns = `hash, account, agent, created_at, seen_at, expires_at`

// AddSession makes a session.
func (s *Store) AddSession(ctx context.Context, one Session) error {
	return s.exec(ctx, `INSERT INTO sessions (`+sessionColumns+`) VALUES `+numbered(6), one.Hash, one.Account, one.Agent, one.Created, one.Seen, one.Expires)
}

// Session returns the session of a hash that has not expired, or ErrNotFound.
func (s *Store) Session(ctx context.Context, hash string, now play.Instant) (one Session, err error) {
	err = s.row(ctx, one.fields(), `SELECT `+sessionColumns+` FROM sessions WHERE hash = $1 AND expires_at > $2`, hash, now)
	return one, err
}

// SessionsOf returns an account's sessions, the latest seen first.
func (s *Store) SessionsOf(ctx context.Context, account string, now play.Instant) ([]Session, error) {
	return list(ctx, s.read, (*Session).fields, `SELECT `+sessionColumns+` FROM sessions WHERE account = $1 AND expires_at > $2 ORDER BY seen_at DESC, hash`, account, now)
}

// SeeSession says when a session was last used.
func (s *Store) SeeSession(ctx context.Context, hash string, at play.Instant) error {
	return s.exec(ctx, `UPDATE sessions SET seen_at = $1 WHERE hash = $2`, at, hash)
}

// DeleteSession ends an account's session.
func (s *Store) DeleteSession(ctx context.Context, account, hash string) error {
	return s.exec(ctx, `DELETE FROM sessions WHERE account = $1 AND hash = $2`, account, hash)
}

// Token lets a program act for an account.
type Token struct {
	Hash    string
	Account string
	Label   string
	Scopes  string // words with blanks between them
	Created play.Instant
	Used    play.Instant // 0 for never
}

func (t *Token) fields() []any {
	return []any{&t.Hash, &t.Account, &t.Label, &t.Scopes, &t.Created, &t.Used}
}

const tokenColumns = `hash, account, label, scopes, created_at, used_at`

// AddToken makes a token.
func (s *Store) AddToken(ctx context.Context, t Token) error {
	return s.exec(ctx, `INSERT INTO tokens (`+tokenColumns+`) VALUES `+numbered(6), t.Hash, t.Account, t.Label, t.Scopes, t.Created, t.Used)
}

// Token returns the token of a hash, or ErrNotFound.
func (s *Store) Token(ctx context.Context, hash string) (t Token, err error) {
	err = s.row(ctx, t.fields(), `SELECT `+tokenColumns+` FROM tokens WHERE hash = $1`, hash)
	return t, err
}

// TokensOf returns an account's tokens, the oldest first.
func (s *Store) TokensOf(ctx context.Context, account string) ([]Token, error) {
	return list(ctx, s.read, (*Token).fields, `SELECT `+tokenColumns+` FROM tokens WHERE account = $1 ORDER BY created_at, hash`, account)
}

// UseToken says when a token was last used.
func (s *Store) UseToken(ctx context.Context, hash string, at play.Instant) error {
	return s.exec(ctx, `UPDATE tokens SET used_at = $1 WHERE hash = $2`, at, hash)
}

// DeleteToken revokes an account's token.
func (s *Store) DeleteToken(ctx context.Context, account, hash string) error {
	return s.exec(ctx, `DELETE FROM tokens WHERE account = $1 AND hash = $2`, account, hash)
}

// Passkey is a WebAuthn credential.
type Passkey struct {
	ID         string // in base64url
	Account    string
	Credential string // JSON
	Created    play.Instant
	Used       play.Instant // 0 for never
}

func (p *Passkey) fields() []any {
	return []any{&p.ID, &p.Account, &p.Credential, &p.Created, &p.Used}
}

const passkeyColumns = `id, account, credential, created_at, used_at`

// AddPasskey makes a passkey, or returns ErrExists for an id that is known.
func (s *Store) AddPasskey(ctx context.Context, p Passkey) error {
	return s.exec(ctx, `INSERT INTO passkeys (`+passkeyColumns+`) VALUES `+numbered(5), p.ID, p.Account, p.Credential, p.Created, p.Used)
}

// PasskeysOf returns an account's passkeys, the oldest first.
func (s *Store) PasskeysOf(ctx context.Context, account string) ([]Passkey, error) {
	return list(ctx, s.read, (*Passkey).fields, `SELECT `+passkeyColumns+` FROM passkeys WHERE account = $1 ORDER BY created_at, id`, account)
}

// UsePasskey replaces a credential after it was used, with its counter.
func (s *Store) UsePasskey(ctx context.Context, id, credential string, at play.Instant) error {
	return s.exec(ctx, `UPDATE passkeys SET credential = $1, used_at = $2 WHERE id = $3`, credential, at, id)
}

// DeletePasskey removes an account's passkey.
func (s *Store) DeletePasskey(ctx context.Context, account, id string) error {
	return s.exec(ctx, `DELETE FROM passkeys WHERE account = $1 AND id = $2`, account, id)
}
