package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"testing"

	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

// BenchmarkPlayer reads what everybody can ask about a player with 100,000 rated games
// against 500 opponents. An iteration is one answer.
func BenchmarkPlayer(b *testing.B) {
	for _, kind := range []struct {
		name    string
		address func(testing.TB) string
	}{{"sqlite", storetest.SQLite}, {"postgres", storetest.Postgres}} {
		b.Run(kind.name, func(b *testing.B) { readPlayer(b, kind.address(b)) })
	}
}

func readPlayer(b *testing.B, address string) {
	const games, opponents = 100_000, 500
	s := open(b, storetest.Patient(address))
	fill(b, s, games, opponents)
	yes := true
	page := store.Page{Before: 1000 * games / 2, BeforeID: "x"}
	for _, read := range []struct {
		name string
		do   func(ctx context.Context) (int, error)
	}{
		{"profile", func(ctx context.Context) (int, error) { all, err := s.Counts(ctx, "p0"); return len(all), err }},
		{"record", func(ctx context.Context) (int, error) {
			all, err := s.ByOpponent(ctx, "p0", "", 100)
			return len(all), err
		}},
		{"sides", func(ctx context.Context) (int, error) { all, err := s.BySide(ctx, "p0", "", 100); return len(all), err }},
		{"curve", func(ctx context.Context) (int, error) {
			all, err := s.Curve(ctx, "p0", "hermit", play.Fast, 500)
			return len(all), err
		}},
		{"page", func(ctx context.Context) (int, error) {
			all, err := s.Games(ctx, store.Search{Player: "p0", Page: page, Limit: 30})
			return len(all), err
		}},
		{"page-of-few", func(ctx context.Context) (int, error) {
			all, err := s.Games(ctx, store.Search{Player: "p0", Result: store.Aborted, Rated: &yes, Limit: 30})
			return len(all), err
		}},
		{"page-of-opponent", func(ctx context.Context) (int, error) {
			all, err := s.Games(ctx, store.Search{Player: "p0", Opponent: "p7", Limit: 30})
			return len(all), err
		}},
		{"leaderboard", func(ctx context.Context) (int, error) {
			all, err := s.Best(ctx, "hermit", play.Fast, 100)
			return len(all), err
		}},
	} {
		b.Run(read.name, func(b *testing.B) {
			for b.Loop() {
				if n, err := read.do(b.Context()); err != nil || n == 0 && read.name != "page-of-few" {
					b.Fatal(n, err)
				}
			}
		})
	}
}

// fill stores games of p0 against others as if they had been played. The counters are
// counted afterward.
func fill(b *testing.B, s *store.Store, games, opponents int) {
	b.Helper()
	ctx := b.Context()
	err := s.DB().Update(ctx, func(tx *sql.Tx) error {
		for n := range opponents + 1 {
			name := fmt.Sprint("p", n)
			if _, err := tx.ExecContext(ctx, `INSERT INTO accounts (id, name, folded, kind, password, created_at, closed_at, banned_at, ban) VALUES ($1, $1, $1, 'person', '', 0, 0, 0, '')`, name); err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, `INSERT INTO ratings (player, game, speed, rating, deviation, volatility, games, at) VALUES ($1, 'hermit', 'fast', $2, 60, 0.06, $3, 0)`, name, 1500+n, games); err != nil {
				return err
			}
		}
		return nil
	})
	for first := 0; first < games && err == nil; first += 10_000 {
		err = s.DB().Update(ctx, func(tx *sql.Tx) error { return fillSome(ctx, tx, first, min(games, first+10_000), opponents) })
	}
	if err == nil {
		_, err = s.Recount(ctx, true)
	}
	if err == nil {
		_, err = s.DB().Writer().ExecContext(ctx, `ANALYZE`)
	}
	if err != nil {
		b.Fatal(err)
	}
}

func fillSome(ctx context.Context, tx *sql.Tx, from, to, opponents int) error {
	for n := from; n < to; n++ {
		id, other, at := fmt.Sprintf("g%09d", n), fmt.Sprint("p", 1+n%opponents), play.Instant(1000*n)
		event := fmt.Sprintf(`{"number":1,"at":%d,"event":"created","setup":{"game":"hermit","variant":"6x6","clock":"5+3","rated":true,"players":[{"id":"p0","name":"p0","kind":"person"},{"id":%q,"name":%q,"kind":"person"}]}}`, at, other, other)
		for _, insert := range []struct {
			table string
			args  []any
		}{
			{
				"games (id, game, variant, speed, rated, created_at, number, ply, turn, position, last_turn, deadline, ended_at, reason, winners, strength, previous, rated_number)",
				[]any{id, "hermit", "6x6", play.Fast, true, at, 1, 20, 1, "x", "x", 0, at + 1, "resigned", 1, 3000, "", n + 1},
			},
			{"seats (game, seat, player, won, at, ended_at, rules, speed, rated, other, outcome)", []any{id, 1, "p0", true, at, at + 1, "hermit", play.Fast, true, other, store.Won}},
			{"seats (game, seat, player, won, at, ended_at, rules, speed, rated, other, outcome)", []any{id, 2, other, false, at, at + 1, "hermit", play.Fast, true, "p0", store.Lost}},
			{"events (game, number, kind, event)", []any{id, 1, "created", event}},
			{
				"rating_changes (number, game, player, before, rating, deviation, volatility, at, rules, speed, nth)",
				[]any{n + 1, id, "p0", 1500.0, 1500.0, 60.0, 0.06, at, "hermit", play.Fast, n + 1},
			},
		} {
			if _, err := tx.ExecContext(ctx, `INSERT INTO `+insert.table+` VALUES `+database.Values(len(insert.args)), insert.args...); err != nil {
				return err
			}
		}
	}
	return nil
}
