package store

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Store is an open store, safe for concurrent use.
type Store struct {
	db      *database.DB
	dialect dialect
	names   names
	turns   chan *batch    // to be written
	results chan *batch    // those that start and end games, with Postgres
	alone   sync.WaitGroup // batches that are committed alone
	places  chan struct{}  // holds a value for each of them
	closing chan struct{}
	done    chan struct{} // closed when the writers have ended
}

// Errors of the store.
var (
	// ErrNotFound is the error for something that does not exist.
	ErrNotFound = database.ErrNotFound
	// ErrExists is the error of creating something that exists.
	ErrExists = database.ErrExists
	// ErrFull is the error of adding one more than are allowed.
	ErrFull = errors.New("as many as are allowed")
	// ErrNoHeir is the error of handing classes over to an account that is closed.
	ErrNoHeir = fmt.Errorf("the account that takes over: %w", ErrNotFound)
	// ErrLast is the error of removing the last way to sign in.
	ErrLast = errors.New("the last way to sign in")
	// ErrServed is the error of serving a file that another program serves.
	ErrServed = database.ErrServed
	// ErrNotStored is wrapped by the error of a write that the database can't carry out
	// now, as on a full disk.
	ErrNotStored = database.ErrNotStored
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
	s := &Store{
		db: db, dialect: postgres{}, turns: make(chan *batch, 4*maxGroup), results: make(chan *batch, 4*maxGroup),
		places: make(chan struct{}, maxAlone), closing: make(chan struct{}), done: make(chan struct{}),
	}
	if !db.Shared() {
		if s.dialect, err = newLite(ctx, db.Writer()); err != nil {
			return nil, errors.Join(err, db.Close())
		}
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

// Accounts and games have a column class with the ID of the class that they belong to,
// empty for none. Package class manages classes.

// listed is the condition of games that everybody may see in lists.
const listed = `(games.class = '' OR games.class IN (SELECT id FROM classes WHERE public))`

// ClassOf returns the class that a game belongs to, "" for none, or ErrNotFound
// if there is no such game.
func (s *Store) ClassOf(ctx context.Context, game string) (class string, err error) {
	err = s.db.Row(ctx, []any{&class}, `SELECT class FROM games WHERE id = $1`, game)
	return class, err
}

// Offer is an open offer of the lobby: a seek, which anybody can accept, or a
// challenge.
type Offer struct {
	ID          string
	Maker       string
	Receiver    string // of a challenge; empty if it is for anybody with its link
	Text        string // JSON: the terms, and who is in
	Created     play.Instant
	IsChallenge bool
	// Version counts the changes. A caller that changes or removes the offer names
	// the version it has read; if several do so at the same time, one succeeds and
	// the others get ErrNotFound.
	Version int
}

func (o *Offer) fields() []any {
	return []any{&o.ID, &o.Maker, &o.Receiver, &o.Text, &o.Created, &o.Version, &o.IsChallenge}
}

// The queries of all offers of a kind.
const (
	selectSeeks      = `SELECT id, player, '' AS receiver, offer, created_at, version, FALSE AS is_challenge FROM seeks`
	selectChallenges = `SELECT id, sender, receiver, offer, created_at, version, TRUE AS is_challenge FROM challenges`
)

// PutOffer inserts an offer of version 0, or replaces the text of one with another
// version. Afterward the version is one higher.
func (s *Store) PutOffer(ctx context.Context, o Offer) error {
	switch {
	case o.Version > 0:
		return s.db.Exec(ctx, `UPDATE `+offerTable(o.IsChallenge)+` SET offer = $1, version = version + 1 WHERE id = $2 AND version = $3`, o.Text, o.ID, o.Version)
	case o.IsChallenge:
		return s.db.Exec(ctx, `INSERT INTO challenges (id, sender, receiver, offer, created_at, version) VALUES `+database.Values(6), o.ID, o.Maker, o.Receiver, o.Text, o.Created, 1)
	}
	return s.db.Exec(ctx, `INSERT INTO seeks (id, player, offer, created_at, version) VALUES `+database.Values(5), o.ID, o.Maker, o.Text, o.Created, 1)
}

// Offer returns the seek or challenge with an ID, or ErrNotFound.
func (s *Store) Offer(ctx context.Context, id string, isChallenge bool) (o Offer, err error) {
	query := selectSeeks
	if isChallenge {
		query = selectChallenges
	}
	err = s.db.Row(ctx, o.fields(), query+` WHERE id = $1`, id)
	return o, err
}

// Offers returns all offers, the oldest first.
func (s *Store) Offers(ctx context.Context) ([]Offer, error) {
	return database.List(ctx, s.db.Reader(), (*Offer).fields, `SELECT * FROM (`+selectSeeks+` UNION ALL `+selectChallenges+`) AS offers ORDER BY created_at, id`)
}

// DeleteOffer removes a seek or challenge of a version, or returns ErrNotFound.
func (s *Store) DeleteOffer(ctx context.Context, id string, isChallenge bool, version int) error {
	return s.db.Exec(ctx, `DELETE FROM `+offerTable(isChallenge)+` WHERE id = $1 AND version = $2`, id, version)
}

// AddDecline stores that a player has declined a sender's challenge.
func (s *Store) AddDecline(ctx context.Context, player, sender string, at play.Instant) error {
	return s.db.Exec(ctx, `INSERT INTO declines (player, sender, at) VALUES ($1, $2, $3) ON CONFLICT (player, sender) DO UPDATE SET at = excluded.at`, player, sender, at)
}

// Declined returns when a player last declined a sender's challenge, 0 for never.
func (s *Store) Declined(ctx context.Context, player, sender string) (at play.Instant, err error) {
	err = s.db.Row(ctx, []any{&at}, `SELECT at FROM declines WHERE player = $1 AND sender = $2`, player, sender)
	return at, database.IgnoreNotFound(err)
}

// DeleteDeclines deletes what was declined before a time.
func (s *Store) DeleteDeclines(ctx context.Context, before play.Instant) error {
	return database.IgnoreNotFound(s.db.Exec(ctx, `DELETE FROM declines WHERE at < $1`, before))
}

func offerTable(isChallenge bool) string {
	if isChallenge {
		return "challenges"
	}
	return "seeks"
}
