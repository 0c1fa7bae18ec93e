package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"thera/internal/site/play"
)

const (
	maxGroup    = 256
	maxAlone    = 4                // batches that are committed alone at a time
	commitLimit = 10 * time.Second // how long to wait for a database that has gone away
)

type batch struct {
	play.Batch
	texts []string // the events as JSON
	plan  string   // the lines of the plan as JSON
	done  chan error
}

func (b *batch) first() int {
	if len(b.Events) == 0 {
		return b.Plan.After + 1
	}
	return b.Events[0].Number
}

func (b *batch) last() int { return b.first() + len(b.Events) - 1 }

// ending returns the event that ends the game, nil if the batch has none.
func (b *batch) ending() *play.Event {
	if i := slices.IndexFunc(b.Events, func(e play.Event) bool { return e.Kind == play.Ended }); i >= 0 {
		return &b.Events[i]
	}
	return nil
}

// touchesPlayers reports whether rows of players change: ratings and counters.
func (b *batch) touchesPlayers() bool { return b.first() == 1 || b.ending() != nil }

// newBatch checks a batch and encodes it.
func newBatch(events play.Batch) (*batch, error) {
	if len(events.Events) == 0 && events.Plan == nil {
		return nil, errors.New("append: want at least one event, or a plan")
	}
	b := &batch{Batch: events, done: make(chan error, 1)}
	if b.first() == 1 && (len(events.Events) == 0 || events.Events[0].Setup == nil) {
		return nil, errors.New("append: want a setup in the first event")
	}
	for i, e := range events.Events {
		if e.Number != b.first()+i {
			return nil, fmt.Errorf("append event %d after %d: want consecutive numbers", e.Number, b.first()+i-1)
		}
		text, err := json.Marshal(withoutNames(e))
		if err != nil {
			return nil, err
		}
		b.texts = append(b.texts, string(text))
	}
	if b.Plan != nil {
		text, err := json.Marshal(b.Plan.Lines)
		if err != nil {
			return nil, err
		}
		b.plan = string(text)
	}
	return b, nil
}

// Append adds events to the log of a game, and its plan beside the log, and returns
// when they are durable. It returns play.ErrTaken unless they start at the game's next
// number. If ctx is done first, they may still be stored.
func (s *Store) Append(ctx context.Context, events play.Batch) error {
	b, err := newBatch(events)
	if err != nil {
		return err
	}
	queue := s.turns
	if s.Shared() && b.touchesPlayers() {
		queue = s.results
	}
	select {
	case queue <- b:
	case <-s.done:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-b.done:
		return err
	case <-s.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-b.done: // written just before the store was closed
		return err
	default:
		return ErrClosed
	}
}

// withoutNames returns an event as it is stored.
func withoutNames(e play.Event) play.Event {
	if e.Setup != nil {
		setup := *e.Setup
		setup.Players = play.Nameless(setup.Players)
		e.Setup = &setup
	}
	return e
}

// writeLogs starts the writers. After Close they also write what is still queued.
//
// In Postgres, others may hold locks for a long time. Turns only lock the row of their
// game, so they have a writer of their own, which passes over games whose row is locked.
// Starting and ending a game also changes rows that many games share.
func (s *Store) writeLogs() {
	var writers sync.WaitGroup
	for _, queue := range []chan *batch{s.turns, s.results} {
		writers.Go(func() { s.writeQueue(queue) })
	}
	writers.Wait()
	s.alone.Wait()
	close(s.done)
}

func (s *Store) writeQueue(queue chan *batch) {
	for {
		select {
		case b := <-queue:
			s.writeQueued(queue, b)
		case <-s.closing:
			select {
			case b := <-queue:
				s.writeQueued(queue, b)
			default:
				return
			}
		}
	}
}

// writeQueued commits a batch together with everything queued. A second batch
// of the same game waits for the next group.
func (s *Store) writeQueued(queue chan *batch, first *batch) {
	for first != nil {
		group := []*batch{first}
		games := map[string]bool{first.Game: true}
		first = nil
		for more := true; more && first == nil && len(group) < maxGroup; {
			select {
			case b := <-queue:
				if games[b.Game] {
					first = b
					break
				}
				games[b.Game] = true
				group = append(group, b)
			default:
				more = false
			}
		}
		s.commitGroup(group)
	}
}

