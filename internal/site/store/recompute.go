package store

import (
	"context"
	"database/sql"
	"fmt"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

type ratingKey struct {
	player, game string
	speed        play.Speed
}

// Recompute computes all ratings from the logs, in the order in which the games
// were rated, and returns how many differ from the stored ones. With write it
// corrects them.
func (s *Store) Recompute(ctx context.Context, write bool) (wrong int, err error) {
	err = s.db.Update(ctx, func(tx *sql.Tx) error {
		computed, order, err := s.compute(ctx, tx)
		if err != nil {
			return err
		}
		stored, err := database.List(ctx, tx, (*Rating).fields, `SELECT `+ratingColumns+` FROM ratings`)
		if err != nil {
			return err
		}
		known := map[ratingKey]Rating{}
		for _, r := range stored {
			k := ratingKey{r.Player, r.Game, r.Speed}
			known[k] = r
			if _, ok := computed[k]; !ok {
				wrong++
			}
		}
		for _, k := range order {
			if computed[k] != known[k] {
				wrong++
			}
		}
		if !write || wrong == 0 {
			return nil
		}
		return s.replaceRatings(ctx, tx)
	})
	return wrong, err
}

// compute returns all ratings by the logs, and their keys in the order of first
// games.
func (s *Store) compute(ctx context.Context, tx *sql.Tx) (ratings map[ratingKey]Rating, order []ratingKey, err error) {
	ratings = map[ratingKey]Rating{}
	err = eachRated(ctx, tx, func(g ratedGame) error {
		before := make([]Rating, len(g.players))
		for i, player := range g.players {
			k := ratingKey{player, g.game, g.speed}
			r, ok := ratings[k]
			if !ok {
				start, err := startOf(ctx, tx, player, g.game)
				if err != nil {
					return err
				}
				r = Rating{Rating: start, Player: player, Game: g.game, Speed: g.speed}
				order = append(order, k)
			}
			before[i] = r
		}
		for i, r := range g.after(before) {
			ratings[ratingKey{g.players[i], g.game, g.speed}] = r
		}
		return nil
	})
	return ratings, order, err
}

// replaceRatings rates all games again.
func (s *Store) replaceRatings(ctx context.Context, tx *sql.Tx) error {
	for _, table := range []string{"ratings", "rating_changes"} {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+table); err != nil {
			return err
		}
	}
	return eachRated(ctx, tx, func(g ratedGame) error { return rateGame(ctx, tx, g) })
}

// eachRated visits the rated games in order, reading the first and last events
// of their logs.
func eachRated(ctx context.Context, tx *sql.Tx, visit func(ratedGame) error) error {
	type rated struct {
		id     string
		number int64
	}
	games, err := database.List(ctx, tx, func(r *rated) []any { return []any{&r.id, &r.number} },
		`SELECT id, rated_number FROM games WHERE rated_number > 0 ORDER BY rated_number`)
	if err != nil {
		return err
	}
	for _, r := range games {
		log, err := events(ctx, tx, `SELECT event FROM events WHERE game = $1 AND kind IN ($2, $3) ORDER BY number`, r.id, play.Created, play.Ended)
		if err != nil {
			return err
		}
		if len(log) != 2 || log[0].Setup == nil || len(log[0].Setup.Players) != 2 || len(log[1].Winners) != 1 {
			return fmt.Errorf("rated game %q: want a log that starts with two players and ends with a winner", r.id)
		}
		setup := log[0].Setup
		g := ratedGame{
			id: r.id, number: r.number, game: setup.Game, speed: setup.Control.Speed(), at: log[1].At,
			players: []string{setup.Players[0].ID, setup.Players[1].ID}, winner: log[1].Winners[0] - 1,
		}
		if err := visit(g); err != nil {
			return err
		}
	}
	return nil
}
