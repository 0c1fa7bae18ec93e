package storetest

import (
	"errors"
	"fmt"
	"testing"

	"thera/internal/site/store"
)

func TestMain(m *testing.M) { Main(m) }

// outcome is a test of which is noted how it ends.
type outcome struct {
	testing.TB
	failed, skipped bool
}

func (o *outcome) Helper()               {}
func (o *outcome) Fatalf(string, ...any) { o.failed = true; panic(o) }
func (o *outcome) Skipf(string, ...any)  { o.skipped = true; panic(o) }

// TestLeaveOut wants nothing left out where there is a Postgres, or has to be one.
func TestLeaveOut(t *testing.T) {
	missing := fmt.Errorf("%w: none", errMissing)
	for _, test := range []struct {
		why      error
		required string
		failed   bool
	}{
		{missing, "", false},
		{missing, "yes", true},
		{errors.New("it does not start"), "", true},
	} {
		t.Setenv(required, test.required)
		o := &outcome{TB: t}
		func() {
			defer func() { _ = recover() }()
			leaveOut(o, test.why)
		}()
		if o.failed != test.failed || o.skipped == test.failed {
			t.Errorf("%v, %s=%q: failed %t, skipped %t", test.why, required, test.required, o.failed, o.skipped)
		}
	}
}

// TestSQLite wants each store to have the tables of this program, and nothing of others, and
// not to wait for the disk.
func TestSQLite(t *testing.T) {
	for range 2 {
		s := Open(t, SQLite(t))
		if schema := s.DB().Schema(); schema.Before != schema.Program {
			t.Errorf("%+v: want a store that was migrated before", schema)
		}
		if err := s.AddAct(t.Context(), store.Act{ID: "only"}); err != nil {
			t.Errorf("a store is not empty: %v", err)
		}
		var synchronous int
		if err := s.DB().Writer().QueryRowContext(t.Context(), `PRAGMA synchronous`).Scan(&synchronous); err != nil || synchronous != 0 {
			t.Errorf("synchronous = %d, %v: want 0", synchronous, err)
		}
	}
}
