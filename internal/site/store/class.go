package store

import (
	"context"
	"database/sql"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// A class, of package class, is here what some accounts and their games belong to: the
// column class of both is its id, and empty for all others.

// listed is the condition of games that everybody may see in lists.
const listed = `(games.class = '' OR games.class IN (SELECT id FROM classes WHERE public))`

// ClassScore is how somebody has fared in his class.
type ClassScore struct {
	Games   int `json:"games" doc:"That have ended, but for those that were aborted"`
	Won     int `json:"won"`
	GoingOn int `json:"goingOn"`
}

// ClassScores returns how the players of a class have fared in its games, by their
// ids.
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

// ClassOf returns the class that a game belongs to, "" for none; it returns
// ErrNotFound for a game that there is not.
func (s *Store) ClassOf(ctx context.Context, game string) (class string, err error) {
	err = s.db.Row(ctx, []any{&class}, `SELECT class FROM games WHERE id = $1`, game)
	return class, err
}

// EraseMember closes the account of a member of a class for good, as CloseAccount
// does, and keeps nothing of its name: in his class that may be had again.
func (s *Store) EraseMember(ctx context.Context, id, deleted string, at play.Instant) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.closeAccount(ctx, tx, id, deleted, at); err != nil {
			return err
		}
		return s.db.ExecIn(ctx, tx, `UPDATE accounts SET folded = $1 WHERE id = $2`, deleted+"@"+id, id)
	})
}
