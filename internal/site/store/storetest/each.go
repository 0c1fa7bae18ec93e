package storetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"modernc.org/sqlite"

	"thera/internal/site/store/database"
)

// cluster is the Postgres of this test binary, started when first asked for. Nothing in it
// has to survive the machine.
var (
	cluster   = sync.OnceValues(func() (*postgresServer, error) { return startPostgres("fsync=off", "full_page_writes=off") })
	started   atomic.Bool
	databases atomic.Int32
)

// Stores are copied from ones that have been migrated once: that takes longer than many a
// test.
var (
	emptyFile = sync.OnceValues(func() ([]byte, error) {
		folder, err := os.MkdirTemp("", "store")
		if err != nil {
			return nil, err
		}
		defer func() { _ = os.RemoveAll(folder) }()
		name := filepath.Join(folder, "store.db")
		if err := migrate(name); err != nil {
			return nil, err
		}
		return os.ReadFile(name)
	})
	emptyDatabase = sync.OnceValues(func() (name string, err error) {
		server, err := cluster()
		if err == nil {
			err = server.create(migrated, "template1")
		}
		if err == nil {
			err = migrate(server.address(migrated))
		}
		return migrated, err
	})
)

const migrated = "migrated" // the database that others are copied from

func migrate(address string) error {
	db, err := database.Open(context.Background(), address)
	if err != nil {
		return err
	}
	return db.Close()
}

// Main runs the tests of a package, which don't wait for the disk, and stops the Postgres
// that they started.
func Main(m *testing.M) {
	sqlite.RegisterConnectionHook(unsynced)
	code := m.Run()
	if started.Load() {
		if server, err := cluster(); err == nil {
			server.stop()
		}
	}
	os.Exit(code)
}

// unsynced makes SQLite leave to the system when to write to the disk. What it has stored
// outlives the process all the same.
func unsynced(connection sqlite.ExecQuerierContext, _ string) error {
	_, err := connection.ExecContext(context.Background(), "PRAGMA synchronous = OFF", nil)
	return err
}

// Each runs a test with the address of an empty store of each kind.
func Each(t *testing.T, test func(t *testing.T, address string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, Postgres(t)) })
}

// EachNew is Each with addresses at which there is no store yet.
func EachNew(t *testing.T, test func(t *testing.T, address string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "store.db")) })
	t.Run("postgres", func(t *testing.T) { test(t, createDatabase(t, "template1")) })
}

// SQLite returns the address of an empty store in a file.
func SQLite(t testing.TB) string {
	t.Helper()
	address := filepath.Join(t.TempDir(), "store.db")
	content, err := emptyFile()
	if err == nil {
		err = os.WriteFile(address, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// Postgres returns the address of an empty store in a database, or skips the test if there
// is no Postgres.
func Postgres(t testing.TB) string {
	t.Helper()
	started.Store(true)
	template, err := emptyDatabase()
	if err != nil {
		leaveOut(t, err)
	}
	return createDatabase(t, template)
}

// createDatabase returns the address of a copy of a database.
func createDatabase(t testing.TB, template string) string {
	t.Helper()
	started.Store(true)
	server, err := cluster()
	if err != nil {
		leaveOut(t, err)
	}
	name := fmt.Sprint("test", databases.Add(1))
	if err := server.create(name, template); err != nil {
		t.Fatal(err)
	}
	return server.address(name)
}

// Patient makes connections to a Postgres wait for locks, and keep transactions open, for
// longer than a test lasts.
func Patient(address string) string {
	if strings.HasPrefix(address, "postgres") {
		return address + "&lock_timeout=600000&idle_in_transaction_session_timeout=600000"
	}
	return address
}

// PostgresToRestart returns the address of an empty database on a server of its
// own, and a function that kills the server and starts it again.
func PostgresToRestart(t testing.TB) (address string, restart func()) {
	t.Helper()
	server, err := startPostgres()
	if err != nil {
		leaveOut(t, err)
	}
	t.Cleanup(server.stop)
	return server.address("postgres"), func() {
		t.Helper()
		if err := server.restart(); err != nil {
			t.Fatal(err)
		}
	}
}

// required is the variable that, if it is not empty, makes tests fail where there is no
// Postgres. One that is there and does not start always makes them fail.
const required = "THERA_TEST_POSTGRES"

func leaveOut(t testing.TB, why error) {
	t.Helper()
	if !errors.Is(why, errMissing) || os.Getenv(required) != "" {
		t.Fatalf("NOT tested on Postgres: %v", why)
	}
	t.Skipf("NOT tested on Postgres: %v", why)
}

var errMissing = errors.New("no Postgres")
