package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
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
		n, err := s.deleteGuestGames(ctx, before, chunk)
		if deleted += n; err != nil {
			return deleted, err
		}
	}
	return deleted, err
}

// deleteGuestGames deletes those games of guests that still concern no account: a guest may
// have signed up since they were found.
func (s *Store) deleteGuestGames(ctx context.Context, before play.Instant, found []string) (deleted int, err error) {
	err = s.db.Update(ctx, func(tx *sql.Tx) error {
		ids, err := database.ListIn(ctx, tx, database.Texts, `SELECT id FROM games WHERE id IN KEYS AND `+ofGuests, found, before)
		if err == nil {
			err = deleteGames(ctx, tx, ids)
		}
		deleted = len(ids)
		return err
	})
	if err != nil {
		return 0, err
	}
	return deleted, nil
}

// deleteGames deletes finished games, and takes what they have added from the counters.
func deleteGames(ctx context.Context, tx *sql.Tx, ids []string) error {
	games := make([]*finishedGame, len(ids))
	for i, id := range ids {
		var err error
		if games[i], err = deleteGame(ctx, tx, id); err != nil {
			return err
		}
	}
	c := countsOf(games...)
	c.negate() // house bots have played some of them
	return c.write(ctx, tx)
}

// deleteGame returns what the game was, without players if it was deleted already.
func deleteGame(ctx context.Context, tx *sql.Tx, id string) (*finishedGame, error) {
	for _, table := range []string{"analyses", "ballots", "events", "plans"} {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE game = $1`, id); err != nil {
			return nil, err
		}
	}
	type seat struct {
		number int
		player string
		won    bool
	}
	seats, err := database.List(ctx, tx, func(s *seat) []any { return []any{&s.number, &s.player, &s.won} },
		`DELETE FROM seats WHERE game = $1 RETURNING seat, player, won`, id)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(seats, func(a, b seat) int { return cmp.Compare(a.number, b.number) })
	f := &finishedGame{id: id}
	for _, s := range seats {
		f.players = append(f.players, s.player)
		if s.won {
			f.ended.Winners = append(f.ended.Winners, s.number)
		}
	}
	err = tx.QueryRowContext(ctx, `DELETE FROM games WHERE id = $1 RETURNING game, variant, rated, class, contest, created_at`, id).
		Scan(&f.game, &f.variant, &f.rated, &f.class, &f.contest, &f.at)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return f, err
}
