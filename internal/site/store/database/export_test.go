package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing/fstest"
)

// Tables returns the names of the tables that are in a backup.
func Tables() (names []string) {
	for _, t := range tables {
		names = append(names, t.name)
	}
	return names
}

// RemoveNames does what the migration nameless does.
func RemoveNames(ctx context.Context, d *DB) error {
	statement := namelessLite
	if d.Shared() {
		statement = namelessPostgres
	}
	return d.Exec(ctx, statement)
}

// Upgrade opens a store with one more migration, as a newer program does.
func Upgrade(ctx context.Context, address string, version, oldest int64, statement string) error {
	known, err := programSchema()
	if err != nil {
		return err
	}
	files := fstest.MapFS{fmt.Sprintf("%05d_next.sql", version): {Data: []byte("-- +goose Up\n" + statement + ";\n")}}
	names, err := fs.Glob(known.files, "*.sql")
	for _, name := range names {
		text, readErr := fs.ReadFile(known.files, name)
		files[name], err = &fstest.MapFile{Data: text}, errors.Join(err, readErr)
	}
	if err != nil {
		return err
	}
	db, err := open(ctx, address, schema{files, oldest})
	if err != nil {
		return err
	}
	return db.Close()
}
