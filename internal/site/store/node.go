package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// ErrOneNode is the error of using nodes with a store that only one program can
// serve.
var ErrOneNode = errors.New("several nodes need Postgres: a SQLite file can be served by one program only")

const now = database.PostgresNow // several nodes need Postgres

// Node is a program that serves the store together with others.
type Node struct {
	ID    string
	Rooms int // number of games that it owns and has open
}

// forgottenAfter is how long, in ms, a dead node is remembered, for the games that it owned.
const forgottenAfter = 90 * 24 * 3_600_000

// RenewLease keeps a node alive for the length of a lease; at is the time by
// its own clock, see [Store.Time]. Outages before it are stored as far as no other node heard the
// players. It reports whether the node was alive until now; if not, others may
// have taken over its games. Each start of a program makes a node, so that those
// which died long ago are removed.
func (s *Store) RenewLease(ctx context.Context, n Node, at play.Instant, lease time.Duration, outages ...play.Span) (was bool, err error) {
	if !s.Shared() {
		return false, ErrOneNode
	}
	err = s.db.Update(ctx, func(tx *sql.Tx) error {
		// Locked, because another node may just be ending the lease.
		err := tx.QueryRowContext(ctx, `SELECT expires_at > `+now+` FROM nodes WHERE id = $1 FOR UPDATE`, n.ID).Scan(&was)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		for _, o := range outages {
			_, err := tx.ExecContext(ctx, `INSERT INTO outages (began, ended)
				SELECT greatest($1, max(beat)), $2 FROM nodes WHERE id <> $3
				HAVING count(*) FILTER (WHERE expires_at > `+now+`) = 0 AND coalesce(max(beat), 0) < $2
				`+replaceOutage, o.From, o.To, n.ID)
			if err != nil {
				return err
			}
		}
		if !was { // so not often; after the outages, which ask for the last beat of all
			if _, err := tx.ExecContext(ctx, `DELETE FROM nodes WHERE beat < $1 AND expires_at < `+now, at-forgottenAfter); err != nil {
				return err
			}
		}
		return s.db.ExecIn(ctx, tx, `INSERT INTO nodes (id, beat, rooms, expires_at) VALUES ($1, $2, $3, `+now+` + $4)
			ON CONFLICT (id) DO UPDATE SET beat = excluded.beat, rooms = excluded.rooms, expires_at = excluded.expires_at`, n.ID, at, n.Rooms, lease.Milliseconds())
	})
	return was, err
}

// Time returns the time by the clock that all programs on the store share. For nodes that is
// the database's or, if that has been set back, the latest of theirs. For a file it is that
// of the machine or, if that has been set back, the last heartbeat of the program that
// serves the file.
func (s *Store) Time(ctx context.Context) (at play.Instant, err error) {
	if !s.Shared() {
		err = s.db.Row(ctx, []any{&at}, database.LastBeat)
		return max(at, play.Now()), err
	}
	err = s.db.Row(ctx, []any{&at}, `SELECT greatest(`+now+`, (SELECT max(beat) FROM nodes WHERE expires_at > `+now+`))`)
	return at, err
}

// LiveNodes returns the nodes whose lease has not expired.
func (s *Store) LiveNodes(ctx context.Context) ([]Node, error) {
	return database.List(ctx, s.db.Reader(), func(n *Node) []any { return []any{&n.ID, &n.Rooms} }, `SELECT id, rooms FROM nodes WHERE expires_at > `+now+` ORDER BY id`)
}

// EndLease reports that a node has stopped: anybody can take over its games.
func (s *Store) EndLease(ctx context.Context, node string, at play.Instant) error {
	return s.db.Exec(ctx, `UPDATE nodes SET beat = $1, expires_at = 0, rooms = 0 WHERE id = $2`, at, node)
}

// MarkDead reports that a node has died since its last heartbeat.
func (s *Store) MarkDead(ctx context.Context, node string) error {
	return s.db.Exec(ctx, `UPDATE nodes SET expires_at = 0, rooms = 0 WHERE id = $1`, node)
}

// Ownership says who decides in a game.
type Ownership struct {
	Node  string
	Epoch int64 // from 1, one higher for each owner
	// Silent is when players were last heard before the owner died, if nothing
	// has been written since; otherwise 0.
	Silent play.Instant
	// GivenAt is when a live owner last gave the game away; 0 for never.
	GivenAt play.Instant
	Number  int // of the last event at the time of the lookup
}

