package store

import (
	"context"
	"database/sql"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// ofShowcase is the condition of showcase games, if the first parameter is [play.Showcase].
const ofShowcase = `games.contest = $1 AND games.contest <> ''`

// Showcase returns the showcase game in progress, else the last one. It returns
// ErrNotFound if there is none.
func (s *Store) Showcase(ctx context.Context) (play.Summary, error) {
	return s.summary(ctx, `SELECT `+summaryColumns+` FROM games`+summaryJoin+`WHERE `+ofShowcase+`
		ORDER BY CASE WHEN games.ended_at = 0 THEN 0 ELSE 1 END, games.created_at DESC, games.id DESC LIMIT 1`, play.Showcase)
}

// DeleteShowcases deletes finished showcase games, some at a time, but for the last ones.
func (s *Store) DeleteShowcases(ctx context.Context, kept int) error {
	ids, err := database.List(ctx, s.db.Reader(), database.Texts, `SELECT games.id FROM games WHERE `+ofShowcase+` AND games.ended_at > 0
		ORDER BY games.created_at DESC, games.id DESC LIMIT $2 OFFSET $3`, play.Showcase, deletedAtOnce, kept)
	if err != nil || len(ids) == 0 {
		return err
	}
	return s.db.Update(ctx, func(tx *sql.Tx) error { return deleteGames(ctx, tx, ids) })
}
