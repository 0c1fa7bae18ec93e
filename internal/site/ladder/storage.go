package ladder

import (
	"context"
	"database/sql"
	"slices"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

type pairing struct {
	number        int64
	at            play.Instant
	first, second string
	opening       int
	begun         int // how many of its two games have started
}

func (p *pairing) fields() []any {
	return []any{&p.number, &p.at, &p.first, &p.second, &p.opening, &p.begun}
}

const pairingColumns = `number, at, first, second, opening, begun`

type readyProgram struct {
	player string
	games  int
	seen   play.Instant
}

func (r *readyProgram) fields() []any { return []any{&r.player, &r.games, &r.seen} }

// tables are the database tables of the ladder, see migrations/0006_ladder.sql.
type tables struct{ db *database.DB }

func (t tables) enter(ctx context.Context, game, player string, games int, now play.Instant) error {
	return t.db.Exec(ctx, `INSERT INTO ladder_ready (game, player, games, at, seen_at) VALUES ($1, $2, $3, $4, $4)
		ON CONFLICT (game, player) DO UPDATE SET games = excluded.games, seen_at = excluded.seen_at`, game, player, games, now)
}

func (t tables) leave(ctx context.Context, game, player string) error {
	return database.IgnoreNotFound(t.db.Exec(ctx, `DELETE FROM ladder_ready WHERE game = $1 AND player = $2`, game, player))
}

// leaveAbsent is leave for a program that has not been seen since a time: one that has
// declared itself ready again meanwhile stays.
func (t tables) leaveAbsent(ctx context.Context, game, player string, seen play.Instant) error {
	return database.IgnoreNotFound(t.db.Exec(ctx, `DELETE FROM ladder_ready WHERE game = $1 AND player = $2 AND seen_at = $3`, game, player, seen))
}

func (t tables) markSeen(ctx context.Context, game, player string, now play.Instant) error {
	return database.IgnoreNotFound(t.db.Exec(ctx, `UPDATE ladder_ready SET seen_at = $3 WHERE game = $1 AND player = $2`, game, player, now))
}

func (t tables) ready(ctx context.Context, game string) ([]readyProgram, error) {
	return database.List(ctx, t.db.Reader(), (*readyProgram).fields, `SELECT player, games, seen_at FROM ladder_ready WHERE game = $1 ORDER BY player`, game)
}

// lastNumber returns the number of the last pairing, 0 before the first.
func (t tables) lastNumber(ctx context.Context, game string) (number int64, err error) {
	err = t.db.Row(ctx, []any{&number}, `SELECT coalesce(max(number), 0) FROM ladder_pairings WHERE game = $1`, game)
	return number, err
}

// add stores a pairing, and counts it. If its number is taken, the error is
// database.ErrExists.
func (t tables) add(ctx context.Context, game string, p pairing) error {
	return t.db.Update(ctx, func(tx *sql.Tx) error {
		err := t.db.ExecIn(ctx, tx, `INSERT INTO ladder_pairings (game, `+pairingColumns+`) VALUES `+database.Values(7),
			game, p.number, p.at, p.first, p.second, p.opening, p.begun)
		for _, pair := range [][2]string{{p.first, p.second}, {p.second, p.first}} {
			if err == nil {
				err = t.db.ExecIn(ctx, tx, `INSERT INTO ladder_meetings (game, player, other, times, last) VALUES ($1, $2, $3, 1, $4)
					ON CONFLICT (game, player, other) DO UPDATE SET times = ladder_meetings.times + 1, last = excluded.last`,
					game, pair[0], pair[1], p.number)
			}
		}
		return err
	})
}

// advance records that games of a pairing have started, unless another node did.
func (t tables) advance(ctx context.Context, game string, number int64, begun int) error {
	return database.IgnoreNotFound(t.db.Exec(ctx, `UPDATE ladder_pairings SET begun = $3 WHERE game = $1 AND number = $2 AND begun < $3`, game, number, begun))
}

// unfinished returns the pairings since a time whose games have not all started. Those from
// before are given up, because a program may never come back.
func (t tables) unfinished(ctx context.Context, game string, since play.Instant) ([]pairing, error) {
	all, err := database.List(ctx, t.db.Reader(), (*pairing).fields,
		`SELECT `+pairingColumns+` FROM ladder_pairings WHERE game = $1 AND begun < 2 ORDER BY number`, game)
	current := slices.DeleteFunc(slices.Clone(all), func(p pairing) bool { return p.at < since })
	if err == nil && len(current) < len(all) {
		err = database.IgnoreNotFound(t.db.Exec(ctx, `UPDATE ladder_pairings SET begun = 2 WHERE game = $1 AND begun < 2 AND at < $2`, game, since))
	}
	return current, err
}

// meetings is how often a program has been paired with another one, and the number of
// the last pairing.
type meetings struct {
	player, other string
	times         int
	last          int64 // number
}

func (m *meetings) fields() []any { return []any{&m.player, &m.other, &m.times, &m.last} }

// meetings returns the meetings of some programs with all others.
func (t tables) meetings(ctx context.Context, game string, players []string) ([]meetings, error) {
	return database.ListIn(ctx, t.db.Reader(), (*meetings).fields,
		`SELECT player, other, times, last FROM ladder_meetings WHERE game = $1 AND player IN KEYS`, players, game)
}

type running struct {
	player string
	games  int
}

func (t tables) running(ctx context.Context, game string) ([]running, error) {
	return database.List(ctx, t.db.Reader(), func(r *running) []any { return []any{&r.player, &r.games} },
		`SELECT seats.player, count(*) FROM games JOIN seats ON seats.game = games.id
		WHERE games.contest = $1 AND games.contest <> '' AND games.ended_at = 0 GROUP BY seats.player`, TournamentOf(game))
}
