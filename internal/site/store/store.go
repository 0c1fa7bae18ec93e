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

// Errors of the store; those of the database too.
var (
	// ErrNotFound is the error of asking for what is not there.
	ErrNotFound = database.ErrNotFound
	// ErrExists is the error of making what is there already.
	ErrExists = database.ErrExists
	// ErrServed is the error of serving a file that another program serves.
	ErrServed = database.ErrServed
	// ErrClosed is the error of appending to a store that has been closed.
	ErrClosed = errors.New("the store is closed")
)

// Open opens a store, a file or a postgres URL, and makes its schema the newest.
// A file that does not exist is made.
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

// DB returns the database that the store is in, for whoever has tables of his
// own there. It is closed with the store.
func (s *Store) DB() *database.DB { return s.db }

// Reserve keeps other programs from serving the store until it is closed, where
// only one can: the error wraps ErrServed if one does. Whatever else can be done
// with a store, others still can.
func (s *Store) Reserve(ctx context.Context) error { return s.db.Reserve(ctx) }

// Shared reports whether several programs can serve the store together.
func (s *Store) Shared() bool { return s.db.Shared() }

// Close waits for what is being written. It must be called once.
func (s *Store) Close() error {
	close(s.closing)
	<-s.done
	return s.db.Close()
}

// Backup writes all that is stored at one moment, whosever tables it is in, into
// a new SQLite file, while the store is in use. A file that is not complete never
// has the name.
func (s *Store) Backup(ctx context.Context, file string) error { return s.db.Backup(ctx, file) }

// Restore copies all of another store into this one, which must be empty.
func (s *Store) Restore(ctx context.Context, from *Store) error {
	return s.db.Restore(ctx, from.db)
}
