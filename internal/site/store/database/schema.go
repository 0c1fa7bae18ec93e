package database

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// oldestProgram is the schema of the oldest programs that can serve a store together
// with this program, after it has migrated the store. Set it to the number of a
// migration that takes away or changes what older programs use, or counts on them to
// write what they don't know. Operators then have to stop all of them for the upgrade.
const oldestProgram = 71

// Errors of stores that programs of other versions have opened.
var (
	// ErrNewer is the error of a store that a newer program has migrated.
	ErrNewer = errors.New("it is of a newer version of thera")
	// ErrOlderPrograms is the error of migrating a store that programs serve which could
	// not work with the result.
	ErrOlderPrograms = errors.New("an older version of thera serves it, which can't work with it after the upgrade: stop that first")
)

// schema is what a program knows of stores: all migrations, whose numbers are the
// versions of the schema, and the oldest programs that can work with the result.
type schema struct {
	files  fs.FS
	oldest int64
}

// Schema has the versions of a program and of a store that it has opened.
type Schema struct {
	// Program is the newest schema that the program knows. It migrates a store of any
	// older one.
	Program int64 `json:"version"`
	// Oldest is the schema of the oldest programs that can serve the store as well.
	Oldest int64 `json:"oldest_program"`
	// Before and Now are those of the store before it was opened, 0 for a new one, and
	// since.
	Before int64 `json:"-"`
	Now    int64 `json:"-"`
}

func programSchema() (schema, error) {
	files, err := fs.Sub(migrations, "migrations")
	return schema{files, oldestProgram}, err
}

// ProgramSchema returns the schema that this program knows.
func ProgramSchema() (Schema, error) {
	known, err := programSchema()
	if err != nil {
		return Schema{}, err
	}
	names, err := fs.Glob(known.files, "*.sql")
	if err != nil {
		return Schema{}, err
	}
	last, err := goose.NumericComponent(names[len(names)-1])
	return Schema{Program: last, Oldest: known.oldest}, err
}

// migrate brings the store to the program's schema, or finds that a newer program has
// taken it beyond that, but not further than this one can follow.
func (d *DB) migrate(ctx context.Context, known schema) (err error) {
	dialect, options, err := d.dialect.migrations()
	if err != nil {
		return err
	}
	db, err := d.dialect.migrating(d.address, d.write)
	if err != nil {
		return err
	}
	if db != d.write {
		defer func() { err = errors.Join(err, db.Close()) }()
	}
	provider, err := goose.NewProvider(dialect, db, known.files, options...)
	if err != nil {
		return err
	}
	if d.schema.Before, d.schema.Program, err = provider.GetVersions(ctx); err != nil {
		return err
	}
	if d.schema.Before > 0 && d.schema.Before < known.oldest {
		served, err := d.dialect.served(ctx, d)
		if err != nil {
			return err
		}
		if served {
			return fmt.Errorf("upgrade from schema %d to %d: %w", d.schema.Before, d.schema.Program, ErrOlderPrograms)
		}
	}
	if err := d.up(ctx, provider); err != nil {
		return err
	}
	err = d.Exec(ctx, `UPDATE service SET oldest_program = $1 WHERE oldest_program < $1`, known.oldest)
	if err = IgnoreNotFound(err); err != nil {
		return err
	}
	if d.schema.Now, err = provider.GetDBVersion(ctx); err != nil {
		return err
	}
	if err := d.Row(ctx, []any{&d.schema.Oldest}, `SELECT oldest_program FROM service`); err != nil {
		return err
	}
	if d.schema.Oldest > d.schema.Program {
		return fmt.Errorf("%w: its schema is %d, and this program has %d: want a version with schema %d or later, or a backup from before the upgrade",
			ErrNewer, d.schema.Now, d.schema.Program, d.schema.Oldest)
	}
	return nil
}

// up migrates. It tries for a minute while others hold locks, and in between the nodes that
// serve the store continue.
func (d *DB) up(ctx context.Context, provider *goose.Provider) error {
	const tries = 60
	for n := 1; ; n++ {
		_, err := provider.Up(ctx)
		if !d.Locked(err) {
			return err
		}
		if n == tries {
			return fmt.Errorf("upgrade to schema %d: the tables are in use, as by a backup: try again after that: %w", d.schema.Program, err)
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Schema returns the versions of the program and of the store.
func (d *DB) Schema() Schema { return d.schema }

// checkWhole refuses to copy from a store that has tables of which this program knows
// nothing. It may have been migrated since it was opened.
func (d *DB) checkWhole(ctx context.Context, read *sql.Tx) error {
	var now int64
	if err := read.QueryRowContext(ctx, `SELECT max(version_id) FROM goose_db_version`).Scan(&now); err != nil {
		return err
	}
	if now > d.schema.Program {
		return fmt.Errorf("%w: its schema is %d, and a copy by this program, which has %d, would not be complete", ErrNewer, now, d.schema.Program)
	}
	return nil
}