// commitGroup commits a group. If the database refuses it, its halves are tried, so
// that a bad batch only fails itself. Batches that would have to wait for a lock are
// committed alone, so that they delay no others.
func (s *Store) commitGroup(group []*batch) {
	result, err := s.commit(group, false)
	switch {
	case err == nil:
		for i, b := range group {
			if result[i] == locked {
				s.commitAlone(b)
			} else {
				b.done <- result[i].err()
			}
		}
	case s.db.Locked(err):
		for _, b := range group {
			s.commitAlone(b)
		}
	case len(group) > 1 && s.db.Refused(err):
		s.commitGroup(group[:len(group)/2])
		s.commitGroup(group[len(group)/2:])
	default:
		for _, b := range group {
			b.done <- s.failure(err)
		}
	}
}

// commitAlone commits a batch in the background. It waits for locks.
func (s *Store) commitAlone(b *batch) {
	s.alone.Go(func() {
		s.places <- struct{}{}
		defer func() { <-s.places }()
		result, err := s.commit([]*batch{b}, true)
		if err == nil {
			err = result[0].err()
		}
		b.done <- s.failure(err)
	})
}

func (s *Store) failure(err error) error {
	if s.db.Duplicate(err) {
		return play.ErrTaken
	}
	return err
}

// outcome is what happened to a batch in a transaction that was committed.
type outcome int

const (
	taken  outcome = iota // it did not pass the fence, and is not written
	locked                // somebody else has locked the game: it is not written yet
	written
)

func (o outcome) err() error {
	if o == written {
		return nil
	}
	return play.ErrTaken
}

// commit writes batches in one transaction. With wait, it waits for locks of games.
func (s *Store) commit(group []*batch, wait bool) (outcomes []outcome, err error) {
	// The contexts of the callers do not count: one that is canceled must not
	// cancel the writes of the others.
	ctx, cancel := context.WithTimeout(context.Background(), commitLimit)
	defer cancel()
	err = s.db.Update(ctx, func(tx *sql.Tx) (err error) {
		outcomes, err = s.advance(ctx, tx, group, wait)
		var accepted []*batch
		for i, b := range group {
			if err == nil && outcomes[i] == written {
				accepted = append(accepted, b)
			}
		}
		if err != nil || len(accepted) == 0 {
			return err
		}
		if err := s.dialect.insert(ctx, tx, accepted); err != nil {
			return err
		}
		return s.writeResults(ctx, tx, accepted)
	})
	return outcomes, err
}

// writeResults writes what follows from the events of batches: plans, results, ratings
// and counters. Counters come last and in the order of their keys: so transactions of
// several nodes that change the same rows wait for each other, but never in a circle.
func (s *Store) writeResults(ctx context.Context, tx *sql.Tx, batches []*batch) error {
	var c counters
	for _, b := range batches {
		if b.Plan != nil {
			if err := writePlan(ctx, tx, b); err != nil {
				return err
			}
		}
		if b.first() == 1 {
			c.begin(b.Events[0].Setup)
		}
		if e := b.ending(); e != nil {
			f, err := finish(ctx, tx, b.Game, *e)
			if err != nil {
				return err
			}
			c.finish(f)
		}
	}
	return c.write(ctx, tx)
}

// advance moves the games of batches forward, and returns which batches passed the
// fence.
func (s *Store) advance(ctx context.Context, tx *sql.Tx, group []*batch, wait bool) ([]outcome, error) {
	outcomes := make([]outcome, len(group))
	var existing []*batch
	var at []int // where in the group they are
	for i, b := range group {
		if b.first() > 1 {
			existing, at = append(existing, b), append(at, i)
			continue
		}
		made, err := create(ctx, tx, b)
		if err != nil {
			return nil, err
		}
		if made {
			outcomes[i] = written
		}
	}
	if len(existing) == 0 {
		return outcomes, nil
	}
	moved, err := s.dialect.advance(ctx, tx, existing, wait)
	for i, o := range moved {
		outcomes[at[i]] = o
	}
	return outcomes, err
}

// dialect is how batches are written, which differs between the databases.
//
// advance is the fence between writers: its UPDATE moves a game forward only if
// the batch starts at the game's next number and, with Postgres, if its epoch
// is the game's current one. A node that has lost a game to another one cannot
// write to it, however late it notices.
type dialect interface {
	// advance returns which batches passed the fence. Unless it is to wait, it passes
	// over games that others have locked.
	advance(ctx context.Context, tx *sql.Tx, batches []*batch, wait bool) ([]outcome, error)
	// insert adds the events of batches.
	insert(ctx context.Context, tx *sql.Tx, batches []*batch) error
	// eventTime is when an event was, as an expression of a row of table events.
	eventTime() string
}

// lite is SQLite, where single statements are cheap once they are prepared. For each whose
// context can end, the driver starts a goroutine that would interrupt it, which costs as much
// as a tenth of the statement. These two change rows by their keys, in a transaction that
// holds the lock on the file: nothing keeps them waiting, and the transaction ends with its
// own context in any case.
type lite struct{ move, add *sql.Stmt }

