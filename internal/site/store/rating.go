package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"thera/internal/lab/rating"
	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Rating is a player's rating in a game at a speed.
type Rating struct {
	rating.Rating
	Player string
	Game   string
	Speed  play.Speed
	Games  int          // rated games played
	At     play.Instant // end of the last one
}

func (r *Rating) fields() []any {
	return []any{&r.Player, &r.Game, &r.Speed, &r.Rating.Rating, &r.Deviation, &r.Volatility, &r.Games, &r.At}
}

const ratingColumns = `player, game, speed, rating, deviation, volatility, games, at`

// now returns the rating at a time; its deviation grows while the player is idle.
func (r Rating) now(at play.Instant) rating.Rating { return r.Idle(r.idle(at)) }

func (r Rating) idle(at play.Instant) time.Duration {
	if r.Games == 0 {
		return 0
	}
	return time.Duration(at-r.At) * time.Millisecond
}

type ratedGame struct {
	id      string
	number  int64 // the position in the order of rating
	game    string
	speed   play.Speed
	at      play.Instant
	players []string
	winner  int // index of the winner
}

// rate updates the ratings of both players if the game is rated and has a
// winner. It locks the row of the service, so games are rated one after another
// in the order of their numbers.
func rate(ctx context.Context, tx *sql.Tx, id string, ended play.Event) error {
	if len(ended.Winners) != 1 {
		return nil
	}
	g := ratedGame{id: id, at: ended.At, winner: ended.Winners[0] - 1}
	err := tx.QueryRowContext(ctx, `SELECT game, speed FROM games WHERE id = $1 AND rated`, id).Scan(&g.game, &g.speed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	g.players, err = database.List(ctx, tx, database.Texts, `SELECT player FROM seats WHERE game = $1 ORDER BY seat`, id)
	if err != nil {
		return err
	}
	if err := tx.QueryRowContext(ctx, `UPDATE service SET rated = rated + 1 RETURNING rated`).Scan(&g.number); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE games SET rated_number = $1 WHERE id = $2`, g.number, id); err != nil {
		return err
	}
	return rateGame(ctx, tx, g)
}

func rateGame(ctx context.Context, tx *sql.Tx, g ratedGame) (err error) {
	before := make([]Rating, len(g.players))
	for i, player := range g.players {
		if before[i], err = ratingOf(ctx, tx, player, g.game, g.speed); err != nil {
			return err
		}
	}
	for i, after := range g.after(before) {
		if err := writeRating(ctx, tx, g, before[i], after); err != nil {
			return err
		}
	}
	return nil
}

func (g ratedGame) after(before []Rating) []Rating {
	after := make([]Rating, len(before))
	for i, r := range before {
		other, score := before[1-i], 0.0
		if i == g.winner {
			score = 1
		}
		after[i] = r
		after[i].Rating = r.After(r.idle(g.at), rating.Result{Opponent: other.now(g.at), Score: score})
		after[i].Games++
		after[i].At = g.at
	}
	return after
}

func ratingOf(ctx context.Context, by database.Reader, player, game string, speed play.Speed) (Rating, error) {
	found, err := database.List(ctx, by, (*Rating).fields, `SELECT `+ratingColumns+` FROM ratings WHERE player = $1 AND game = $2 AND speed = $3`, player, game, speed)
	if err != nil {
		return Rating{}, err
	}
	if len(found) > 0 {
		return found[0], nil
	}
	start, err := startOf(ctx, by, player, game)
	return Rating{Rating: start, Player: player, Game: game, Speed: speed}, err
}

func writeRating(ctx context.Context, tx *sql.Tx, g ratedGame, before, after Rating) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO ratings (`+ratingColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (player, game, speed) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
			volatility = excluded.volatility, games = excluded.games, at = excluded.at`,
		after.Player, after.Game, after.Speed, after.Rating.Rating, after.Deviation, after.Volatility, after.Games, after.At)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO rating_changes (number, game, player, before, rating, deviation, volatility, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		g.number, g.id, after.Player, before.Rating.Rating, after.Rating.Rating, after.Deviation, after.Volatility, g.at)
	return err
}

// Rating returns a player's rating at a time; without rated games it is the
// starting rating.
func (s *Store) Rating(ctx context.Context, player, game string, speed play.Speed, at play.Instant) (Rating, error) {
	r, err := ratingOf(ctx, s.db.Reader(), player, game, speed)
	r.Rating = r.now(at)
	return r, err
}

// RatingsOf returns all ratings of a player at a time.
func (s *Store) RatingsOf(ctx context.Context, player string, at play.Instant) ([]Rating, error) {
	all, err := database.List(ctx, s.db.Reader(), (*Rating).fields, `SELECT `+ratingColumns+` FROM ratings WHERE player = $1 ORDER BY game, speed`, player)
	for i, r := range all {
		all[i].Rating = r.now(at)
	}
	return all, err
}

// Leader is one of the best players.
type Leader struct {
	Rating
	Name string
	Kind play.PlayerKind
}

func (l *Leader) fields() []any { return append(l.Rating.fields(), &l.Name, &l.Kind) }

// Best returns the highest ratings that are not provisional, without closed and
// banned accounts.
func (s *Store) Best(ctx context.Context, game string, speed play.Speed, limit int) ([]Leader, error) {
	return database.List(ctx, s.db.Reader(), (*Leader).fields, `SELECT player, game, speed, rating, deviation, volatility, games, at, accounts.name, accounts.kind
		FROM ratings JOIN accounts ON accounts.id = ratings.player
		WHERE game = $1 AND speed = $2 AND deviation < $3 AND accounts.closed_at = 0 AND accounts.banned_at = 0
		ORDER BY rating DESC, player LIMIT $4`, game, speed, rating.Provisional, limit)
}

// Change is how a game has changed a player's rating.
type Change struct {
	rating.Rating        // after the game
	Game          string // ID
	Player        string
	Before        float64 // the rating before
	At            play.Instant
}

func (c *Change) fields() []any {
	return []any{&c.Game, &c.Player, &c.Before, &c.Rating.Rating, &c.Deviation, &c.Volatility, &c.At}
}

const changeColumns = `c.game, c.player, c.before, c.rating, c.deviation, c.volatility, c.at`

// Changes returns how a game has changed its players' ratings; nothing for a
// game that was not rated.
func (s *Store) Changes(ctx context.Context, game string) ([]Change, error) {
	return database.List(ctx, s.db.Reader(), (*Change).fields, `SELECT `+changeColumns+` FROM rating_changes c
		JOIN seats ON seats.game = c.game AND seats.player = c.player WHERE c.game = $1 ORDER BY seats.seat`, game)
}

// Curve returns how a player's rating has changed from game to game.
func (s *Store) Curve(ctx context.Context, player, game string, speed play.Speed) ([]Change, error) {
	return database.List(ctx, s.db.Reader(), (*Change).fields, `SELECT `+changeColumns+` FROM rating_changes c JOIN games ON games.id = c.game
		WHERE c.player = $1 AND games.game = $2 AND games.speed = $3 ORDER BY c.number`, player, game, speed)
}

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

// compute returns the ratings by the logs, and their keys in the order of first games.
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

func (s *Store) replaceRatings(ctx context.Context, tx *sql.Tx) error {
	for _, table := range []string{"ratings", "rating_changes"} {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+table); err != nil {
			return err
		}
	}
	return eachRated(ctx, tx, func(g ratedGame) error { return rateGame(ctx, tx, g) })
}

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
		if err := visit(ratedGameOf(r.id, r.number, log)); err != nil {
			return err
		}
	}
	return nil
}

// ratedGameOf returns a game by its first and its last event.
func ratedGameOf(id string, number int64, log []play.Event) ratedGame {
	setup := log[0].Setup
	return ratedGame{
		id: id, number: number, game: setup.Game, speed: setup.Control.Speed(), at: log[1].At,
		players: []string{setup.Players[0].ID, setup.Players[1].ID}, winner: log[1].Winners[0] - 1,
	}
}
