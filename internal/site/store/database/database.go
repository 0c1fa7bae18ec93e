package database

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// DB is an open database, safe for concurrent use.
type DB struct {
	address     string
	dialect     dialect
	reserved    io.Closer // nil if not reserved
	write, read *sql.DB
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
	d := &DB{address: address, dialect: dialectOf(address)}
	var err error
	if d.write, d.read, err = d.dialect.open(address); err != nil {
		return nil, fmt.Errorf("store %q: %w", redacted(address), err)
	}
	if err := d.migrate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("store %q: %w", redacted(address), err), d.Close())
	}
	return d, nil
}

func (d *DB) migrate(ctx context.Context) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	dialect, options, err := d.dialect.migrations()
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(dialect, d.write, files, options...)
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// Reserve keeps other programs from serving the database until it is closed, if
// only one can: then the error wraps ErrServed. Other uses of the database
// remain possible.
func (d *DB) Reserve(ctx context.Context) (err error) {
	if d.reserved, err = d.dialect.reserve(ctx, d.address); err != nil {
		return fmt.Errorf("store %q: %w", redacted(d.address), err)
	}
	return nil
}

// Shared reports whether several programs can serve the database together,
// which is true for Postgres.
func (d *DB) Shared() bool {
	_, shared := d.dialect.(postgres)
	return shared
}

// Ready returns why the database can't be written to now, or nil.
func (d *DB) Ready(ctx context.Context) error {
	var one int
	if err := d.write.QueryRowContext(ctx, "SELECT 1").Scan(&one); err != nil {
		return fmt.Errorf("database: %w", err)
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

func redacted(address string) string {
	if u, err := url.Parse(address); err == nil && u.User != nil {
		return u.Redacted()
	}
	return address
}
