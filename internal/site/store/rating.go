package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"thera/internal/catalog/setup"
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

	handicap *setup.Given
}

// readHandicap reads the handicap from the event that began a game.
func (g *ratedGame) readHandicap(created string) error {
	e, err := readCreated(created)
	if err == nil {
		g.handicap = e.Setup.Handicap
	}
	return err
}

// rate updates the ratings of both players if the game is rated and has a
// winner. It locks the row of the service, so games are rated one after another
// in the order of their numbers.
func rate(ctx context.Context, tx *sql.Tx, f *finishedGame) error {
	if len(f.ended.Winners) != 1 || !f.rated {
		return nil
	}
	g := ratedGame{id: f.id, game: f.game, speed: f.speed, players: f.players, at: f.ended.At, winner: f.ended.Winners[0] - 1}
	if err := tx.QueryRowContext(ctx, `UPDATE service SET rated = rated + 1 RETURNING rated`).Scan(&g.number); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE games SET rated_number = $1 WHERE id = $2`, g.number, g.id); err != nil {
		return err
	}
	var created string
	if err := tx.QueryRowContext(ctx, `SELECT event FROM events WHERE game = $1 AND number = 1`, g.id).Scan(&created); err != nil {
		return err
	}
	if err := g.readHandicap(created); err != nil {
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
		after[i].Rating = g.rate(i, r, rating.Result{Opponent: other.now(g.at), Score: score})
		after[i].Games++
		after[i].At = g.at
	}
	return after
}

// rate returns what a result makes of the rating of a player, by index in players.
func (g ratedGame) rate(player int, r Rating, result rating.Result) rating.Rating {
	h := g.handicap
	if h == nil {
		return r.After(r.idle(g.at), result)
	}
	worth := h.Elo
	if player != h.Giver-1 {
		worth = -worth
	}
	return r.AfterHandicap(r.idle(g.at), result, rating.Handicap{Worth: worth, Error: h.Error})
}

func ratingOf(ctx context.Context, by database.Reader, player, game string, speed play.Speed) (Rating, error) {
	r := Rating{Player: player, Game: game, Speed: speed}
	err := database.RowIn(ctx, by, r.fields(), `SELECT `+ratingColumns+` FROM ratings WHERE player = $1 AND game = $2 AND speed = $3`, player, game, speed)
	if errors.Is(err, ErrNotFound) {
		r.Rating, err = startOf(ctx, by, player, game)
	}
	return r, err
}

func writeRating(ctx context.Context, tx *sql.Tx, g ratedGame, before, after Rating) error {
	if err := putRating(ctx, tx, after); err != nil {
		return err
	}
	return putChange(ctx, tx, change{Change{after.Rating, g.id, after.Player, before.Rating.Rating, g.at}, g, after.Games})
}

func putRating(ctx context.Context, tx *sql.Tx, r Rating) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO ratings (`+ratingColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (player, game, speed) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
			volatility = excluded.volatility, games = excluded.games, at = excluded.at`,
		r.Player, r.Game, r.Speed, r.Rating.Rating, r.Deviation, r.Volatility, r.Games, r.At)
	return err
}

// change is a row of the changes of ratings.
type change struct {
	Change
	of  ratedGame
	nth int // of the player's rated games in this game at this speed, from 1
}

func putChange(ctx context.Context, tx *sql.Tx, c change) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO rating_changes (number, game, player, before, rating, deviation, volatility, at, rules, speed, nth)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT (game, player) DO UPDATE SET number = excluded.number, before = excluded.before, rating = excluded.rating, deviation = excluded.deviation,
			volatility = excluded.volatility, at = excluded.at, rules = excluded.rules, speed = excluded.speed, nth = excluded.nth`,
		c.of.number, c.Game, c.Player, c.Before, c.Rating.Rating, c.Deviation, c.Volatility, c.At, c.of.game, c.of.speed, c.nth)
	return err
}

// Rating returns a player's rating at a time; without rated games it is the
// starting rating.
func (s *Store) Rating(ctx context.Context, player, game string, speed play.Speed, at play.Instant) (Rating, error) {
	r, err := ratingOf(ctx, s.db.Reader(), player, game, speed)
	r.Rating = r.now(at)
	return r, err
}

// RatingsIn returns the ratings of players in a game at a speed and a time, by ID.
func (s *Store) RatingsIn(ctx context.Context, players []string, game string, speed play.Speed, at play.Instant) (map[string]Rating, error) {
	ratings := make(map[string]Rating, len(players))
	found, err := database.ListIn(ctx, s.db.Reader(), (*Rating).fields,
		`SELECT `+ratingColumns+` FROM ratings WHERE game = $1 AND speed = $2 AND player IN KEYS`, players, game, speed)
	if err != nil {
		return nil, err
	}
	for _, r := range found {
		r.Rating = r.now(at)
		ratings[r.Player] = r
	}
	for _, p := range players {
		if _, ok := ratings[p]; ok {
			continue
		}
		start, err := startOf(ctx, s.db.Reader(), p, game)
		if err != nil {
			return nil, err
		}
		ratings[p] = Rating{Rating: start, Player: p, Game: game, Speed: speed}
	}
	return ratings, nil
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
		WHERE game = $1 AND speed = $2 AND deviation < `+fmt.Sprint(rating.Provisional)+` AND accounts.closed_at = 0 AND accounts.banned_at = 0
		ORDER BY rating DESC, player DESC LIMIT $3`, game, speed, limit) // the deviation is a constant, so that the index ratings_best is used
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

// Curve returns how a player's rating has changed from game to game. If there are more
// than limit games, it returns some of them at equal distances, with the last one.
func (s *Store) Curve(ctx context.Context, player, game string, speed play.Speed, limit int) ([]Change, error) {
	r, err := ratingOf(ctx, s.db.Reader(), player, game, speed)
	if err != nil || r.Games == 0 {
		return nil, err
	}
	step := (r.Games + limit - 1) / limit
	first := r.Games - (r.Games-1)/step*step
	return database.List(ctx, s.db.Reader(), (*Change).fields, `
		WITH RECURSIVE wanted (nth) AS (
			SELECT CAST($4 AS BIGINT) UNION ALL SELECT nth + CAST($5 AS BIGINT) FROM wanted WHERE nth + CAST($5 AS BIGINT) <= CAST($6 AS BIGINT))
		SELECT `+changeColumns+` FROM wanted CROSS JOIN rating_changes c
		WHERE c.player = $1 AND c.rules = $2 AND c.speed = $3 AND c.nth = wanted.nth ORDER BY c.nth`, player, game, speed, first, step, r.Games)
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
	r := rating.New()
	err := database.RowIn(ctx, by, []any{&r.Rating, &r.Deviation, &r.Volatility},
		`SELECT rating, deviation, volatility FROM rating_starts WHERE player = $1 AND game = $2`, player, game)
	return r, database.IgnoreNotFound(err)
}
