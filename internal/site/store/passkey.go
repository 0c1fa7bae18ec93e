package store

import (
	"context"
	"database/sql"
	"errors"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Passkey is a WebAuthn credential.
type Passkey struct {
	ID         string // base64url
	Account    string
	Handle     string // base64url; by which authenticators know the account
	Credential string // JSON
	Created    play.Instant
	Used       play.Instant // 0 if never
}

func (p *Passkey) fields() []any {
	return []any{&p.ID, &p.Account, &p.Handle, &p.Credential, &p.Created, &p.Used}
}

const passkeyColumns = `p.id, p.account, p.handle, p.credential, p.created_at, p.used_at`

func (s *Store) addPasskey(ctx context.Context, by database.Writer, p Passkey) error {
	return s.db.ExecIn(ctx, by, `INSERT INTO passkeys (id, account, handle, credential, created_at, used_at) VALUES `+database.Values(6),
		p.ID, p.Account, p.Handle, p.Credential, p.Created, p.Used)
}

// AddPasskey adds a passkey, or returns ErrExists if the ID is taken.
func (s *Store) AddPasskey(ctx context.Context, p Passkey) error {
	return s.addPasskey(ctx, s.db.Writer(), p)
}

// Passkey returns the passkey with an ID, or ErrNotFound.
func (s *Store) Passkey(ctx context.Context, id string) (p Passkey, err error) {
	err = s.db.Row(ctx, p.fields(), `SELECT `+passkeyColumns+` FROM passkeys p WHERE p.id = $1`, id)
	return p, err
}

// PasskeysOf returns an account's passkeys, the oldest first.
func (s *Store) PasskeysOf(ctx context.Context, account string) ([]Passkey, error) {
	return database.List(ctx, s.db.Reader(), (*Passkey).fields, `SELECT `+passkeyColumns+` FROM passkeys p WHERE p.account = $1 ORDER BY p.created_at, p.id`, account)
}

// UsePasskey replaces a credential after a use, because it contains a counter.
func (s *Store) UsePasskey(ctx context.Context, id, credential string, at play.Instant) error {
	return s.db.Exec(ctx, `UPDATE passkeys SET credential = $1, used_at = $2 WHERE id = $3`, credential, at, id)
}

// DeletePasskey removes an account's passkey.
func (s *Store) DeletePasskey(ctx context.Context, account, id string) error {
	return s.db.Exec(ctx, `DELETE FROM passkeys WHERE account = $1 AND id = $2`, account, id)
}

// AddCeremony stores the state of a registration or sign-in until the client
// returns its challenge.
func (s *Store) AddCeremony(ctx context.Context, challenge, ceremony string, expires play.Instant) error {
	return s.db.Exec(ctx, `INSERT INTO ceremonies (challenge, ceremony, expires_at) VALUES ($1, $2, $3)`, challenge, ceremony, expires)
}

// TakeCeremony returns a ceremony and removes it. If several callers try at the
// same time, one gets it; others, and those who come too late, get ErrNotFound.
func (s *Store) TakeCeremony(ctx context.Context, challenge string, now play.Instant) (ceremony string, err error) {
	err = s.db.Writer().QueryRowContext(ctx, `DELETE FROM ceremonies WHERE challenge = $1 AND expires_at > $2 RETURNING ceremony`, challenge, now).Scan(&ceremony)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	return ceremony, err
}
