package database_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

// On a full disk nothing can be added, which is no fault of the statement, and the database
// is not ready. It is again when there is space.
func TestFullDisk(t *testing.T) {
	address := storetest.SQLite(t)
	synctest.Test(t, func(t *testing.T) {
		db := mustOpen(t, address)
		var pages int
		if err := db.Row(t.Context(), []any{&pages}, `PRAGMA page_count`); err != nil {
			t.Fatal(err)
		}
		exec(t, db, fmt.Sprint(`PRAGMA max_page_count = `, pages))
		add := func(name string) error {
			return db.Exec(t.Context(), `INSERT INTO keys (name, value) VALUES ($1, $2)`, name, strings.Repeat("x", 10_000))
		}
		if err := db.Ready(t.Context()); err != nil {
			t.Errorf("not ready before anything has failed: %v", err)
		}
		if err := add("a"); !errors.Is(err, database.ErrNotStored) {
			t.Errorf("added: %v, want %v", err, database.ErrNotStored)
		}
		if err := db.Ready(t.Context()); err == nil || !strings.Contains(err.Error(), "full") {
			t.Errorf("ready: %v, want that the disk is full", err)
		}
		exec(t, db, fmt.Sprint(`PRAGMA max_page_count = `, 2*pages+100))
		if err := add("a"); err != nil {
			t.Error(err)
		}
		if err := add("a"); !errors.Is(err, database.ErrExists) || errors.Is(err, database.ErrNotStored) {
			t.Errorf("added twice: %v, want %v", err, database.ErrExists)
		}
		time.Sleep(time.Minute)
		if err := db.Ready(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// Postgres says by a code what is the matter.
func TestPostgresNotStored(t *testing.T) {
	address := storetest.Postgres(t)
	for _, test := range []struct {
		code              string
		notStored, writes bool // writes says that the database can be written to
	}{
		{"53100", true, false}, // the disk is full
		{"57P03", true, false}, // it can't accept connections now
		{"25006", true, false}, // it is a standby
		{"55P03", true, true},  // the lock timeout
		{"22001", false, true}, // the value is too long
	} {
		db := mustOpen(t, address)
		err := db.Exec(t.Context(), `DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '`+test.code+`'; END $$`)
		if err == nil || errors.Is(err, database.ErrNotStored) != test.notStored {
			t.Errorf("%s: %v, not stored is to be %t", test.code, err, test.notStored)
		}
		if err := db.Ready(t.Context()); (err == nil) != test.writes {
			t.Errorf("%s: ready: %v", test.code, err)
		}
	}
}

// A server that can't be reached means the same to those who read.
func TestPostgresAway(t *testing.T) {
	db := mustOpen(t, storetest.Postgres(t))
	_, err := pgconn.Connect(t.Context(), "postgres://127.0.0.1:1/none")
	if err == nil || !errors.Is(db.Explain(err), database.ErrNotStored) {
		t.Errorf("%v is not explained", err)
	}
}
