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
	// most batches in one commit
	maxGroup = 256
	// how long to wait for a database that has gone away
	commitLimit = 10 * time.Second
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
		text, err := json.Marshal(e)
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

// writeLogs is the goroutine that writes all logs. After Close it writes what
// is still queued.
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

// advance creates new games and moves the others forward. It returns the batches
// that passed the fence.
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
