package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

// A backup made while games are played holds each of them as it was at one
// moment, and can be restored into both kinds of store.
func TestBackup(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		must(t, s.AddAccount(ctx, store.Account{ID: "ann", Name: "Ann", Folded: "ann", Kind: play.Person}, []string{"code"}))
		addSession(t, s, store.Session{Hash: "h", Account: "ann", Expires: 100})
		must(t, s.Beat(ctx, 9, play.Span{From: 3, To: 9}))
		begin(t, s, "done", 0, setupOf(t, true, "ann", "bob")).play(true)
		played, err := s.Events(ctx, "done", 0)
		must(t, err)

		stop := make(chan struct{})
		var playing sync.WaitGroup
		for n := range 4 {
			playing.Go(func() {
				for ; ; n += 4 {
					select {
					case <-stop:
						return
					default:
					}
					g := begin(t, s, id(n), 0, setupOf(t, true, "ann", "bob"))
					for range 20 { // as many as a seat may give
						g.do(0, play.MoreTime{})
					}
				}
			})
		}
		file := filepath.Join(t.TempDir(), "backup.db")
		err = s.Backup(ctx, file)
		close(stop)
		playing.Wait()
		must(t, err)
		if err := s.Backup(ctx, file); !errors.Is(err, os.ErrExist) {
			t.Errorf("a backup over another: %v", err)
		}
		if left, _ := filepath.Glob(file + "*"); len(left) != 1 {
			t.Errorf("files %q: want the backup alone", left)
		}

		if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("the backup has the rights %v, %v: want it private", info.Mode(), err)
		}
		backup := open(t, file)
		check := func(t *testing.T, r *store.Store) {
			t.Helper()
			if log, err := r.Events(ctx, "done", 0); err != nil || !reflect.DeepEqual(log, played) {
				t.Errorf("%v: the log is %+v, want %+v", err, log, played)
			}
			games, err := r.Live(ctx)
			must(t, err)
			for _, g := range games {
				if log, err := r.Events(ctx, g.ID, 0); err != nil || len(log) != g.Number {
					t.Errorf("%s: %d events, want %d: %v", g.ID, len(log), g.Number, err)
				}
			}
			if got, want := ratingOf(t, r, "ann", 9999), ratingOf(t, s, "ann", 9999); got != want || got.Games != 1 {
				t.Errorf("rating %+v, want %+v", got, want)
			}
			if wrong, err := r.Recompute(ctx, false); wrong != 0 || err != nil {
				t.Errorf("%d ratings differ, %v", wrong, err)
			}
			if _, _, err := r.Session(ctx, "h", 1); err != nil {
				t.Error(err)
			}
			if last, outages, err := r.LastBeat(ctx); last != 9 || len(outages) != 1 || err != nil {
				t.Errorf("pulse %d, %+v, %v", last, outages, err)
			}
		}
		check(t, backup)
		each(t, func(t *testing.T, restored *store.Store) {
			must(t, restored.Restore(ctx, backup))
			check(t, restored)
			if err := restored.Restore(ctx, backup); err == nil {
				t.Error("a store that is not empty is restored into")
			}
			begin(t, restored, "new", 20_000, setupOf(t, true, "ann", "bob")).play(true)
		})
	})
}

// TestRestoreSilence restores stores into those of another kind or place: the time between
// the last heartbeat and the first one there is given back.
func TestRestoreSilence(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		begin(t, s, "live", 0, setupOf(t, false, "ann", "bob"))
		begin(t, s, "over", 0, setupOf(t, false, "ann", "bob")).play(true)
		if s.Shared() {
			attend(t, s, "died", 5000, -time.Second)
			attend(t, s, "a", 9000, lease)
			own(t, s, "a", "live", store.Ownership{Node: "a", Epoch: 1})
		} else {
			must(t, s.Beat(ctx, 9000))
		}
		each(t, func(t *testing.T, restored *store.Store) {
			must(t, restored.Restore(ctx, s))
			if last, _, err := restored.LastBeat(ctx); err != nil || last != 9000 {
				t.Errorf("last heartbeat %d, %v, want 9000", last, err)
			}
			if !restored.Shared() {
				return
			}
			outage := play.Span{From: 9000, To: 20_000}
			if _, err := restored.RenewLease(ctx, store.Node{ID: "new"}, outage.To, lease, outage); err != nil {
				t.Error(err)
			}
			if last, outages, err := restored.LastBeat(ctx); err != nil || last != outage.To || !slices.Equal(outages, []play.Span{outage}) {
				t.Errorf("when a node serves it: last heartbeat %d, outages %v, %v, want %v", last, outages, err, outage)
			}
		})
	})
}
