package store

import (
	"context"
	"encoding/json"
	"fmt"

	"thera/game"
	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// summaryRow is the columns of a summary. The setup comes from the first event.
type summaryRow struct {
	id, position, last, reason, first string
	ply, turn, winners                int
	deadline, ended                   play.Instant
}

const (
	summaryColumns = `games.id, games.position, games.last_turn, games.reason, games.ply, games.turn, games.winners,
		games.deadline, games.ended_at, opening.event`
	summaryJoin = ` JOIN events opening ON opening.game = games.id AND opening.number = 1 `
)

func (r *summaryRow) fields() []any {
	return []any{&r.id, &r.position, &r.last, &r.reason, &r.ply, &r.turn, &r.winners, &r.deadline, &r.ended, &r.first}
}

func (r *summaryRow) summary() (play.Summary, error) {
	var e play.Event
	if err := json.Unmarshal([]byte(r.first), &e); err != nil || e.Setup == nil {
		return play.Summary{}, fmt.Errorf("event %q: want a setup: %w", r.first, err)
	}
	return play.Summary{
		ID: r.id, Game: e.Setup.Game, Variant: e.Setup.Variant, Control: e.Setup.Control, Rated: e.Setup.Rated, Players: e.Setup.Players,
		Position: r.position, Ply: r.ply, Turn: r.turn, Last: game.Move(r.last), Deadline: r.deadline,
		Ended: r.ended, Winners: game.Seats(r.winners).Numbers(), Reason: r.reason, At: e.At, Tournament: e.Setup.Tournament,
	}, nil
}

func (s *Store) summaries(ctx context.Context, query string, args ...any) ([]play.Summary, error) {
	rows, err := database.List(ctx, s.db.Reader(), (*summaryRow).fields, query, args...)
	if err != nil {
		return nil, err
	}
	all := make([]play.Summary, len(rows))
	for i, r := range rows {
		if all[i], err = r.summary(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Summary returns a game as lists show it, or ErrNotFound.
func (s *Store) Summary(ctx context.Context, id string) (play.Summary, error) {
	all, err := s.summaries(ctx, `SELECT `+summaryColumns+` FROM games`+summaryJoin+`WHERE games.id = $1`, id)
	if err == nil && len(all) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return play.Summary{}, err
	}
	return all[0], nil
}

// Running returns a player's games in progress: first those in which they are
// to move, the most urgent first.
func (s *Store) Running(ctx context.Context, player string) ([]play.Summary, error) {
	return s.summaries(ctx, `SELECT `+summaryColumns+` FROM seats JOIN games ON games.id = seats.game`+summaryJoin+`
		WHERE seats.player = $1 AND seats.ended_at = 0
		ORDER BY CASE WHEN games.turn = seats.seat THEN 0 ELSE 1 END, CASE WHEN games.deadline = 0 THEN 1 ELSE 0 END, games.deadline, games.id`, player)
}

// RematchOf returns the id of the rematch of a game, or ErrNotFound.
func (s *Store) RematchOf(ctx context.Context, game string) (id string, err error) {
	err = s.db.Row(ctx, []any{&id}, `SELECT id FROM games WHERE previous = $1`, game)
	return id, err
}
