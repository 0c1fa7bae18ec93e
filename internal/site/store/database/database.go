package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync/atomic"
	"time"
)

// DB is an open database, safe for concurrent use.
type DB struct {
	address     string
	dialect     dialect
	schema      Schema
	reserved    io.Closer // nil if not reserved
	write, read *sql.DB
	failed      atomic.Pointer[failure] // of the last write that the database could not carry out; nil if none
}

// Errors of databases.
var (
	// ErrNotFound is the error for something that does not exist.
	ErrNotFound = errors.New("not found")
	// ErrExists is the error of creating something that exists.
	ErrExists = errors.New("already exists")
	// ErrServed is the error of serving a file that another program serves.
	ErrServed = errors.New("another program serves this file: stop it first, or use Postgres")
)

// Open opens a database, a file or a postgres URL, creates the file if
// necessary, and migrates the schema.
func Open(ctx context.Context, address string) (*DB, error) {
	known, err := programSchema()
	if err != nil {
		return nil, err
	}
	return open(ctx, address, known)
}

func open(ctx context.Context, address string, known schema) (*DB, error) {
	d := &DB{address: address, dialect: dialectOf(address)}
	var err error
	if d.write, d.read, err = d.dialect.open(address); err != nil {
		return nil, fmt.Errorf("store %q: %w", Redacted(address), err)
	}
	if err := d.migrate(ctx, known); err != nil {
		return nil, errors.Join(fmt.Errorf("store %q: %w", Redacted(address), err), d.Close())
	}
	return d, nil
}

// Reserve keeps other programs from serving the database until it is closed, if
// only one can: then the error wraps ErrServed. Other uses of the database
// remain possible.
func (d *DB) Reserve(ctx context.Context) (err error) {
	if d.reserved, err = d.dialect.reserve(ctx, d.address); err != nil {
		return fmt.Errorf("store %q: %w", Redacted(d.address), err)
	}
	return nil
}

// Shared reports whether several programs can serve the database together,
// which is true for Postgres.
func (d *DB) Shared() bool {
	_, shared := d.dialect.(postgres)
	return shared
}

// Now is an expression for the database's time in ms, because the clocks of the programs on
// it may differ.
func (d *DB) Now() string { return d.dialect.now() }

// Ready returns why the database can't be written to now, or nil. A full disk is noticed
// when a write fails.
func (d *DB) Ready(ctx context.Context) error {
	var one int
	if err := d.write.QueryRowContext(ctx, "SELECT 1").Scan(&one); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	if last := d.failed.Load(); last != nil && time.Since(last.at) < unwritableFor {
		return fmt.Errorf("database: a write failed: %w", last.cause)
	}
	return nil
}

// Close closes the database. It must be called once.
func (d *DB) Close() (err error) {
	if d.read != d.write {
		err = d.read.Close()
	}
	err = errors.Join(err, d.write.Close())
	if d.reserved != nil {
		err = errors.Join(err, d.reserved.Close())
	}
	return err
}

// secrets are the passwords in addresses, and the tokens in those of NATS servers.
var secrets = regexp.MustCompile(`(://[^:@/?]*:)[^@]*@|((?:nats|tls)://)[^:@/?]+@|([?&](?:ssl)?password=)[^&]*`)

// nextAddress begins another address after a comma, which may also stand in one.
var nextAddress = regexp.MustCompile(`,(\w+://)`)

// Redacted returns an address, or several separated by commas, without secrets.
func Redacted(addresses string) string {
	all := strings.Split(nextAddress.ReplaceAllString(addresses, "\n$1"), "\n")
	for i, address := range all {
		all[i] = secrets.ReplaceAllStringFunc(address, func(secret string) string {
			m := secrets.FindStringSubmatch(secret)
			if m[3] != "" {
				return m[3] + "xxxxx"
			}
			return m[1] + m[2] + "xxxxx@"
		})
	}
	return strings.Join(all, ",")
}
