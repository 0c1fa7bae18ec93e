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
	// maxGroup is how many batches are committed together at most.
	maxGroup = 256
	// commitLimit is how long a database may take that has gone away.
	commitLimit = 10 * time.Second
)

// batch is one that waits to be written.
type batch struct {
	play.Batch
	texts []string // the events as JSON
	done  chan error
}

func (b *batch) first() int { return b.Events[0].Number }

func (b *batch) last() int { return b.Events[len(b.Events)-1].Number }

// Append adds events to the log of a game and returns when they are durable. It
// returns play.ErrTaken where they do not begin at the game's next number. If
// ctx is done first, they may be stored nevertheless.
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
			return fmt.Errorf("append event %d after %d: want no gaps", e.Number, b.first()+i-1)
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
	case err := <-b.done: // the last thing the writer has done
		return err
	default:
		return ErrClosed
	}
}

// writeLogs is the goroutine that writes all logs. When the store is closed it
// still writes what is queued.
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

// writeQueued commits a batch, with all that are queued by now. A second one of
// the same game has to wait for the next group.
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

// commitGroup commits a group. If the database refuses it, each batch is tried by
// itself, so that one that can't be written does not keep the others from it.
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

// commit writes batches in one transaction. Of those that are refused it drops
// the texts.
func (s *Store) commit(group []*batch) error {
	// Who waits for one batch may have gone, those who wait for others have not.
	ctx, cancel := context.WithTimeout(context.Background(), commitLimit)
	defer cancel()
	var refused []*batch
	err := s.db.Update(ctx, func(tx *sql.Tx) error {
		var begin, goOn, accepted []*batch
		for _, b := range group {
			if b.first() == 1 {
				begin = append(begin, b)
			} else {
				goOn = append(goOn, b)
			}
		}
		for _, b := range begin {
			made, err := create(ctx, tx, b)
			if err != nil {
				return err
			}
			if made {
				accepted = append(accepted, b)
			}
		}
		if len(goOn) > 0 {
			moved, err := s.dialect.advance(ctx, tx, goOn)
			if err != nil {
				return err
			}
			for _, i := range moved {
				accepted = append(accepted, goOn[i])
			}
		}
		if len(accepted) > 0 {
			if err := s.dialect.insert(ctx, tx, accepted); err != nil {
				return err
			}
		}
		for _, b := range group {
			if !slices.Contains(accepted, b) {
				refused = append(refused, b)
			} else if err := end(ctx, tx, b); err != nil {
				return err
			}
		}
		return nil
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
