package database

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

type dialect interface {
	// open returns connections for writing and for reading.
	open(address string) (write, read *sql.DB, err error)
	// migrating returns a connection for migrations, which may take long, given that
	// for writing.
	migrating(address string, write *sql.DB) (*sql.DB, error)
	// reserve keeps other programs from serving the store until the lock is closed.
	reserve(ctx context.Context, address string) (lock io.Closer, err error)
	// served reports whether a program serves the store now.
	served(ctx context.Context, d *DB) (bool, error)
	// now is the database's time in ms, as an expression.
	now() string
	migrations() (goose.Dialect, []goose.ProviderOption, error)
	// snapshot is the isolation level in which a read transaction sees one moment.
	snapshot() sql.IsolationLevel
	// unlimited lifts the limits of time from a transaction that reads a lot.
	unlimited(ctx context.Context, tx *sql.Tx) error
	// locked reports whether an error means that others hold locks.
	locked(err error) bool
	// unwritable reports whether an error means that the database can't be written to
	// now, whatever it is. Nothing of the transaction was stored.
	unwritable(err error) bool
	// duplicate reports whether an error means that a key exists.
	duplicate(err error) bool
	// refused reports whether an error is caused by the data, not by a database
	// that cannot write now.
	refused(err error) bool
}

// PostgresNow is [DB.Now] for Postgres.
const PostgresNow = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

func dialectOf(address string) dialect {
	if strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://") {
		return postgres{}
	}
	return lite{}
}

// lite is SQLite: one connection writes, others read. Durable means written to
// disk (synchronous=FULL).
type lite struct{}

func (lite) open(address string) (write, read *sql.DB, err error) {
	if address == "" || strings.Contains(address, "://") {
		return nil, nil, errors.New("want a file name or a postgres URL")
	}
	if address == ":memory:" { // SQLite's name for a database that ends with its connection
		return nil, nil, errors.New("want the name of a file: games are not kept in memory")
	}
	if err := private(address); err != nil {
		return nil, nil, err
	}
	if err := checkFile(address); err != nil {
		return nil, nil, err
	}
	pragmas := url.Values{"_pragma": {"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)"}, "_txlock": {"immediate"}}
	name := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: address}).EscapedPath()}).String()
	if write, err = sql.Open("sqlite", name+"?"+pragmas.Encode()); err != nil {
		return nil, nil, err
	}
	write.SetMaxOpenConns(1)
	pragmas = url.Values{"_pragma": {"busy_timeout(5000)"}}
	if read, err = sql.Open("sqlite", name+"?"+pragmas.Encode()); err != nil {
		return nil, nil, errors.Join(err, write.Close())
	}
	read.SetMaxOpenConns(2 * runtime.NumCPU())
	read.SetMaxIdleConns(2 * runtime.NumCPU())
	return write, read, nil
}

// reserve locks a file beside the store, because the store itself stays open to
// others such as thera admin. The lock ends with the process.
func (lite) reserve(ctx context.Context, address string) (io.Closer, error) {
	file, err := filepath.EvalSymlinks(address) // the file has one lock, whatever it is called
	if err == nil {
		file += reservation
		err = private(file)
	}
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: file}).EscapedPath()}).String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err = db.ExecContext(ctx, `BEGIN EXCLUSIVE`); err == nil {
		return db, nil
	}
	var e *sqlite.Error
	if errors.As(err, &e) && e.Code() == sqlite3.SQLITE_BUSY {
		err = ErrServed
	}
	return nil, errors.Join(err, db.Close())
}

// reservation is added to the name of a store for the file that is locked.
const reservation = "-serve"

func (l lite) served(ctx context.Context, d *DB) (bool, error) {
	lock, err := l.reserve(ctx, d.address)
	if errors.Is(err, ErrServed) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	return false, lock.Close()
}

// private creates an empty file, if there is none, that only its owner can read,
// because the store holds secrets. SQLite gives its other files the same permissions.
func private(file string) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// checkFile refuses a file that is neither empty nor of SQLite, which takes one of
// a few bytes for empty.
func checkFile(name string) error {
	const magic = "SQLite format 3\x00"
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	beginning := make([]byte, len(magic))
	n, err := io.ReadFull(file, beginning)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if n > 0 && string(beginning) != magic {
		return errors.New("want a file made by thera serve, or none")
	}
	return nil
}

