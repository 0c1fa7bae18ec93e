package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"thera/game"
	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// create inserts the rows of a new game. It reports false if the ID is taken,
// or if the previous game already has a rematch.
func create(ctx context.Context, tx *sql.Tx, b *batch) (bool, error) {
	e := b.Events[0]
	strength := 0
	for _, p := range e.Setup.Players {
		strength += p.Rating
	}
	result, err := tx.ExecContext(ctx, `
		INSERT INTO games (id, game, variant, speed, rated, created_at, number, ply, turn, deadline, position, last_turn, strength, previous,
			contest, class, ended_at, reason, winners, rated_number)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 0, '', 0, 0) ON CONFLICT DO NOTHING`,
		b.Game, e.Setup.Game, e.Setup.Variant, e.Setup.Control.Speed(), e.Setup.Rated, e.At, b.last(), b.Ply, b.Turn, b.Deadline, b.Position, b.Last, strength, e.Setup.Previous, e.Setup.Tournament, e.Setup.Class())
	if err != nil {
		return false, err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return false, err
	}
	for i, p := range e.Setup.Players {
		_, err := tx.ExecContext(ctx, `INSERT INTO seats (game, seat, player, won, at, ended_at) VALUES ($1, $2, $3, $4, $5, 0)`, b.Game, i+1, p.ID, false, e.At)
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// end closes a game that ends in this batch, and rates it.
func end(ctx context.Context, tx *sql.Tx, b *batch) error {
	i := slices.IndexFunc(b.Events, func(e play.Event) bool { return e.Kind == play.Ended })
	if i < 0 {
		return nil
	}
	e := b.Events[i]
	var winners game.Seats
	for _, seat := range e.Winners {
		winners |= game.Only(game.Seat(seat - 1))
	}
	_, err := tx.ExecContext(ctx, `UPDATE games SET ended_at = $1, reason = $2, winners = $3, deadline = 0 WHERE id = $4`, e.At, e.Reason, int(winners), b.Game)
	if err == nil {
		_, err = tx.ExecContext(ctx, `UPDATE seats SET ended_at = $1 WHERE game = $2`, e.At, b.Game)
	}
	if err != nil {
		return err
	}
	for _, seat := range e.Winners {
		if _, err := tx.ExecContext(ctx, `UPDATE seats SET won = $1 WHERE game = $2 AND seat = $3`, true, b.Game, seat); err != nil {
			return err
		}
	}
	return rate(ctx, tx, b.Game, e)
}

// Events returns the events of a game whose numbers are above after.
func (s *Store) Events(ctx context.Context, game string, after int) ([]play.Event, error) {
	return events(ctx, s.db.Reader(), `SELECT event FROM events WHERE game = $1 AND number > $2 ORDER BY number`, game, after)
}

// events reads the events that a query of their texts returns.
func events(ctx context.Context, q database.Reader, query string, args ...any) ([]play.Event, error) {
	texts, err := database.List(ctx, q, database.Texts, query, args...)
	if err != nil {
		return nil, err
	}
	read := make([]play.Event, len(texts))
	for i, text := range texts {
		if err := json.Unmarshal([]byte(text), &read[i]); err != nil {
			return nil, fmt.Errorf("event %q: %w", text, err)
		}
	}
	return read, nil
}

// Due returns the IDs of games whose deadline is not later than until, the most
// urgent first.
func (s *Store) Due(ctx context.Context, until play.Instant) ([]string, error) {
	return database.List(ctx, s.db.Reader(), database.Texts,
		`SELECT id FROM games WHERE deadline > 0 AND deadline <= $1 ORDER BY deadline, id`, until)
}
