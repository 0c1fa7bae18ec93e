package store

import (
	"context"
	"fmt"
)

// Spoil makes a player's ratings wrong.
func Spoil(ctx context.Context, s *Store, player string) error {
	return s.db.Exec(ctx, `UPDATE ratings SET rating = rating + 1 WHERE player = $1`, player)
}

// Limit sets how many pages a SQLite file may have beyond those that it has.
func Limit(ctx context.Context, s *Store, more int) error {
	var pages int
	if err := s.db.Row(ctx, []any{&pages}, `PRAGMA page_count`); err != nil {
		return err
	}
	_, err := s.db.Writer().ExecContext(ctx, fmt.Sprint(`PRAGMA max_page_count = `, pages+more))
	return err
}
