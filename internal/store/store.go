package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Store is an open store, safe for concurrent use.
type Store struct {
	address     string
	dialect     dialect
	reserved    io.Closer // nil if it is not
	write, read *sql.DB
	queue       chan *batch
	closing     chan struct{}
	done        chan struct{} // closed when the writer has ended
}

// Errors of the store.
var (
	// ErrNotFound is the error of asking for what is not there.
	ErrNotFound = errors.New("not found")
	// ErrExists is the error of making what is there already.
	ErrExists = errors.New("exists already")
	// ErrServed is the error of serving a file that another program serves.
	ErrServed = errors.New("another program serves this file: want that ended, or a Postgres database for both")
	// ErrClosed is the error of appending to a store that has been closed.
	ErrClosed = errors.New("the store is closed")
)

// Open opens a store, a file or a postgres URL, and makes its schema the newest.
// A file that does not exist is made.
func Open(ctx context.Context, address string) (*Store, error) {
	s := &Store{address: address, dialect: dialectOf(address), queue: make(chan *batch, 4*maxGroup), closing: make(chan struct{}), done: make(chan struct{})}
	var err error
	if s.write, s.read, err = s.dialect.open(address); err != nil {
		return nil, fmt.Errorf("store %q: %w", redacted(address), err)
	}
	if err := s.migrate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("store %q: %w", redacted(address), err), s.closeDatabase())
	}
	go s.writeLogs()
	return s, nil
}

func (s *Store) migrate(ctx context.Context) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	dialect, options, err := s.dialect.migrations()
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(dialect, s.write, files, options...)
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// Reserve keeps other programs from serving the store until it is closed, where
// only one can: the error wraps ErrServed if one does. Whatever else can be done
// with a store, others still can.
func (s *Store) Reserve(ctx context.Context) (err error) {
	if s.reserved, err = s.dialect.reserve(ctx, s.address); err != nil {
		return fmt.Errorf("store %q: %w", redacted(s.address), err)
	}
	return nil
}

// Shared reports whether several programs can serve the store together.
func (s *Store) Shared() bool {
	_, shared := s.dialect.(postgres)
	return shared
}

// Close waits for what is being written. It must be called once.
func (s *Store) Close() error {
	close(s.closing)
	<-s.done
	err := s.closeDatabase()
	if s.reserved != nil {
		err = errors.Join(err, s.reserved.Close())
	}
	return err
}

func (s *Store) closeDatabase() error {
	if s.read == s.write {
		return s.write.Close()
	}
	return errors.Join(s.read.Close(), s.write.Close())
}

// redacted returns an address without the password in it.
func redacted(address string) string {
	if u, err := url.Parse(address); err == nil && u.User != nil {
		return u.Redacted()
	}
	return address
}

// update runs a function in a transaction that writes.
func (s *Store) update(ctx context.Context, do func(tx *sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after Commit there is nothing to roll back
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// exec runs one statement that writes. It returns ErrExists where that would
// make something twice, and ErrNotFound where it should change something that
// is not there.
func (s *Store) exec(ctx context.Context, statement string, args ...any) error {
	return s.execIn(ctx, s.write, statement, args...)
}

// execer is a database or a transaction that writes.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// execIn is exec as a part of a transaction.
func (s *Store) execIn(ctx context.Context, by execer, statement string, args ...any) error {
	result, err := by.ExecContext(ctx, statement, args...)
	if err != nil {
		if s.dialect.duplicate(err) {
			return ErrExists
		}
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return ErrNotFound
}

// row reads one row.
func (s *Store) row(ctx context.Context, into []any, query string, args ...any) error {
	err := s.read.QueryRowContext(ctx, query, args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	return err
}

// querier is a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// list reads all rows of a query; fields says where a row's columns go.
func list[T any](ctx context.Context, q querier, fields func(*T) []any, query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		var one T
		if err := rows.Scan(fields(&one)...); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}
