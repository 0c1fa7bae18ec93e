package database_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"

	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

// mustOpen opens a database that is closed with the test.
func mustOpen(t *testing.T, address string) *database.DB {
	t.Helper()
	db, err := database.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func exec(t *testing.T, db *database.DB, statement string, args ...any) {
	t.Helper()
	if _, err := db.Writer().ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// A store that a newer program has migrated is opened as long as that program allows it,
// and never copied, because the copy would lack what only the newer one knows.
func TestStoreOfNewerProgram(t *testing.T) {
	storetest.EachNew(t, func(t *testing.T, address string) {
		db := mustOpen(t, address)
		first := db.Schema()
		if first.Before != 0 || first.Now != first.Program || first.Oldest > first.Program {
			t.Errorf("a new store: %+v", first)
		}
		newer := first.Program + 7
		exec(t, db, `INSERT INTO goose_db_version (version_id, is_applied) VALUES ($1, TRUE)`, newer)

		beside := mustOpen(t, address)
		if s := beside.Schema(); s.Before != newer || s.Now != newer || s.Program != first.Program {
			t.Errorf("a newer store: %+v", s)
		}
		copied := mustOpen(t, filepath.Join(t.TempDir(), "copy.db"))
		// Each program that is open notices it, also the one from before.
		for _, from := range []*database.DB{db, beside} {
			if err := copied.Restore(t.Context(), from); !errors.Is(err, database.ErrNewer) {
				t.Errorf("copied with the error %v, want ErrNewer", err)
			}
		}

		exec(t, db, `UPDATE service SET oldest_program = $1`, newer-1)
		_, err := database.Open(t.Context(), address)
		if !errors.Is(err, database.ErrNewer) || !strings.Contains(err.Error(), "want a version with schema") {
			t.Errorf("opened with the error %v, want ErrNewer", err)
		}
	})
}

// What is stored changes only for programs that know it; for the others it may grow.
func TestMigrationsForOlderPrograms(t *testing.T) {
	known, err := database.ProgramSchema()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("migrations/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d migrations, %v", len(files), err)
	}
	change := regexp.MustCompile(`(?im)^\s*(UPDATE|DELETE|INSERT|DROP TABLE|ALTER TABLE .*\b(DROP|RENAME|ALTER)\b).*`)
	for _, file := range files {
		version, err := goose.NumericComponent(file)
		text, failed := os.ReadFile(file)
		if err != nil || failed != nil {
			t.Fatal(err, failed)
		}
		if found := change.Find(text); version > known.Oldest && found != nil {
			t.Errorf("%s changes what programs of schema %d use: %s", file, known.Oldest, found)
		}
	}
}

// A migration that older programs can't follow waits until none of them serves the
// store; any other one doesn't.
func TestUpgradeUnderOlderPrograms(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		old := mustOpen(t, address)
		if err := old.Reserve(t.Context()); err != nil {
			t.Fatal(err)
		}
		if old.Shared() {
			exec(t, old, `INSERT INTO nodes (id, beat, rooms, expires_at) VALUES ('old', 0, 0, 9000000000000)`)
		}
		next, statement := old.Schema().Program+1, `CREATE TABLE next (id TEXT)`
		if err := database.Upgrade(t.Context(), address, next, next, statement); !errors.Is(err, database.ErrOlderPrograms) {
			t.Errorf("upgraded with the error %v, want ErrOlderPrograms", err)
		}
		if err := database.Upgrade(t.Context(), address, next, old.Schema().Oldest, statement); err != nil {
			t.Errorf("upgraded with the error %v", err)
		}
	})
}

// A migration that waits for a long read, such as a backup, does not keep the nodes that
// serve the store waiting behind it.
func TestUpgradeDuringBackup(t *testing.T) {
	address := storetest.Postgres(t)
	db := mustOpen(t, storetest.Patient(address))
	schema := db.Schema()
	upgraded := make(chan error, 1)
	var n int
	err := db.Snapshot(t.Context(), func(tx *sql.Tx) error {
		if err := tx.QueryRowContext(t.Context(), `SELECT count(*) FROM games`).Scan(&n); err != nil {
			return err
		}
		go func() {
			upgraded <- database.Upgrade(t.Context(), address, schema.Program+1, schema.Oldest, `ALTER TABLE games ADD COLUMN next BIGINT`)
		}()
		storetest.AwaitLocks(t, db, 1, "%ALTER TABLE games%")
		return db.Row(t.Context(), []any{&n}, `SELECT count(*) FROM games`)
	})
	if err := errors.Join(err, <-upgraded); err != nil {
		t.Error(err)
	}
}

func TestRedacted(t *testing.T) {
	for _, test := range []struct{ address, want string }{
		{"games.db", "games.db"},
		{"postgres://thera@db/thera", "postgres://thera@db/thera"},
		{"postgres://thera:s3cret@db/thera", "postgres://thera:xxxxx@db/thera"},
		{"postgres://thera:s3/cr:et@db1:1,db2:2/thera", "postgres://thera:xxxxx@db1:1,db2:2/thera"},
		{"postgres:///thera?user=a&password=s3cret&host=/run", "postgres:///thera?user=a&password=xxxxx&host=/run"},
		{"nats://s3cret@bus:4222", "nats://xxxxx@bus:4222"},
		{"nats://bus:4222,tls://node:s3cret@bus2:4222", "nats://bus:4222,tls://node:xxxxx@bus2:4222"},
	} {
		if got := database.Redacted(test.address); got != test.want {
			t.Errorf("%s: %s, want %s", test.address, got, test.want)
		}
	}
}
