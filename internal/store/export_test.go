package store

import "context"

// Spoil makes a player's ratings wrong.
func Spoil(ctx context.Context, s *Store, player string) error {
	return s.exec(ctx, `UPDATE ratings SET rating = rating + 1 WHERE player = $1`, player)
}
