package store_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"

	"thera/internal/catalog/setup"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

func voidAct(id string) store.Act { return store.Act{ID: id, At: 5, Actor: "root", Act: "void"} }

// TestVoid compares stores in which games are voided with stores in which the same games
// were casual from the start: ratings, curves and records must be the same.
func TestVoid(t *testing.T) {
	players := []string{"ann", "bob", "cid", "dan", "eve"}
	voided := []string{id(7), id(0), id(39)}
	fill := func(t *testing.T, s *store.Store, casual []string) {
		rng := rand.New(rand.NewPCG(2, 2))
		for n := range 40 {
			i := rng.IntN(len(players))
			j := (i + 1 + rng.IntN(len(players)-1)) % len(players)
			at := play.Instant(n) * 50_000_000
			isRated := true
			for _, g := range casual {
				isRated = isRated && g != id(n)
			}
			terms := setupOf(t, isRated, players[i], players[j])
			if n%3 == 0 {
				terms.Handicap = &setup.Given{Name: "first-turn", Giver: 1 + n%2, Worth: setup.Worth{Elo: 300, Error: 50}}
			}
			begin(t, s, id(n), at, terms).play(rng.IntN(3) > 0)
		}
	}
	type known struct {
		ratings []store.Rating
		curve   []store.Change
	}
	ask := func(t *testing.T, s *store.Store) map[string]known {
		all := map[string]known{}
		for _, player := range players {
			ratings, err := s.RatingsOf(t.Context(), player, 1e12)
			must(t, err)
			curve, err := s.Curve(t.Context(), player, "hermit", play.Fast, 1000)
			must(t, err)
			all[player] = known{ratings, curve}
		}
		return all
	}
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		fill(t, s, nil)
		before := ask(t, s)
		for i, g := range voided {
			must(t, s.Void(ctx, g, 5, voidAct(g)))
			other, err := store.Open(ctx, storetest.SQLite(t))
			must(t, err)
			fill(t, other, voided[:i+1])
			if got, want := ask(t, s), ask(t, other); !reflect.DeepEqual(got, want) {
				t.Errorf("without %v: %.500s, want %.500s", voided[:i+1], fmt.Sprint(got), fmt.Sprint(want))
			}
			must(t, other.Close())
			if wrong, err := s.Recompute(ctx, false); wrong != 0 || err != nil {
				t.Errorf("without %v %d ratings are wrong, %v", voided[:i+1], wrong, err)
			}
			if wrong, err := s.Recount(ctx, false); wrong != 0 || err != nil {
				t.Errorf("without %v %d counters are wrong, %v", voided[:i+1], wrong, err)
			}
		}
		if sum, err := s.Summary(ctx, voided[0]); err != nil || sum.Reason != store.Voided || len(sum.Winners) != 0 {
			t.Errorf("%v: %+v, want a voided game", err, sum)
		}
		if err := s.Void(ctx, voided[0], 6, voidAct("again")); !errors.Is(err, store.ErrNotVoidable) {
			t.Errorf("voided twice: %v", err)
		}
		// All are as they were once the games count again, in any order.
		for _, g := range slices.Backward(voided) {
			must(t, s.Unvoid(ctx, g, 7, voidAct("un"+g)))
		}
		if got := ask(t, s); !reflect.DeepEqual(got, before) {
			t.Errorf("restored: %.500s, want %.500s", fmt.Sprint(got), fmt.Sprint(before))
		}
		if wrong, err := s.Recount(ctx, false); wrong != 0 || err != nil {
			t.Errorf("restored: %d counters are wrong, %v", wrong, err)
		}
		if err := s.Unvoid(ctx, voided[0], 8, voidAct("twice")); !errors.Is(err, store.ErrNotVoidable) {
			t.Errorf("restored twice: %v", err)
		}
		if err := s.Void(ctx, "none", 8, voidAct("none")); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("no game: %v", err)
		}
	})
}

// TestRecomputeWhileVoiding wants right ratings after both, whichever comes first.
func TestRecomputeWhileVoiding(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		for n := range 40 {
			begin(t, s, id(n), play.Instant(n)*1000, setupOf(t, true, "ann", []string{"bob", "cid"}[n%2])).play(true)
		}
		for n := range 40 {
			change := s.Void
			if n%2 == 1 {
				change = s.Unvoid
			}
			var changing sync.WaitGroup
			changing.Go(func() {
				if err := change(ctx, id(7), 5, voidAct(id(n))); err != nil {
					t.Error(err)
				}
			})
			_, err := s.Recompute(ctx, true)
			changing.Wait()
			must(t, err)
			if wrong, err := s.Recompute(ctx, false); wrong != 0 || err != nil {
				t.Fatalf("%d ratings are wrong after change %d, %v", wrong, n, err)
			}
		}
	})
}

// TestVoidOnlyGame removes the rating of players who have no other game at this speed.
func TestVoidOnlyGame(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		begin(t, s, "g", 0, setupOf(t, true, "ann", "bob")).play(true)
		begin(t, s, "casual", 0, setupOf(t, false, "ann", "bob")).play(true)
		slow := setupOf(t, true, "ann", "bob")
		slow.Control = play.Control{Turn: 86_400_000}
		begin(t, s, "slow", 0, slow).play(true)
		must(t, s.Void(t.Context(), "g", 5, voidAct("1")))
		if all, err := s.RatingsOf(t.Context(), "ann", 10); err != nil || len(all) != 1 || all[0].Speed != slow.Control.Speed() || all[0].Games != 1 {
			t.Errorf("%v: ratings %+v, want that of the other speed", err, all)
		}
		if err := s.Void(t.Context(), "casual", 5, voidAct("2")); !errors.Is(err, store.ErrNotVoidable) {
			t.Errorf("a casual game: %v", err)
		}
	})
}