// newLite prepares the statements, which are closed with the database.
func newLite(ctx context.Context, db *sql.DB) (l lite, err error) {
	l.move, err = db.PrepareContext(ctx, `UPDATE games SET number = $1, ply = $2, turn = $3, deadline = $4, position = $5, last_turn = $6 WHERE id = $7 AND number = $8`)
	if err == nil {
		l.add, err = db.PrepareContext(ctx, `INSERT INTO events (game, number, kind, event) VALUES ($1, $2, $3, $4)`)
	}
	return l, err
}

func (l lite) advance(ctx context.Context, tx *sql.Tx, batches []*batch, _ bool) ([]outcome, error) {
	ctx = context.WithoutCancel(ctx)
	move := tx.StmtContext(ctx, l.move)
	moved := make([]outcome, len(batches))
	for i, b := range batches {
		result, err := move.ExecContext(ctx, b.last(), b.Ply, b.Turn, b.Deadline, b.Position, b.Last, b.Game, b.first()-1)
		if err != nil {
			return nil, err
		}
		if n, err := result.RowsAffected(); err != nil {
			return nil, err
		} else if n == 1 {
			moved[i] = written
		}
	}
	return moved, nil
}

func (l lite) insert(ctx context.Context, tx *sql.Tx, batches []*batch) error {
	ctx = context.WithoutCancel(ctx)
	add := tx.StmtContext(ctx, l.add)
	for _, b := range batches {
		for i, e := range b.Events {
			if _, err := add.ExecContext(ctx, b.Game, e.Number, e.Kind, b.texts[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (lite) eventTime() string { return `events.event ->> 'at'` }

// postgres writes a group of batches in two statements.
type postgres struct{}

// advance returns a row for each game that is free, with whether it was moved. One that
// is not free is locked, or does not exist; waiting tells which.
func (postgres) advance(ctx context.Context, tx *sql.Tx, batches []*batch, wait bool) ([]outcome, error) {
	var ids, position, lastTurn []string
	var first, last, ply, turn, deadline, epoch []int64
	for _, b := range batches {
		ids, position, lastTurn = append(ids, b.Game), append(position, b.Position), append(lastTurn, string(b.Last))
		first, last = append(first, int64(b.first())), append(last, int64(b.last()))
		ply, turn, deadline = append(ply, int64(b.Ply)), append(turn, int64(b.Turn)), append(deadline, int64(b.Deadline))
		epoch = append(epoch, b.Epoch)
	}
	skip, missing := ` SKIP LOCKED`, locked
	if wait {
		skip, missing = ``, taken
	}
	rows, err := tx.QueryContext(ctx, `
		WITH free AS (SELECT id FROM games WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`+skip+`),
		moved AS (
			UPDATE games SET number = b.last, ply = b.ply, turn = b.turn, deadline = b.deadline, position = b.position, last_turn = b.last_turn,
				silent_since = CASE WHEN b.epoch = 0 THEN games.silent_since ELSE 0 END
			FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::bigint[])
				AS b (id, first, last, ply, turn, deadline, position, last_turn, epoch), free
			WHERE games.id = b.id AND games.id = free.id AND games.number = b.first - 1 AND b.epoch IN (0, games.epoch)
			RETURNING games.id)
		SELECT free.id, moved.id IS NOT NULL FROM free LEFT JOIN moved ON moved.id = free.id`,
		ids, first, last, ply, turn, deadline, position, lastTurn, epoch)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	moved := slices.Repeat([]outcome{missing}, len(batches))
	for rows.Next() {
		var id string
		var has bool
		if err := rows.Scan(&id, &has); err != nil {
			return nil, err
		}
		i := slices.Index(ids, id)
		if moved[i] = taken; has {
			moved[i] = written
		}
	}
	return moved, rows.Err()
}

func (postgres) insert(ctx context.Context, tx *sql.Tx, batches []*batch) error {
	var ids, kinds, texts []string
	var numbers []int64
	for _, b := range batches {
		for i, e := range b.Events {
			ids, numbers = append(ids, b.Game), append(numbers, int64(e.Number))
			kinds, texts = append(kinds, string(e.Kind)), append(texts, b.texts[i])
		}
	}
	_, err := tx.ExecContext(ctx, `
		INSERT INTO events (game, number, kind, event)
		SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[])`, ids, numbers, kinds, texts)
	return err
}

func (postgres) eventTime() string { return `(events.event::json ->> 'at')::bigint` }
