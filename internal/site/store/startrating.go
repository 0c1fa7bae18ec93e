package store

import (
	"context"
	"database/sql"

	"thera/internal/lab/rating"
	"thera/internal/site/store/database"
)

// StartRating sets the rating that a player has before their first rated game
// in a game, at any speed. The first call counts, and none after a rated game,
// so that all ratings can be computed again.
func (s *Store) StartRating(ctx context.Context, player, game string, start rating.Rating) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		var rated int
		err := tx.QueryRowContext(ctx, `SELECT count(*) FROM ratings WHERE player = $1 AND game = $2`, player, game).Scan(&rated)
		if err != nil || rated > 0 {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO rating_starts (player, game, rating, deviation, volatility) VALUES `+database.Values(5)+`
			ON CONFLICT (player, game) DO NOTHING`, player, game, start.Rating, start.Deviation, start.Volatility)
		return err
	})
}

func startOf(ctx context.Context, by database.Reader, player, game string) (rating.Rating, error) {
	starts, err := database.List(ctx, by, func(r *rating.Rating) []any { return []any{&r.Rating, &r.Deviation, &r.Volatility} },
		`SELECT rating, deviation, volatility FROM rating_starts WHERE player = $1 AND game = $2`, player, game)
	if err != nil || len(starts) == 0 {
		return rating.New(), err
	}
	return starts[0], nil
}
