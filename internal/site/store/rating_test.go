package store_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"thera/internal/catalog/setup"
	"thera/internal/lab/rating"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

func ratingOf(t *testing.T, s *store.Store, player string, at play.Instant) store.Rating {
	t.Helper()
	r, err := s.Rating(t.Context(), player, "hermit", play.Fast, at)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRatingOfAGame(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		if r := ratingOf(t, s, "ann", 0); r.Rating != rating.New() || r.Games != 0 {
			t.Errorf("a new player has %+v", r)
		}
		g := begin(t, s, "g", 0, setupOf(t, true, "ann", "bob"))
		g.play(true)
		end := g.state.At()
		won := rating.New().After(0, rating.Result{Opponent: rating.New(), Score: 1})
		lost := rating.New().After(0, rating.Result{Opponent: rating.New(), Score: 0})
		if r := ratingOf(t, s, "ann", end); r.Rating != won || r.Games != 1 || r.At != end {
			t.Errorf("the winner has %+v, want %+v", r, won)
		}
		changes, err := s.Changes(t.Context(), "g")
		want := []store.Change{{won, "g", "ann", 1500, end}, {lost, "g", "bob", 1500, end}}
		if err != nil || !reflect.DeepEqual(changes, want) {
			t.Errorf("%v: changes\n%+v, want\n%+v", err, changes, want)
		}
		// A deviation that has grown since counts in the next game.
		year := play.Instant(365 * 24 * time.Hour / time.Millisecond)
		begin(t, s, "h", year, setupOf(t, true, "bob", "ann")).play(true)
		idle := time.Duration(year+3000-end) * time.Millisecond
		wantBob := lost.After(idle, rating.Result{Opponent: won.Idle(idle), Score: 1})
		if r := ratingOf(t, s, "bob", year+3000); r.Rating != wantBob || r.Games != 2 {
			t.Errorf("a year later %+v, want %+v", r, wantBob)
		}
		if r := ratingOf(t, s, "bob", 2*year); r.Deviation <= wantBob.Deviation {
			t.Errorf("two years later %+v, want less certain than %+v", r, wantBob)
		}
		curve, err := s.Curve(t.Context(), "bob", "hermit", play.Fast, 10)
		if err != nil || len(curve) != 2 || curve[1].Before != lost.Rating || curve[1].Rating != wantBob {
			t.Errorf("%v: curve %+v", err, curve)
		}
	})
}

// The player who gives a handicap plays as against a stronger one, also when the ratings are
// computed again.
func TestRatingWithAHandicap(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		known := rating.Rating{Rating: 1600, Deviation: 50, Volatility: 0.06}
		for _, player := range []string{"ann", "bob"} {
			if err := s.StartRating(t.Context(), player, "hermit", known); err != nil {
				t.Fatal(err)
			}
		}
		terms := setupOf(t, true, "ann", "bob")
		terms.Handicap = &setup.Given{Name: "first-turn", Giver: 2, Worth: setup.Worth{Elo: 150, Error: 40}}
		g := begin(t, s, "g", 0, terms)
		g.play(true)
		won := known.AfterHandicap(0, rating.Result{Opponent: known, Score: 1}, rating.Handicap{Worth: -150, Error: 40})
		lost := known.AfterHandicap(0, rating.Result{Opponent: known, Score: 0}, rating.Handicap{Worth: 150, Error: 40})
		if got := ratingOf(t, s, "ann", g.state.At()); got.Rating != won {
			t.Errorf("the winner, who received it, has %+v, want %+v", got.Rating, won)
		}
		if got := ratingOf(t, s, "bob", g.state.At()); got.Rating != lost {
			t.Errorf("the loser, who gave it, has %+v, want %+v", got.Rating, lost)
		}
		if won.Rating-1600 > 7 || 1600-lost.Rating > 7 {
			t.Errorf("a result that was expected changes the ratings to %v and %v", won.Rating, lost.Rating)
		}
		if wrong, err := s.Recompute(t.Context(), false); wrong != 0 || err != nil {
			t.Errorf("%d are wrong, %v", wrong, err)
		}
		if sum, err := s.Summary(t.Context(), "g"); err != nil || sum.Handicap == nil || *sum.Handicap != *terms.Handicap {
			t.Errorf("%v: the game is listed with the handicap %+v", err, sum.Handicap)
		}
	})
}

