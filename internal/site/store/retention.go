package store

import (
	"context"
	"database/sql"
	"slices"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// ofGuests is the condition of games that ended before $1 and that concern no account:
// only guests have played them, among themselves or with bots that nobody can sign in
// to, which are the house's.
const ofGuests = `games.ended_at > 0 AND games.ended_at < $1 AND games.class = '' AND games.contest = ''
	AND EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.id = seats.player))
	AND NOT EXISTS (SELECT 1 FROM seats JOIN accounts a ON a.id = seats.player WHERE seats.game = games.id
		AND (a.kind <> 'bot' OR a.password <> '' OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.account = a.id)))`

// CountGuestGames returns how many games of guests ended before a time.
func (s *Store) CountGuestGames(ctx context.Context, before play.Instant) (n int, err error) {
	err = s.db.Row(ctx, []any{&n}, `SELECT count(*) FROM games WHERE `+ofGuests, before)
	return n, err
}

// deletedAtOnce bounds how long turns wait for a deletion.
const deletedAtOnce = 100

// DeleteGuestGames deletes the games of guests that ended before a time, some at a time,
// so that a running server can store turns between them. It returns how many it has
// deleted, even with an error.
func (s *Store) DeleteGuestGames(ctx context.Context, before play.Instant) (deleted int, err error) {
	ids, err := database.List(ctx, s.db.Reader(), database.Texts, `SELECT id FROM games WHERE `+ofGuests, before)
	for chunk := range slices.Chunk(ids, deletedAtOnce) {
		if err == nil {
			err = s.deleteGames(ctx, chunk)
		}
		if err != nil {
			return deleted, err
		}
		deleted += len(chunk)
	}
	if err == nil && deleted > 0 {
		_, err = s.Recount(ctx, true) // house bots have played some of them
	}
	return deleted, err
}

func (s *Store) deleteGames(ctx context.Context, ids []string) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		for _, id := range ids {
			for _, statement := range []string{
				`DELETE FROM analyses WHERE game = $1`,
				`DELETE FROM events WHERE game = $1`,
				`DELETE FROM plans WHERE game = $1`,
				`DELETE FROM seats WHERE game = $1`,
				`DELETE FROM games WHERE id = $1`,
			} {
				if _, err := tx.ExecContext(ctx, statement, id); err != nil {
					return err
				}
			}
		}
		return nil
	})
}
