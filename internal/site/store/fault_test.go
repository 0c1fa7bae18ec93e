package store_test

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// appendTurn plays a turn, if it can be stored.
func appendTurn(ctx context.Context, g *game) error {
	state, events, err := g.state.Decide(g.state.At()+1, turn(g.state))
	if err != nil {
		return err
	}
	if err := g.s.Append(ctx, state.Batch(g.id, events)); err != nil {
		return err
	}
	g.state, g.log = state, append(g.log, events...)
	return nil
}

// pause gives the time of an outage back, which can be done any number of times.
func pause(t *testing.T, g *game) (*play.State, []play.Event) {
	t.Helper()
	events := []play.Event{{Number: g.state.Number() + 1, At: g.state.At(), Kind: play.Clocked, Reason: play.ByOutage}}
	state, err := g.state.After(events...)
	if err != nil {
		t.Error(err)
		return g.state, nil
	}
	return state, events
}

func checkLog(t *testing.T, g *game) {
	t.Helper()
	if log, err := g.s.Events(t.Context(), g.id, 0); err != nil || !reflect.DeepEqual(log, g.log) {
		t.Errorf("%v: the log is %+v, want %+v", err, log, g.log)
	}
}

// A full disk loses nothing, and games continue when there is space again.
func TestDiskFull(t *testing.T) {
	s := open(t, storetest.SQLite(t))
	g := begin(t, s, "g", 0, setupOf(t, false, "ann", "bob"))
	if err := store.Limit(t.Context(), s, 1); err != nil {
		t.Fatal(err)
	}
	var err error
	for n := 0; err == nil && n < 10_000; n++ {
		state, events := pause(t, g)
		if err = s.Append(t.Context(), state.Batch("g", events)); err == nil {
			g.state, g.log = state, append(g.log, events...)
		}
	}
	if err == nil || !strings.Contains(err.Error(), "full") {
		t.Fatalf("error %v, want that the disk is full", err)
	}
	checkLog(t, g)
	if err := store.Limit(t.Context(), s, 1<<30); err != nil {
		t.Fatal(err)
	}
	if err := appendTurn(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	checkLog(t, g)
}

// Another process that keeps the file locked delays turns and loses none.
func TestDatabaseLocked(t *testing.T) {
	t.Parallel() // it waits most of the time
	address := storetest.SQLite(t)
	s := open(t, address)
	var games []*game
	for n := range 20 {
		games = append(games, begin(t, s, id(n), 0, setupOf(t, false, "ann", "bob")))
	}
	other, err := sql.Open("sqlite", address+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	errs := make([]error, len(games))
	for i, g := range games {
		all.Go(func() { errs[i] = appendTurn(t.Context(), g) })
	}
	all.Wait() // they are given up after a while, all at once
	if err := errors.Join(errs...); err == nil || !strings.Contains(err.Error(), "locked") {
		t.Errorf("error %v, want that the database is locked", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if err := appendTurn(t.Context(), g); err != nil {
			t.Error(err)
		}
		checkLog(t, g)
	}
}

// Killing and restarting Postgres loses nothing that was acknowledged, and
// games continue.
func TestPostgresRestarts(t *testing.T) {
	t.Parallel()
	address, restart := storetest.PostgresToRestart(t)
	s := open(t, address)
	var games []*game
	for n := range 20 {
		games = append(games, begin(t, s, id(n), 0, setupOf(t, false, "ann", "bob")))
	}
	for range 2 {
		var all sync.WaitGroup
		var back atomic.Bool // set after the restart, as a game without a failed turn would loop forever
		for _, g := range games {
			all.Go(func() {
				for !back.Load() {
					state, events := pause(t, g)
					if s.Append(t.Context(), state.Batch(g.id, events)) != nil {
						return
					}
					g.state, g.log = state, append(g.log, events...)
				}
			})
		}
		restart()
		back.Store(true)
		all.Wait()
		for _, g := range games {
			log, err := s.Events(t.Context(), g.id, 0)
			if err != nil || len(log) < len(g.log) {
				t.Fatalf("%s: %d events, %d were acknowledged: %v", g.id, len(log), len(g.log), err)
			}
			if g.state, err = play.Replay(rules, log); err != nil {
				t.Fatal(err)
			}
			if g.log = log; appendTurn(t.Context(), g) != nil {
				t.Fatalf("%s does not go on", g.id)
			}
		}
	}
}
