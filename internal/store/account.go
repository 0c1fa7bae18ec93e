package store

import (
	"context"

	"thera/internal/play"
)

// Account is a person or a bot that has a name.
type Account struct {
	ID   string
	Name string
	// Folded is the name as it must not occur twice, however it is written.
	Folded   string
	Kind     play.PlayerKind
	Password string // encoded hash; empty without one
	Created  play.Instant
	Closed   play.Instant // 0 while it is open
}

func (a *Account) fields() []any {
	return []any{&a.ID, &a.Name, &a.Folded, &a.Kind, &a.Password, &a.Created, &a.Closed}
}

const accountColumns = `id, name, folded, kind, password, created_at, closed_at`

// AddAccount makes an account, or returns ErrExists if the name is taken.
func (s *Store) AddAccount(ctx context.Context, a Account) error {
	return s.exec(ctx, `INSERT INTO accounts (`+accountColumns+`) VALUES `+numbered(7), a.ID, a.Name, a.Folded, a.Kind, a.Password, a.Created, a.Closed)
}

// Account returns the account of an id, or ErrNotFound.
func (s *Store) Account(ctx context.Context, id string) (a Account, err error) {
	err = s.row(ctx, a.fields(), `SELECT `+accountColumns+` FROM accounts WHERE id = $1`, id)
	return a, err
}

// AccountNamed returns the account of a folded name, or ErrNotFound.
func (s *Store) AccountNamed(ctx context.Context, folded string) (a Account, err error) {
	err = s.row(ctx, a.fields(), `SELECT `+accountColumns+` FROM accounts WHERE folded = $1`, folded)
	return a, err
}

// ChangeAccount replaces what an account has under its id: ErrNotFound if there
// is none, ErrExists if the name is another's.
func (s *Store) ChangeAccount(ctx context.Context, a Account) error {
	return s.exec(ctx, `UPDATE accounts SET name = $1, folded = $2, kind = $3, password = $4, closed_at = $5 WHERE id = $6`,
		a.Name, a.Folded, a.Kind, a.Password, a.Closed, a.ID)
}
