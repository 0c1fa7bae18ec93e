package store

import (
	"context"
	"errors"
	"time"

	"thera/internal/play"
	"thera/internal/store/database"
)

// ErrOneNode is the error of asking a store that one program serves for others.
var ErrOneNode = errors.New("want Postgres: a file is for one program")

// now is the database's time in milliseconds. The clocks of the nodes may differ.
const now = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

// Node is a program that serves the store with others.
type Node struct {
	ID    string
	Rooms int // that it has open
}

// Attend says that a node can be heard at this moment of its own clock, and is to
// be taken for dead when it has not said so again after a while. It reports
// whether it was alive until now: if not, others may have taken over its games.
func (s *Store) Attend(ctx context.Context, n Node, at play.Instant, lease time.Duration) (was bool, err error) {
	if !s.Shared() {
		return false, ErrOneNode
	}
	err = s.db.Row(ctx, []any{&was}, `SELECT expires_at > `+now+` FROM nodes WHERE id = $1`, n.ID)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return false, err
	}
	return was, s.db.Exec(ctx, `INSERT INTO nodes (id, beat, rooms, expires_at) VALUES ($1, $2, $3, `+now+` + $4)
		ON CONFLICT (id) DO UPDATE SET beat = excluded.beat, rooms = excluded.rooms, expires_at = excluded.expires_at`, n.ID, at, n.Rooms, lease.Milliseconds())
}

// Alive returns the nodes that are not taken for dead.
func (s *Store) Alive(ctx context.Context) ([]Node, error) {
	return database.List(ctx, s.db.Reader(), func(n *Node) []any { return []any{&n.ID, &n.Rooms} }, `SELECT id, rooms FROM nodes WHERE expires_at > `+now+` ORDER BY id`)
}

// Retire says that a node has ended: anybody can take over its games.
func (s *Store) Retire(ctx context.Context, node string, at play.Instant) error {
	return s.db.Exec(ctx, `UPDATE nodes SET beat = $1, expires_at = 0, rooms = 0 WHERE id = $2`, at, node)
}

// Ownership is who decides what happens in a game.
type Ownership struct {
	Node  string
	Epoch int64 // higher than that of whoever owned it before, from 1
	// Silent is since when nobody could be heard in the game, if an owner before
	// has ended and nothing has been written since; 0 for no such time.
	Silent play.Instant
}

// Own makes a node the owner of a game that belongs to nobody who is alive, and
// returns who owns it, or ErrNotFound.
func (s *Store) Own(ctx context.Context, node, game string) (Ownership, error) {
	for {
		var o Ownership
		var beat play.Instant
		var alive bool
		err := s.db.Row(ctx, []any{&o.Node, &o.Epoch, &o.Silent, &beat, &alive}, `
			SELECT games.node, games.epoch, games.silent_since, coalesce(nodes.beat, 0), coalesce(nodes.expires_at > `+now+`, false)
			FROM games LEFT JOIN nodes ON nodes.id = games.node WHERE games.id = $1`, game)
		if err != nil || alive || o.Node == node && o.Epoch > 0 {
			return o, err
		}
		if o.Silent == 0 {
			o.Silent = beat
		}
		err = s.db.Exec(ctx, `UPDATE games SET node = $1, epoch = epoch + 1, silent_since = $2 WHERE id = $3 AND epoch = $4`, node, o.Silent, game, o.Epoch)
		if err == nil {
			return Ownership{node, o.Epoch + 1, o.Silent}, nil
		}
		if !errors.Is(err, ErrNotFound) {
			return o, err
		}
		// Somebody else was first: see who.
	}
}

// Numbers returns the numbers of the last events of games, those of them that
// exist.
func (s *Store) Numbers(ctx context.Context, games []string) (map[string]int, error) {
	type last struct {
		game   string
		number int
	}
	all, err := database.List(ctx, s.db.Reader(), func(l *last) []any { return []any{&l.game, &l.number} }, `SELECT id, number FROM games WHERE id = ANY($1)`, games)
	numbers := make(map[string]int, len(all))
	for _, l := range all {
		numbers[l.game] = l.number
	}
	return numbers, err
}

// DueOf returns the ids of games whose deadline is not later than until and that
// a node owns, or nobody who is alive, the most urgent first.
func (s *Store) DueOf(ctx context.Context, node string, until play.Instant) ([]string, error) {
	return database.List(ctx, s.db.Reader(), database.Texts, `
		SELECT id FROM games WHERE deadline > 0 AND deadline <= $1
			AND (node = $2 OR NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = games.node AND nodes.expires_at > `+now+`))
		ORDER BY deadline, id`, until, node)
}
