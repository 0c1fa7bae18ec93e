package storetest

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"thera/internal/site/store/database"
)

// Until waits for something that has to happen. It is for tests outside of bubbles.
func Until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within two minutes: %s", what)
		}
	}
}

// LockWaits returns how many statements that a LIKE pattern matches wait for locks of a
// Postgres database.
func LockWaits(t testing.TB, db *database.DB, pattern string) (n int) {
	t.Helper()
	const query = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`
	if err := db.Row(t.Context(), []any{&n}, query, pattern); err != nil {
		t.Fatal(err)
	}
	return n
}

// AwaitLocks waits until at least n statements that a LIKE pattern matches wait for locks.
func AwaitLocks(t testing.TB, db *database.DB, n int, pattern string) {
	t.Helper()
	what := fmt.Sprintf("%d statements like %q wait for locks", n, pattern)
	Until(t, what, func() bool { return LockWaits(t, db, pattern) >= n })
}

// Meanwhile calls functions while a test holds locks of a Postgres database.
type Meanwhile struct {
	T  testing.TB
	DB *database.DB

	begun int
	ended atomic.Int32
	all   sync.WaitGroup
}

// Do calls a function and returns when it has ended or waits for a lock, like each that
// was called before.
func (m *Meanwhile) Do(do func()) {
	m.T.Helper()
	m.begun++
	m.all.Go(func() {
		defer m.ended.Add(1)
		do()
	})
	Until(m.T, fmt.Sprintf("%d functions have ended or wait for locks", m.begun), func() bool {
		return LockWaits(m.T, m.DB, "%")+int(m.ended.Load()) >= m.begun
	})
}

// Wait waits until all functions have ended.
func (m *Meanwhile) Wait() { m.all.Wait() }