// Own returns the owner of a game, or ErrNotFound. If the game has no owner
// that is alive, the node becomes its owner.
func (s *Store) Own(ctx context.Context, node, game string) (Ownership, error) {
	for {
		var o Ownership
		var alive bool
		err := s.db.Row(ctx, append(o.fields(), &alive), `SELECT `+ownership+`, node = ANY(`+liveNodes+`) FROM games WHERE id = $1`, game)
		if err != nil || alive || o.Node == node && o.Epoch > 0 {
			return o, err
		}
		err = s.db.Row(ctx, o.fields(), `UPDATE games SET `+takeOver+`
			WHERE id = $2 AND epoch = $3 RETURNING `+ownership, node, game, o.Epoch)
		if !errors.Is(err, ErrNotFound) {
			return o, err
		}
		// Another node was first: look up which.
	}
}

func (o *Ownership) fields() []any { return []any{&o.Node, &o.Epoch, &o.Silent, &o.GivenAt, &o.Number} }

const (
	ownership = `node, epoch, silent_since, given_at, number` // the columns of Ownership
	// liveNodes is the list of live nodes; takeOver makes a node the owner of a game.
	liveNodes = `ARRAY(SELECT id FROM nodes WHERE expires_at > ` + now + `)`
	takeOver  = `node = $1, epoch = epoch + 1, silent_since = CASE silent_since WHEN 0 THEN
		coalesce((SELECT beat FROM nodes WHERE nodes.id = games.node), 0) ELSE silent_since END`
)

// OwnAll is Own for many games at once; it omits games that do not exist. A
// game that another node is taking over at this moment may still be reported as
// its previous owner's.
func (s *Store) OwnAll(ctx context.Context, node string, games []string) (map[string]Ownership, error) {
	// Several nodes do this at once when one dies, so locked games are skipped. The
	// live nodes are read once in the statement, so that Postgres checks a game again
	// that was changed in between.
	err := s.db.Exec(ctx, `UPDATE games SET `+takeOver+` WHERE id IN (
		SELECT id FROM games WHERE id = ANY($2) AND node <> $1 AND node <> ALL(`+liveNodes+`) FOR UPDATE SKIP LOCKED)`, node, games)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return nil, err
	}
	type owned struct {
		game string
		Ownership
	}
	all, err := database.List(ctx, s.db.Reader(), func(o *owned) []any { return append([]any{&o.game}, o.fields()...) },
		`SELECT id, `+ownership+` FROM games WHERE id = ANY($1)`, games)
	if err != nil {
		return nil, err
	}
	owners := make(map[string]Ownership, len(all))
	for _, o := range all {
		owners[o.game] = o.Ownership
	}
	return owners, nil
}

// Give makes another node the owner of a game; the owner in the given epoch has
// given back all outages until at, by its clock, and must not write any more. It
// returns ErrNotFound if that node is not the owner or the other is not alive.
func (s *Store) Give(ctx context.Context, game string, epoch int64, to string, at play.Instant) (o Ownership, err error) {
	err = s.db.Row(ctx, o.fields(), `UPDATE games SET node = $1, epoch = epoch + 1, silent_since = 0, given_at = $4
		WHERE id = $2 AND epoch = $3 AND $1 = ANY(`+liveNodes+`) RETURNING `+ownership, to, game, epoch, at)
	return o, err
}

// Numbers returns the numbers of games' last events; it omits games that do not
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

// DueOf returns the IDs of games whose deadline is not later than until and
// that a node or nobody alive owns, the most urgent first.
func (s *Store) DueOf(ctx context.Context, node string, until play.Instant) ([]string, error) {
	return database.List(ctx, s.db.Reader(), database.Texts, `
		SELECT id FROM games WHERE deadline > 0 AND deadline <= $1
			AND (node = $2 OR NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = games.node AND nodes.expires_at > `+now+`))
		ORDER BY deadline, id`, until, node)
}

const replaceOutage = `ON CONFLICT (began) DO UPDATE SET ended = excluded.ended`

// Beat stores a heartbeat and outages before it. An outage replaces a stored
// one with the same start.
func (s *Store) Beat(ctx context.Context, at play.Instant, outages ...play.Span) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		for _, o := range outages {
			_, err := tx.ExecContext(ctx, `INSERT INTO outages (began, ended) VALUES ($1, $2) `+replaceOutage, o.From, o.To)
			if err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `UPDATE service SET beat = $1`, at)
		return err
	})
}

// LastBeat returns the last heartbeat, of any node, 0 if there was none, and all
// outages, in which no node heard the players.
func (s *Store) LastBeat(ctx context.Context) (last play.Instant, outages []play.Span, err error) {
	if err := s.db.Row(ctx, []any{&last}, database.LastBeat); err != nil {
		return 0, nil, err
	}
	outages, err = database.List(ctx, s.db.Reader(), func(o *play.Span) []any { return []any{&o.From, &o.To} }, `SELECT began, ended FROM outages ORDER BY began`)
	return last, outages, err
}
