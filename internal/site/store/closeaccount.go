package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// CloseAccount closes an account permanently. Only its ID and its folded name
// remain, so that nobody can take the name; in the logs of its games it gets
// the name deleted. Acts are added to the audit log.
func (s *Store) CloseAccount(ctx context.Context, id, deleted string, at play.Instant, acts ...Act) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.closeAccount(ctx, tx, id, deleted, at); err != nil {
			return err
		}
		for _, act := range acts {
			if err := s.addAct(ctx, tx, act); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Store) closeAccount(ctx context.Context, tx *sql.Tx, id, deleted string, at play.Instant) error {
	err := s.db.ExecIn(ctx, tx, `UPDATE accounts SET name = $1, password = '', closed_at = $2 WHERE id = $3 AND closed_at = 0`, deleted, at, id)
	if err != nil {
		return err
	}
	for _, statement := range []string{
		`DELETE FROM sessions WHERE account = $1`,
		`DELETE FROM tokens WHERE account = $1`,
		`DELETE FROM passkeys WHERE account = $1`,
		`DELETE FROM recovery_codes WHERE account = $1`,
		`DELETE FROM seeks WHERE player = $1`,
		`DELETE FROM challenges WHERE sender = $1 OR receiver = $1`,
		`DELETE FROM subscriptions WHERE player = $1`,
		`DELETE FROM puzzle_attempts WHERE account = $1`,
		`DELETE FROM puzzle_solvers WHERE account = $1`,
		`DELETE FROM studies WHERE owner = $1`,
	} {
		if _, err := tx.ExecContext(ctx, statement, id); err != nil {
			return err
		}
	}
	return renameInLogs(ctx, tx, id, deleted)
}

// renameInLogs changes a player's name in the first events of their games.
func renameInLogs(ctx context.Context, tx *sql.Tx, id, name string) error {
	type beginning struct{ game, event string }
	all, err := database.List(ctx, tx, func(b *beginning) []any { return []any{&b.game, &b.event} }, `
		SELECT events.game, events.event FROM events JOIN seats ON seats.game = events.game
		WHERE seats.player = $1 AND events.number = 1 ORDER BY events.game`, id)
	if err != nil {
		return err
	}
	for _, b := range all {
		var e play.Event
		if err := json.Unmarshal([]byte(b.event), &e); err != nil || e.Setup == nil {
			return fmt.Errorf("event %q: want a first event: %w", b.event, err)
		}
		for i := range e.Setup.Players {
			if e.Setup.Players[i].ID == id {
				e.Setup.Players[i].Name = name
			}
		}
		text, err := json.Marshal(e)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE events SET event = $1 WHERE game = $2 AND number = 1`, string(text), b.game); err != nil {
			return err
		}
	}
	return nil
}