// A starting rating counts before the first game, once, and again when all
// ratings are recomputed.
func TestStartRating(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		known := rating.Rating{Rating: 1834, Deviation: 80, Volatility: 0.06}
		say := func(player string, r rating.Rating) {
			if err := s.StartRating(t.Context(), player, "hermit", r); err != nil {
				t.Fatal(err)
			}
		}
		say("bot", known)
		say("bot", rating.New())
		if r := ratingOf(t, s, "bot", 1e12); r.Rating != known || r.Games != 0 {
			t.Errorf("before the first game %+v, want %+v", r, known)
		}
		g := begin(t, s, "g", 0, setupOf(t, true, "bot", "ann"))
		g.play(true)
		say("ann", known) // she has played
		want := known.After(0, rating.Result{Opponent: rating.New(), Score: 1})
		if r := ratingOf(t, s, "bot", g.state.At()); r.Rating != want {
			t.Errorf("after it %+v, want %+v", r.Rating, want)
		}
		if wrong, err := s.Recompute(t.Context(), false); wrong != 0 || err != nil {
			t.Errorf("%d are wrong, %v", wrong, err)
		}
		say("bob", known)
		begin(t, s, "h", 9000, setupOf(t, true, "bob", "bot")).play(true)
		if wrong, err := s.Recompute(t.Context(), true); wrong != 0 || err != nil {
			t.Errorf("%d are wrong, %v", wrong, err)
		}
	})
}

// Casual and aborted games are not rated.
func TestUnratedGames(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		begin(t, s, "casual", 0, setupOf(t, false, "ann", "bob")).play(true)
		begin(t, s, "aborted", 0, setupOf(t, true, "ann", "bob")).do(1, play.Abort{})
		if r := ratingOf(t, s, "ann", 10); r.Games != 0 {
			t.Errorf("rated: %+v", r)
		}
		if changes, err := s.Changes(t.Context(), "casual"); err != nil || len(changes) != 0 {
			t.Errorf("changes %+v, %v", changes, err)
		}
	})
}

// A tournament game has a winner even if a player does not show up, but is not rated.
func TestNoShowIsNotRated(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		for turns := range 3 {
			cup := setupOf(t, true, "ann", "bob")
			cup.Tournament = "cup"
			g := begin(t, s, id(turns), play.Instant(turns), cup)
			for range turns {
				g.move()
			}
			g.do(10*60*1000, play.Tick{})
			sum, err := s.Summary(t.Context(), g.id)
			if rated := turns == 2; err != nil || sum.Rated != rated || len(sum.Winners) != 1 {
				t.Errorf("after %d turns: %+v, %v", turns, sum, err)
			}
		}
		if r := ratingOf(t, s, "ann", 10); r.Games != 1 {
			t.Errorf("rated: %+v", r)
		}
		if counts, err := s.Counts(t.Context(), "ann"); err != nil || len(counts) != 1 || counts[0].Games != 3 || counts[0].Rated != 1 {
			t.Errorf("counts %+v, %v", counts, err)
		}
		if wrong, err := s.Recount(t.Context(), false); err != nil || wrong != 0 {
			t.Errorf("%d counters are wrong, %v", wrong, err)
		}
	})
}

// The ratings computed again from the logs are those that were stored, and
// ones that are wrong are put right.
func TestRecompute(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		rng := rand.New(rand.NewPCG(1, 1))
		players := []string{"ann", "bob", "cid", "dan", "eve"}
		for n := range 60 {
			i := rng.IntN(len(players))
			j := (i + 1 + rng.IntN(len(players)-1)) % len(players)
			at := play.Instant(n)*10_000_000 + play.Instant(rng.IntN(20_000_000))
			begin(t, s, id(n), at, setupOf(t, rng.IntN(5) > 0, players[i], players[j])).play(rng.IntN(2) == 0)
		}
		if wrong, err := s.Recompute(ctx, false); wrong != 0 || err != nil {
			t.Fatalf("%d ratings differ, %v", wrong, err)
		}
		for i, name := range players {
			banned := play.Instant(i / (len(players) - 1)) // the last
			must(t, s.AddAccount(ctx, store.Account{ID: name, Name: strings.ToUpper(name), Folded: name, Kind: play.Person, Banned: banned}, nil))
		}
		best, err := s.Best(ctx, "hermit", play.Fast, 10)
		if err != nil || len(best) == 0 || best[0].Name != strings.ToUpper(best[0].Player) || slices.ContainsFunc(best, func(l store.Leader) bool { return l.Player == "eve" }) {
			t.Fatalf("best: %+v, %v", best, err)
		}
		before := ratingOf(t, s, "ann", 0)
		if err := store.Spoil(ctx, s, "ann"); err != nil {
			t.Fatal(err)
		}
		for i, want := range []int{1, 1, 0} {
			if wrong, err := s.Recompute(ctx, i > 0); wrong != want || err != nil {
				t.Errorf("%d ratings are found wrong, %v, want %d", wrong, err, want)
			}
		}
		if after := ratingOf(t, s, "ann", 0); after != before {
			t.Errorf("put right: %+v, was %+v", after, before)
		}
	})
}

