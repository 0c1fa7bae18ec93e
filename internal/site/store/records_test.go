package store_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

// The counters are those that counting all games again gives, and wrong ones are put right.
func TestRecount(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		several(t, s)
		cup := setupOf(t, true, "ann", "cid")
		cup.Tournament = "cup"
		begin(t, s, "cup1", 7000, cup).play(true)
		begin(t, s, "cup2", 8000, cup).play(true)
		member := setupOf(t, false, "dan", "bot")
		member.Players[0].Class = "c"
		begin(t, s, "class", 9000, member).play(true)
		if wrong, err := s.Recount(ctx, true); wrong != 0 || err != nil {
			t.Fatalf("%d counters are wrong, %v", wrong, err)
		}
		if scores, err := s.ContestScores(ctx, "cup"); err != nil || !slices.Equal(scores, []store.ContestScore{{First: "ann", Second: "cid", Games: 2, Won: 2}}) {
			t.Errorf("scores %+v, %v", scores, err)
		}
		if others, err := s.ByOpponent(ctx, "bot", "", 9); err != nil || len(others) != 0 {
			t.Errorf("the class is known: %+v, %v", others, err)
		}
		must(t, store.Miscount(ctx, s, "ann"), store.Forget(ctx, s, "won"))
		for i, want := range []int{10, 2, 0} { // all of a game that is not known, or the game and one counter
			if wrong, err := s.Recount(ctx, i > 0); wrong != want || err != nil {
				t.Errorf("%d counters are found wrong, %v, want %d", wrong, err, want)
			}
		}
	})
}

// Pages of games together have every game once, though several began at one moment.
func TestPages(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		var want []string
		for n := range 12 {
			cup := setupOf(t, false, "ann", "bob")
			cup.Tournament = "cup"
			begin(t, s, id(n+10), play.Instant(1000+n/5), cup)
			want = append(want, id(n+10))
		}
		slices.Reverse(want)
		fast := store.Search{Player: "ann", Speed: play.Fast}
		for name, list := range map[string]func(store.Page) ([]play.Summary, error){
			"player": func(p store.Page) ([]play.Summary, error) {
				return s.Games(t.Context(), store.Search{Player: "ann", Page: p, Limit: 5})
			},
			"kind": func(p store.Page) ([]play.Summary, error) {
				fast.Page, fast.Limit = p, 5
				return s.Games(t.Context(), fast)
			},
			"opponent": func(p store.Page) ([]play.Summary, error) {
				return s.Games(t.Context(), store.Search{Player: "bob", Opponent: "ann", Page: p, Limit: 5})
			},
			"cup": func(p store.Page) ([]play.Summary, error) { return s.TournamentGames(t.Context(), "cup", p, 5) },
		} {
			var got []string
			page := store.Page{}
			for {
				games, err := list(page)
				must(t, err)
				if len(games) == 0 {
					break
				}
				got = append(got, ids(games)...)
				last := games[len(games)-1]
				page = store.Page{Before: last.At, BeforeID: last.ID}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
	})
}

// A curve of many games has some points at equal distances, and the last one.
func TestLongCurve(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		for n := range 11 {
			begin(t, s, id(n), play.Instant(n)*10_000, setupOf(t, true, "ann", "bob")).play(true)
		}
		for limit, want := range map[int]string{20: "0 1 2 3 4 5 6 7 8 9 10", 11: "0 1 2 3 4 5 6 7 8 9 10", 10: "0 2 4 6 8 10", 4: "1 4 7 10", 1: "10"} {
			curve, err := s.Curve(t.Context(), "ann", "hermit", play.Fast, limit)
			must(t, err)
			got := ""
			for _, c := range curve {
				got += " " + c.Game[len("game"):]
			}
			if got != " "+want {
				t.Errorf("at most %d:%s, want %s", limit, got, want)
			}
		}
	})
}

// Plans are read as they were set last, until the game ends, and add no events.
func TestPlans(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		days := setupOf(t, false, "ann", "bob")
		days.Control = play.Control{Turn: 86_400_000}
		g := begin(t, s, "g", 0, days)
		g.move()
		g.move()
		first := turn(g.state)
		after, err := g.state.Position().Play(g.state.Position().Moves()[0])
		must(t, err)
		for n := range 3 {
			g.do(1, play.Plan{Seat: 1, Ply: 3, Lines: [][]string{{first.Text, string(after.Moves()[n%2])}}})
		}
		plans, err := s.Plans(t.Context(), "g")
		if err != nil || len(plans) != 1 || plans[0].Seat != 2 || plans[0].After != 3 || plans[0].Lines[0][1] != after.Moves()[0] {
			t.Fatalf("%+v, %v", plans, err)
		}
		if log, err := s.Events(t.Context(), "g", 0); err != nil || len(log) != 3 {
			t.Errorf("%d events, %v, want 3", len(log), err)
		}
		g.do(1, play.Resign{Seat: 0})
		if plans, err := s.Plans(t.Context(), "g"); err != nil || len(plans) != 0 {
			t.Errorf("after the end: %+v, %v", plans, err)
		}
	})
}

// Ratings can be put right while games end.
func TestRecomputeMeanwhile(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		for n := range 40 {
			begin(t, s, fmt.Sprint("before", n), play.Instant(n)*1000, setupOf(t, true, "ann", "bob")).play(true)
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			for range 5 {
				if err := store.Spoil(ctx, s, "ann"); err != nil {
					t.Error(err)
				}
				if _, err := s.Recompute(ctx, true); err != nil {
					t.Error(err)
				}
			}
		}()
		rng := rand.New(rand.NewPCG(1, 1))
		for n, corrected := 0, false; !corrected; n++ {
			begin(t, s, fmt.Sprint("meanwhile", n), play.Instant(100+n)*1000, setupOf(t, true, []string{"ann", "bob"}[rng.IntN(2)], "cid")).play(true)
			select {
			case <-done:
				corrected = true
			default:
			}
		}
		if wrong, err := s.Recompute(ctx, false); wrong != 0 || err != nil {
			t.Errorf("%d ratings are wrong, %v", wrong, err)
		}
	})
}
