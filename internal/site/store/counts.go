package store

import (
	"context"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Count is how many games of a kind a player has played.
type Count struct {
	Game    string `json:"game"`
	Games   int    `json:"games"` // ended, without aborted ones
	Won     int    `json:"won"`
	Rated   int    `json:"rated"`
	GoingOn int    `json:"goingOn"`
}

const finished = `games.winners <> 0`

// Counts returns how many games a player has played, by game.
func (s *Store) Counts(ctx context.Context, player string) ([]Count, error) {
	return database.List(ctx, s.db.Reader(), func(c *Count) []any { return []any{&c.Game, &c.Games, &c.Won, &c.Rated, &c.GoingOn} }, `
		SELECT games.game, count(CASE WHEN `+finished+` THEN 1 END), count(CASE WHEN seats.won THEN 1 END),
			count(CASE WHEN games.rated AND `+finished+` THEN 1 END), count(CASE WHEN games.ended_at = 0 THEN 1 END)
		FROM seats JOIN games ON games.id = seats.game WHERE seats.player = $1 GROUP BY games.game ORDER BY games.game`, player)
}

// Against is a player's record against an opponent in games for two.
type Against struct {
	// Player is the opponent. Guests have no name.
	Player play.Player  `json:"player"`
	Games  int          `json:"games"`
	Won    int          `json:"won"`
	Last   play.Instant `json:"last"` // when the last game started
}

// ByOpponent returns a player's records against others in a game, "" for all
// games, the most frequent opponents first.
func (s *Store) ByOpponent(ctx context.Context, player, game string, limit int) ([]Against, error) {
	return database.List(ctx, s.db.Reader(), func(a *Against) []any {
		return []any{&a.Player.ID, &a.Player.Name, &a.Player.Kind, &a.Games, &a.Won, &a.Last}
	}, `
		SELECT o.player, coalesce(max(accounts.name), ''), coalesce(max(accounts.kind), 'guest'),
			count(*), count(CASE WHEN seats.won THEN 1 END), max(seats.at)
		FROM seats JOIN games ON games.id = seats.game
			JOIN seats o ON o.game = seats.game AND o.seat = 3 - seats.seat LEFT JOIN accounts ON accounts.id = o.player
		WHERE seats.player = $1 AND o.player <> $1 AND (games.game = $2 OR $2 = '') AND `+finished+` AND `+listed+`
			AND NOT EXISTS (SELECT 1 FROM seats third WHERE third.game = seats.game AND third.seat = 3)
		GROUP BY o.player ORDER BY count(*) DESC, max(seats.at) DESC, o.player LIMIT $3`, player, game, limit)
}

// Side is a player's record at a seat of a variant.
type Side struct {
	Game    string `json:"game"`
	Variant string `json:"variant"`
	Seat    int    `json:"seat"`
	Games   int    `json:"games"`
	Won     int    `json:"won"`
}

// BySide returns a player's records by game, variant and seat.
func (s *Store) BySide(ctx context.Context, player string) ([]Side, error) {
	return database.List(ctx, s.db.Reader(), func(r *Side) []any { return []any{&r.Game, &r.Variant, &r.Seat, &r.Games, &r.Won} }, `
		SELECT games.game, games.variant, seats.seat, count(*), count(CASE WHEN seats.won THEN 1 END)
		FROM seats JOIN games ON games.id = seats.game WHERE seats.player = $1 AND `+finished+`
		GROUP BY games.game, games.variant, seats.seat ORDER BY games.game, games.variant, seats.seat`, player)
}
