package storetest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// cluster is the Postgres of this test binary, started when first asked for.
var (
	cluster   = sync.OnceValues(func() (*postgresServer, error) { return startPostgres() })
	started   atomic.Bool
	databases atomic.Int32
)

// Main runs the tests of a package and stops the Postgres that they started.
func Main(m *testing.M) {
	code := m.Run()
	if started.Load() {
		if server, err := cluster(); err == nil {
			server.stop()
		}
	}
	os.Exit(code)
}

// Each runs a test with the address of an empty store of each kind.
func Each(t *testing.T, test func(t *testing.T, address string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, Postgres(t)) })
}

// SQLite returns the address of an empty store in a file.
func SQLite(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "store.db")
}

// Postgres returns the address of an empty database, or skips the test if there
// is no Postgres.
func Postgres(t testing.TB) string {
	t.Helper()
	started.Store(true)
	server, err := cluster()
	if err != nil {
		leaveOut(t, err)
	}
	name := fmt.Sprint("test", databases.Add(1))
	if err := server.create(name); err != nil {
		t.Fatal(err)
	}
	return server.address(name)
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
