package store

import (
	"context"
	"database/sql"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

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

const tokenColumns = `t.hash, t.account, t.label, t.scopes, t.created_at, t.used_at`

// AddToken adds a token.
func (s *Store) AddToken(ctx context.Context, t Token) error {
	return s.db.Exec(ctx, `INSERT INTO tokens (hash, account, label, scopes, created_at, used_at) VALUES `+database.Values(6),
		t.Hash, t.Account, t.Label, t.Scopes, t.Created, t.Used)
}

// Token returns the token with a hash and its account, or ErrNotFound.
func (s *Store) Token(ctx context.Context, hash string) (t Token, a Account, err error) {
	err = s.db.Row(ctx, append(t.fields(), a.fields()...), `SELECT `+tokenColumns+`, `+accountColumns+`
		FROM tokens t JOIN accounts a ON a.id = t.account WHERE t.hash = $1`, hash)
	return t, a, err
}

// TokensOf returns an account's tokens, the oldest first.
func (s *Store) TokensOf(ctx context.Context, account string) ([]Token, error) {
	return database.List(ctx, s.db.Reader(), (*Token).fields, `SELECT `+tokenColumns+` FROM tokens t WHERE t.account = $1 ORDER BY t.created_at, t.hash`, account)
}

// UseToken records when a token was last used.
func (s *Store) UseToken(ctx context.Context, hash string, at play.Instant) error {
	return s.db.Exec(ctx, `UPDATE tokens SET used_at = $1 WHERE hash = $2`, at, hash)
}

// DeleteToken revokes an account's token.
func (s *Store) DeleteToken(ctx context.Context, account, hash string) error {
	return s.db.Exec(ctx, `DELETE FROM tokens WHERE account = $1 AND hash = $2`, account, hash)
}

func (s *Store) addCodes(ctx context.Context, tx *sql.Tx, account string, codes []string) error {
	for _, hash := range codes {
		if err := s.db.ExecIn(ctx, tx, `INSERT INTO recovery_codes (account, hash) VALUES ($1, $2)`, account, hash); err != nil {
			return err
		}
	}
	return nil
}

// SetCodes replaces the hashes of an account's recovery codes.
func (s *Store) SetCodes(ctx context.Context, account string, codes []string) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM recovery_codes WHERE account = $1`, account); err != nil {
			return err
		}
		return s.addCodes(ctx, tx, account, codes)
	})
}

// UseCode uses up a recovery code. If several callers try at the same time, one
// succeeds and the others get ErrNotFound.
func (s *Store) UseCode(ctx context.Context, account, hash string) error {
	return s.db.Exec(ctx, `DELETE FROM recovery_codes WHERE account = $1 AND hash = $2`, account, hash)
}
