package store_test

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"testing"

	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// hold runs a function while a transaction has done something.
func hold(t *testing.T, s *store.Store, statement string, then func()) {
	t.Helper()
	err := s.DB().Update(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.ExecContext(t.Context(), statement)
		if err == nil {
			then()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Of batches that are committed together, one that the database refuses fails alone.
func TestRefusedBatchFailsAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := open(t, storetest.Patient(address))
		var games []*game
		for n := range 9 {
			games = append(games, begin(t, s, id(n), 0, setupOf(t, false, "ann", "bob")))
		}
		bad := games[5]
		must(t, s.DB().Exec(t.Context(), `INSERT INTO events (game, number, kind, event) VALUES ($1, 2, 'turn', '{}')`, bad.id))
		var group []play.Batch
		for _, g := range games {
			state, events, err := g.state.Decide(g.state.At()+1, turn(g.state))
			must(t, err)
			group = append(group, state.Batch(g.id, events))
		}
		errs := store.CommitGroup(s, group)
		for i, g := range games {
			if want := g == bad; errors.Is(errs[i], play.ErrTaken) != want || !want && errs[i] != nil {
				t.Errorf("game %d: %v", i, errs[i])
			}
		}
	})
}

// Somebody who has locked a game, or a player's rating, delays nothing else.
func TestLockedRowsDelayNoOthers(t *testing.T) {
	s := open(t, storetest.Patient(storetest.Postgres(t)))
	slow, fast := begin(t, s, "slow", 0, setupOf(t, false, "ann", "bob")), begin(t, s, "fast", 0, setupOf(t, false, "ann", "bob"))
	rated := begin(t, s, "rated", 0, setupOf(t, true, "ann", "bob"))
	for range 2 {
		rated.move()
	}
	var waiting sync.WaitGroup
	var errs [2]error
	ended := make(chan struct{})
	hold(t, s, `UPDATE games SET reason = '' WHERE id = 'slow'; UPDATE service SET rated = rated`, func() {
		waiting.Go(func() { errs[0] = appendTurn(t.Context(), slow) })
		waiting.Go(func() {
			state, events, err := rated.state.Decide(rated.state.At()+1, play.Resign{Seat: 1})
			if errs[1] = err; err == nil {
				errs[1] = s.Append(t.Context(), state.Batch("rated", events))
			}
		})
		go func() { waiting.Wait(); close(ended) }()
		storetest.AwaitLocks(t, s.DB(), 2, "%")
		for range 5 {
			fast.move()
		}
		if storetest.LockWaits(t, s.DB(), "%") != 2 {
			t.Error("the locks were no longer waited for")
		}
	})
	<-ended
	if err := errors.Join(errs[:]...); err != nil {
		t.Error(err)
	}
}

// A lock that somebody holds for too long is given up, and the turn can be sent again.
func TestLockTimeout(t *testing.T) {
	s := open(t, storetest.Postgres(t)+"&lock_timeout=1")
	g := begin(t, s, "g", 0, setupOf(t, false, "ann", "bob"))
	hold(t, s, `UPDATE games SET reason = '' WHERE id = 'g'`, func() {
		if err := appendTurn(t.Context(), g); err == nil || !strings.Contains(err.Error(), "lock timeout") {
			t.Errorf("error %v, want that the lock could not be had", err)
		}
	})
	must(t, appendTurn(t.Context(), g))
}

// Every connection has limits, unless the address says otherwise.
func TestTimeouts(t *testing.T) {
	s := open(t, storetest.Postgres(t)+"&statement_timeout=7000")
	for name, want := range map[string]string{"lock_timeout": "1s", "idle_in_transaction_session_timeout": "10s", "statement_timeout": "7s"} {
		var got string
		if err := s.DB().Row(t.Context(), []any{&got}, `SHOW `+name); err != nil || got != want {
			t.Errorf("%s is %q, %v, want %q", name, got, err, want)
		}
	}
	err := s.DB().Snapshot(t.Context(), func(tx *sql.Tx) error {
		var got string
		if err := tx.QueryRowContext(context.WithoutCancel(t.Context()), `SHOW statement_timeout`).Scan(&got); err != nil || got != "0" {
			t.Errorf("in a snapshot it is %q, %v", got, err)
		}
		return nil
	})
	must(t, err)
}