func (lite) migrations() (goose.Dialect, []goose.ProviderOption, error) {
	return goose.DialectSQLite3, []goose.ProviderOption{nameless(namelessLite)}, nil
}

func (lite) now() string { return `CAST(unixepoch('subsec') * 1000 AS INTEGER)` }

func (lite) snapshot() sql.IsolationLevel { return sql.LevelDefault }

func (lite) migrating(_ string, write *sql.DB) (*sql.DB, error) { return write, nil }

func (lite) unlimited(context.Context, *sql.Tx) error { return nil }

// locked is false because only one connection writes.
func (lite) locked(error) bool { return false }

func (lite) unwritable(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() & primaryCode {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_BUSY:
		return true
	}
	return false
}

// primaryCode is the mask of SQLite's primary result code.
const primaryCode = 0xff

func (lite) duplicate(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY || e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE)
}

func (lite) refused(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&primaryCode == sqlite3.SQLITE_CONSTRAINT
}

// postgres is a database that any number of programs share.
type postgres struct{}

func (postgres) open(address string) (write, read *sql.DB, err error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, nil, err
	}
	for name, value := range timeouts {
		if _, set := config.RuntimeParams[name]; !set {
			config.RuntimeParams[name] = value
		}
	}
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(16)
	db.SetMaxIdleConns(16)
	return db, db, nil
}

// timeouts are settings of every connection, unless the address has other ones. They end
// what would otherwise hold up the site: waiting for a lock that somebody has forgotten,
// a transaction that was left open, and a statement that has gone astray.
var timeouts = map[string]string{
	"lock_timeout":                        "1s",
	"idle_in_transaction_session_timeout": "10s",
	"statement_timeout":                   "20s",
}

// migrating returns a connection that soon gives up waiting for a lock, because all others
// that need the table wait behind it, even to read.
func (postgres) migrating(address string, _ *sql.DB) (*sql.DB, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	config.RuntimeParams["lock_timeout"] = "200ms"
	return stdlib.OpenDB(*config), nil
}

// reserve does nothing: any number of nodes can serve the store.
func (postgres) reserve(context.Context, string) (io.Closer, error) { return io.NopCloser(nil), nil }

// served looks for nodes whose lease has not expired. The first stores had no nodes.
func (postgres) served(ctx context.Context, d *DB) (served bool, err error) {
	err = d.Row(ctx, []any{&served}, `SELECT EXISTS (SELECT 1 FROM pg_tables WHERE tablename = 'nodes')`)
	if err == nil && served {
		err = d.Row(ctx, []any{&served}, `SELECT EXISTS (SELECT 1 FROM nodes WHERE expires_at > (extract(epoch FROM clock_timestamp()) * 1000)::bigint)`)
	}
	return served, err
}

func (postgres) migrations() (goose.Dialect, []goose.ProviderOption, error) {
	// If several processes start at once, one migrates.
	locker, err := lock.NewPostgresSessionLocker()
	return goose.DialectPostgres, []goose.ProviderOption{goose.WithSessionLocker(locker), nameless(namelessPostgres)}, err
}

func (postgres) now() string { return PostgresNow }

func (postgres) snapshot() sql.IsolationLevel { return sql.LevelRepeatableRead }

func (postgres) unlimited(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`)
	return err
}

func (postgres) locked(err error) bool {
	const lockNotAvailable, deadlockDetected = "55P03", "40P01"
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == lockNotAvailable || e.Code == deadlockDetected)
}

func (postgres) unwritable(err error) bool {
	var unreachable *pgconn.ConnectError
	if errors.As(err, &unreachable) {
		return !errors.Is(err, context.Canceled) // a client that has left is no outage
	}
	// Class 53, insufficient resources; class 57P, the server starts or stops; and what a
	// standby answers.
	const readOnly = "25006"
	var e *pgconn.PgError
	return errors.As(err, &e) && (strings.HasPrefix(e.Code, "53") || strings.HasPrefix(e.Code, "57P") || e.Code == readOnly)
}

func (postgres) duplicate(err error) bool {
	const uniqueViolation = "23505"
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == uniqueViolation
}

func (postgres) refused(err error) bool {
	// Classes 22, data exception, and 23, integrity constraint violation.
	var e *pgconn.PgError
	return errors.As(err, &e) && (strings.HasPrefix(e.Code, "22") || strings.HasPrefix(e.Code, "23"))
}
