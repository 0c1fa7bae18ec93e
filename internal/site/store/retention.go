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

// oldOfGuests returns the condition of games that concern no account: only guests have
// played them, among themselves or with bots that nobody can sign in to, which are the
// house's. They ended before $1 or, since without a clock nothing ends a game that its
// players have left, nothing has happened in them since.
func (s *Store) oldOfGuests() string {
	return ofGuests + ` AND (games.ended_at > 0 AND games.ended_at < $1 OR games.ended_at = 0 AND games.speed = 'unlimited'
		AND (SELECT ` + s.dialect.eventTime() + ` FROM events WHERE events.game = games.id AND events.number = games.number) < $1)`
}

const ofGuests = `games.class = '' AND games.contest = ''
	AND EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.id = seats.player))
	AND NOT EXISTS (SELECT 1 FROM seats JOIN accounts a ON a.id = seats.player WHERE seats.game = games.id
		AND (a.kind <> 'bot' OR a.password <> '' OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.account = a.id)))`

// CountGuestGames returns how many games of guests ended, or were left, before a time.
func (s *Store) CountGuestGames(ctx context.Context, before play.Instant) (n int, err error) {
	err = s.db.Row(ctx, []any{&n}, `SELECT count(*) FROM games WHERE `+s.oldOfGuests(), before)
	return n, err
}

// deletedAtOnce bounds how long turns wait for a deletion.
const deletedAtOnce = 100

// DeleteGuestGames deletes the games that CountGuestGames counts, some at a time, so that a
// running server can store turns between them. It returns how many it has deleted, even
// with an error.
func (s *Store) DeleteGuestGames(ctx context.Context, before play.Instant) (deleted int, err error) {
	ids, err := database.List(ctx, s.db.Reader(), database.Texts, `SELECT id FROM games WHERE `+s.oldOfGuests(), before)
	for chunk := range slices.Chunk(ids, deletedAtOnce) {
		n, err := s.deleteGuestGames(ctx, before, chunk)
		if deleted += n; err != nil {
			return deleted, err
		}
	}
	return deleted, err
}

// deleteGuestGames deletes those games of guests that still concern no account and are left:
// a guest may have signed up or come back since they were found. The update keeps turns out.
func (s *Store) deleteGuestGames(ctx context.Context, before play.Instant, found []string) (deleted int, err error) {
	err = s.db.Update(ctx, func(tx *sql.Tx) error {
		ids, err := database.ListIn(ctx, tx, database.Texts, `UPDATE games SET number = number WHERE id IN KEYS AND `+s.oldOfGuests()+` RETURNING id`, found, before)
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

// deleteGames deletes games, and takes what they have added from the counters.
func deleteGames(ctx context.Context, tx *sql.Tx, ids []string) error {
	var finished, left []*finishedGame
	for _, id := range ids {
		f, err := deleteGame(ctx, tx, id)
		switch {
		case err != nil:
			return err
		case f.ended.At > 0:
			finished = append(finished, f)
		default:
			left = append(left, f)
		}
	}
	c := countsOf(finished...)
	c.negate() // house bots have played some of them
	for _, f := range left {
		c.finish(f) // an end without a result takes away what the start has added
	}
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
	err = tx.QueryRowContext(ctx, `DELETE FROM games WHERE id = $1 RETURNING game, variant, rated, class, contest, created_at, ended_at`, id).
		Scan(&f.game, &f.variant, &f.rated, &f.class, &f.contest, &f.at, &f.ended.At)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return f, err
}