// TestRecomputeWhilePlaying ends a game after its players' ratings were found wrong: what it
// made of them is corrected too.
func TestRecomputeWhilePlaying(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		for n := range 5 {
			begin(t, s, id(n), play.Instant(n)*1000, setupOf(t, true, "ann", "bob")).play(true)
		}
		right := ratingOf(t, s, "ann", 0)
		must(t, store.Spoil(ctx, s, "ann"))
		corrected, err := store.RecomputeAround(ctx, s, func() {
			begin(t, s, "late", 9000, setupOf(t, true, "bob", "ann")).play(true)
		})
		if corrected != 2 || err != nil {
			t.Errorf("%d ratings were corrected, %v, want those of ann and bob", corrected, err)
		}
		if wrong, err := s.Recompute(ctx, false); wrong != 0 || err != nil {
			t.Errorf("%d ratings are still wrong, %v", wrong, err)
		}
		changes, err := s.Changes(ctx, "late")
		if err != nil || len(changes) != 2 || changes[1].Before != right.Rating.Rating {
			t.Errorf("%v: changes of the late game %+v, want ann's from %v on", err, changes, right.Rating.Rating)
		}
	})
}

// TestCorrectedRatings wants all ratings counted that were corrected, and nothing else, however
// the correction ends.
func TestCorrectedRatings(t *testing.T) {
	ctx := t.Context()
	prepare := func(t *testing.T, statements ...string) *store.Store {
		s := open(t, storetest.SQLite(t))
		for n := range 101 {
			begin(t, s, id(n), play.Instant(n)*1000, setupOf(t, true, "ann", "bob")).play(true)
		}
		for _, one := range statements {
			if _, err := s.DB().Writer().ExecContext(ctx, one); err != nil {
				t.Fatalf("%s: %v", one, err)
			}
		}
		return s
	}
	t.Run("voiding", func(t *testing.T) {
		s := prepare(t, // 250 ratings without games; after the first 200 a game is voided, which uses up a number
			`WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 250)
			INSERT INTO ratings SELECT n, 'hermit', 'fast', 1500, 100, 0.06, 9, 9 FROM many`,
			`CREATE TRIGGER void AFTER DELETE ON ratings WHEN (SELECT count(*) FROM ratings) = 2 + 50
			BEGIN UPDATE service SET rated = rated + 1; END`)
		if corrected, err := s.Recompute(ctx, true); corrected != 250 || err != nil {
			t.Errorf("%d ratings were corrected, %v, want 250", corrected, err)
		}
	})
	t.Run("a lost number", func(t *testing.T) {
		s := prepare(t, `UPDATE service SET rated = 100`)
		if _, err := s.Recompute(ctx, true); err == nil || !strings.Contains(err.Error(), "counts 100 rated games, but there is one with number 101") {
			t.Errorf("%v: want an error with both numbers", err)
		}
	})
	t.Run("interrupted", func(t *testing.T) {
		s := prepare(t, // one rating, and more changes than are corrected in a step
			`UPDATE ratings SET rating = rating + 1 WHERE player = 'ann'`,
			`UPDATE rating_changes SET before = -1`,
			`CREATE TRIGGER refuse BEFORE UPDATE ON rating_changes WHEN (SELECT count(*) FROM rating_changes WHERE before = -1) = 1
			BEGIN SELECT RAISE(ABORT, 'refused'); END`)
		if corrected, err := s.Recompute(ctx, true); corrected != 1 || err == nil {
			t.Errorf("%d ratings were corrected, %v, want 1 and an error", corrected, err)
		}
	})
}
