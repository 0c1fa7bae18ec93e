package store

import (
	"context"
	"database/sql"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Accounts and games have a column class with the ID of the class that they belong to,
// empty for none. Package class manages classes.

// listed is the condition of games that everybody may see in lists.
const listed = `(games.class = '' OR games.class IN (SELECT id FROM classes WHERE public))`

// ClassScore is the record of a class's member.
type ClassScore struct {
	Games   int `json:"games" doc:"That have ended, but for those that were aborted"`
	Won     int `json:"won"`
	GoingOn int `json:"goingOn"`
}

// ClassScores returns the records of a class's players in its games, by ID.
func (s *Store) ClassScores(ctx context.Context, class string) (map[string]ClassScore, error) {
	type row struct {
		player string
		ClassScore
	}
	rows, err := database.List(ctx, s.db.Reader(), func(r *row) []any { return []any{&r.player, &r.Games, &r.Won, &r.GoingOn} }, `
		SELECT seats.player, count(CASE WHEN `+finished+` THEN 1 END), count(CASE WHEN seats.won THEN 1 END),
			count(CASE WHEN games.ended_at = 0 THEN 1 END)
		FROM games JOIN seats ON seats.game = games.id WHERE games.class = $1 GROUP BY seats.player`, class)
	scores := map[string]ClassScore{}
	for _, r := range rows {
		scores[r.player] = r.ClassScore
	}
	return scores, err
}

// ClassOf returns the class that a game belongs to, "" for none, or ErrNotFound
// if there is no such game.
func (s *Store) ClassOf(ctx context.Context, game string) (class string, err error) {
	err = s.db.Row(ctx, []any{&class}, `SELECT class FROM games WHERE id = $1`, game)
	return class, err
}

// EraseMember closes the account of a class member like CloseAccount, and also
// frees the name.
func (s *Store) EraseMember(ctx context.Context, id, deleted string, at play.Instant) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.closeAccount(ctx, tx, id, deleted, at); err != nil {
			return err
		}
		return s.db.ExecIn(ctx, tx, `UPDATE accounts SET folded = $1 WHERE id = $2`, deleted+"@"+id, id)
	})
}
