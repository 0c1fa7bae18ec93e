package store

import (
	"context"
	"errors"

	"thera/internal/site/store/database"
)

// Store is an open store, safe for concurrent use.
type Store struct {
	db      *database.DB
	dialect dialect
	queue   chan *batch
	closing chan struct{}
	done    chan struct{} // closed when the writer has ended
}

// Errors of the store.
var (
	// ErrNotFound is the error for something that does not exist.
	ErrNotFound = database.ErrNotFound
	// ErrExists is the error of creating something that exists.
	ErrExists = database.ErrExists
	// ErrServed is the error of serving a file that another program serves.
	ErrServed = database.ErrServed
	// ErrClosed is the error of appending to a store that has been closed.
	ErrClosed = errors.New("the store is closed")
)

// Open opens a store, a file or a postgres URL, creates the file if necessary,
// and migrates the schema.
func Open(ctx context.Context, address string) (*Store, error) {
	db, err := database.Open(ctx, address)
	if err != nil {
		return nil, err
	}
	s := &Store{db: db, dialect: lite{}, queue: make(chan *batch, 4*maxGroup), closing: make(chan struct{}), done: make(chan struct{})}
	if db.Shared() {
		s.dialect = postgres{}
	}
	go s.writeLogs()
	return s, nil
}

// DB returns the database of the store, for packages with tables of their own.
// It is closed with the store.
func (s *Store) DB() *database.DB { return s.db }

// Reserve keeps other programs from serving the store until it is closed, if only one
// can: then the error wraps ErrServed. Other uses of the store remain possible.
func (s *Store) Reserve(ctx context.Context) error { return s.db.Reserve(ctx) }

// Shared reports whether several programs can serve the store together.
func (s *Store) Shared() bool { return s.db.Shared() }

// Close finishes pending writes and closes the store. It must be called once.
func (s *Store) Close() error {
	close(s.closing)
	<-s.done
	return s.db.Close()
}

// Backup writes a consistent snapshot of all tables into a new SQLite file
// while the store is in use. An incomplete file never has the final name.
func (s *Store) Backup(ctx context.Context, file string) error { return s.db.Backup(ctx, file) }

// Restore copies all of another store into this one, which must be empty.
func (s *Store) Restore(ctx context.Context, from *Store) error {
	return s.db.Restore(ctx, from.db)
}
