package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"thera/internal/site/play"
)

const (
	maxGroup    = 256
	commitLimit = 10 * time.Second // how long to wait for a database that has gone away
)

type batch struct {
	play.Batch
	texts []string // the events as JSON
	done  chan error
}

func (b *batch) first() int { return b.Events[0].Number }

func (b *batch) last() int { return b.Events[len(b.Events)-1].Number }

// Append adds events to the log of a game and returns when they are durable. It
// returns play.ErrTaken unless they start at the game's next number. If ctx is
// done first, they may still be stored.
func (s *Store) Append(ctx context.Context, events play.Batch) error {
	if len(events.Events) == 0 {
		return errors.New("append: want at least one event")
	}
	b := &batch{Batch: events, done: make(chan error, 1)}
	if first := events.Events[0]; first.Number == 1 && first.Setup == nil {
		return errors.New("append: want a setup in the first event")
	}
	for i, e := range events.Events {
		if e.Number != b.first()+i {
			return fmt.Errorf("append event %d after %d: want consecutive numbers", e.Number, b.first()+i-1)
		}
		text, err := json.Marshal(withoutNames(e))
		if err != nil {
			return err
		}
		b.texts = append(b.texts, string(text))
	}
	select {
	case s.queue <- b:
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

// writeLogs also writes, after Close, what is still queued.
func (s *Store) writeLogs() {
	defer close(s.done)
	for {
		select {
		case b := <-s.queue:
			s.writeQueued(b)
		case <-s.closing:
			select {
			case b := <-s.queue:
				s.writeQueued(b)
			default:
				return
			}
		}
	}
}

// writeQueued commits a batch together with everything queued. A second batch
// of the same game waits for the next group.
func (s *Store) writeQueued(first *batch) {
	for first != nil {
		group := []*batch{first}
		games := map[string]bool{first.Game: true}
		first = nil
		for more := true; more && first == nil && len(group) < maxGroup; {
			select {
			case b := <-s.queue:
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

// commitGroup commits a group. If the database refuses it, each batch is tried
// alone, so that a bad one does not hold up the others.
func (s *Store) commitGroup(group []*batch) {
	err := s.commit(group)
	if len(group) > 1 && s.db.Refused(err) {
		for _, b := range group {
			s.commitGroup([]*batch{b})
		}
		return
	}
	for _, b := range group {
		if err == nil && b.texts == nil {
			b.done <- play.ErrTaken
		} else {
			b.done <- err
		}
	}
}

// commit writes batches in one transaction. Batches that do not pass the fence
// are not written; it marks them by removing their texts.
func (s *Store) commit(group []*batch) error {
	// The contexts of the callers do not count: one that is canceled must not
	// cancel the writes of the others.
	ctx, cancel := context.WithTimeout(context.Background(), commitLimit)
	defer cancel()
	var refused []*batch
	err := s.db.Update(ctx, func(tx *sql.Tx) error {
		accepted, err := s.advance(ctx, tx, group)
		if err == nil && len(accepted) > 0 {
			err = s.dialect.insert(ctx, tx, accepted)
		}
		for _, b := range group {
			switch {
			case err != nil:
				return err
			case slices.Contains(accepted, b):
				err = end(ctx, tx, b)
			default:
				refused = append(refused, b)
			}
		}
		return err
	})
	switch {
	case err == nil:
		for _, b := range refused {
			b.texts = nil
		}
	case s.db.Duplicate(err):
		err = play.ErrTaken
	}
	return err
}

// advance returns the batches that passed the fence.
func (s *Store) advance(ctx context.Context, tx *sql.Tx, group []*batch) (accepted []*batch, err error) {
	var existing []*batch
	for _, b := range group {
		if b.first() > 1 {
			existing = append(existing, b)
			continue
		}
		made, err := create(ctx, tx, b)
		if err != nil {
			return nil, err
		}
		if made {
			accepted = append(accepted, b)
		}
	}
	if len(existing) == 0 {
		return accepted, nil
	}
	moved, err := s.dialect.advance(ctx, tx, existing)
	for _, i := range moved {
		accepted = append(accepted, existing[i])
	}
	return accepted, err
}

// dialect is how batches are written, which differs between the databases.
//
// advance is the fence between writers: its UPDATE moves a game forward only if
// the batch starts at the game's next number and, with Postgres, if its epoch
// is the game's current one. A node that has lost a game to another one cannot
// write to it, however late it notices.
type dialect interface {
	// advance returns the indices of the batches that passed the fence.
	advance(ctx context.Context, tx *sql.Tx, batches []*batch) ([]int, error)
	// insert adds the events of batches.
	insert(ctx context.Context, tx *sql.Tx, batches []*batch) error
}

// lite is SQLite, where single statements are cheap.
type lite struct{}

func (lite) advance(ctx context.Context, tx *sql.Tx, batches []*batch) (moved []int, err error) {
	update, err := tx.PrepareContext(ctx, `UPDATE games SET number = $1, ply = $2, turn = $3, deadline = $4, position = $5, last_turn = $6 WHERE id = $7 AND number = $8`)
	if err != nil {
		return nil, err
	}
	defer update.Close()
	for i, b := range batches {
		result, err := update.ExecContext(ctx, b.last(), b.Ply, b.Turn, b.Deadline, b.Position, b.Last, b.Game, b.first()-1)
		if err != nil {
			return nil, err
		}
		if n, err := result.RowsAffected(); err != nil {
			return nil, err
		} else if n == 1 {
			moved = append(moved, i)
		}
	}
	return moved, nil
}

func (lite) insert(ctx context.Context, tx *sql.Tx, batches []*batch) error {
	insert, err := tx.PrepareContext(ctx, `INSERT INTO events (game, number, kind, event) VALUES ($1, $2, $3, $4)`)
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, b := range batches {
		for i, e := range b.Events {
			if _, err := insert.ExecContext(ctx, b.Game, e.Number, e.Kind, b.texts[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// postgres writes a group of batches in two statements.
type postgres struct{}

func (postgres) advance(ctx context.Context, tx *sql.Tx, batches []*batch) (moved []int, err error) {
	var ids, position, lastTurn []string
	var first, last, ply, turn, deadline, epoch []int64
	for _, b := range batches {
		ids, position, lastTurn = append(ids, b.Game), append(position, b.Position), append(lastTurn, string(b.Last))
		first, last = append(first, int64(b.first())), append(last, int64(b.last()))
		ply, turn, deadline = append(ply, int64(b.Ply)), append(turn, int64(b.Turn)), append(deadline, int64(b.Deadline))
		epoch = append(epoch, b.Epoch)
	}
	rows, err := tx.QueryContext(ctx, `
		UPDATE games SET number = b.last, ply = b.ply, turn = b.turn, deadline = b.deadline, position = b.position, last_turn = b.last_turn,
			silent_since = CASE WHEN b.epoch = 0 THEN games.silent_since ELSE 0 END
		FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::bigint[])
			AS b (id, first, last, ply, turn, deadline, position, last_turn, epoch)
		WHERE games.id = b.id AND games.number = b.first - 1 AND b.epoch IN (0, games.epoch)
		RETURNING games.id`, ids, first, last, ply, turn, deadline, position, lastTurn, epoch)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		moved = append(moved, slices.Index(ids, id))
	}
	slices.Sort(moved)
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
