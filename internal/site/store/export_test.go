package store

import (
	"context"
	"fmt"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Spoil makes a player's ratings wrong.
func Spoil(ctx context.Context, s *Store, player string) error {
	return s.db.Exec(ctx, `UPDATE ratings SET rating = rating + 1 WHERE player = $1`, player)
}

// RecomputeAround corrects all ratings, and calls meanwhile once the wrong ones are known.
func RecomputeAround(ctx context.Context, s *Store, meanwhile func()) (corrected int, err error) {
	r, err := s.compareRatings(ctx)
	if err != nil {
		return 0, err
	}
	meanwhile()
	return s.correctRatings(ctx, r)
}

// Miscount makes a player's counters wrong.
func Miscount(ctx context.Context, s *Store, player string) error {
	return s.db.Exec(ctx, `UPDATE records SET games = games + 1, going_on = 0 WHERE player = $1`, player)
}

// Forget makes the seats of a game those of an earlier version of the program.
func Forget(ctx context.Context, s *Store, game string) error {
	return s.db.Exec(ctx, `UPDATE seats SET rules = '', speed = '', other = '', outcome = '' WHERE game = $1`, game)
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

// Game is a game without its log.
type Game struct {
	ID       string
	Game     string
	Variant  string
	Speed    play.Speed
	Rated    bool
	Created  play.Instant
	Number   int // of the last event
	Ply      int
	Turn     int          // seat to move, from 1
	Deadline play.Instant // 0 for none
	Ended    play.Instant // 0 while it is in progress
	Reason   string       // why it is over
}

const gameColumns = `games.id, games.game, games.variant, games.speed, games.rated, games.created_at, games.number,
	games.ply, games.turn, games.deadline, games.ended_at, games.reason`

func (g *Game) fields() []any {
	return []any{&g.ID, &g.Game, &g.Variant, &g.Speed, &g.Rated, &g.Created, &g.Number, &g.Ply, &g.Turn, &g.Deadline, &g.Ended, &g.Reason}
}

// Game returns a game, or ErrNotFound.
func (s *Store) Game(ctx context.Context, id string) (g Game, err error) {
	err = s.db.Row(ctx, g.fields(), `SELECT `+gameColumns+` FROM games WHERE id = $1`, id)
	return g, err
}

// Live returns all games in progress.
func (s *Store) Live(ctx context.Context) ([]Game, error) {
	return database.List(ctx, s.db.Reader(), (*Game).fields, `SELECT `+gameColumns+` FROM games WHERE ended_at = 0 ORDER BY id`)
}

// Holdings returns the tables for which it is known what they hold about accounts.
func Holdings() (tables []string) {
	for _, h := range holdings {
		tables = append(tables, h.table)
	}
	return tables
}

// Forgetting returns the statements that remove what is kept about an account, by table.
func Forgetting() map[string]string {
	statements := map[string]string{}
	for _, h := range holdings {
		if h.forget != "" {
			statements[h.table] = h.forget
		}
	}
	return statements
}

// Telling returns the statements that read what the owner of an account can download, by table.
func Telling() map[string]string {
	statements := map[string]string{}
	for _, h := range holdings {
		if h.tell != "" {
			statements[h.table] = h.tell
		}
	}
	return statements
}

// Rows returns the rows of a query by the names of its columns.
func (s *Store) Rows(ctx context.Context, query string) ([]map[string]any, error) {
	return s.rows(ctx, query)
}

// CommitGroup commits batches together, as a writer does, and returns the error of each.
func CommitGroup(s *Store, batches []play.Batch) []error {
	group, errs := make([]*batch, len(batches)), make([]error, len(batches))
	for i, events := range batches {
		if group[i], errs[i] = newBatch(events); errs[i] != nil {
			return errs
		}
	}
	s.commitGroup(group)
	for i, b := range group {
		errs[i] = <-b.done
	}
	return errs
}

// DeleteGames is one of the steps of DeleteGuestGames.
func DeleteGames(ctx context.Context, s *Store, before play.Instant, ids ...string) error {
	_, err := s.deleteGuestGames(ctx, before, ids)
	return err
}
