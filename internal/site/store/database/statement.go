package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Writer is a database or a transaction that writes.
type Writer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// Reader is a database or a transaction that reads.
type Reader interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Writer returns the connection for writes outside of transactions whose result
// [DB.Exec] does not report.
func (d *DB) Writer() *sql.DB { return d.write }

// Reader returns the connection for queries outside of transactions.
func (d *DB) Reader() *sql.DB { return d.read }

// Update runs a function in a write transaction. SQLite has one at a time, so
// the function must not block or write through another connection.
//
// Like that of [DB.Exec], its error wraps ErrNotStored if the database can't write now.
func (d *DB) Update(ctx context.Context, do func(tx *sql.Tx) error) error {
	return d.outcome(d.update(ctx, do))
}

func (d *DB) update(ctx context.Context, do func(tx *sql.Tx) error) error {
	tx, err := d.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after Commit there is nothing to roll back
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Exec runs one write statement. It returns ErrExists if a key is taken, and
// ErrNotFound if no row was changed. The error wraps ErrNotStored if the database can't
// write now.
func (d *DB) Exec(ctx context.Context, statement string, args ...any) error {
	return d.ExecIn(ctx, d.write, statement, args...)
}

// ExecIn is Exec within a transaction. After ErrExists a Postgres transaction
// cannot continue.
func (d *DB) ExecIn(ctx context.Context, by Writer, statement string, args ...any) error {
	result, err := by.ExecContext(ctx, statement, args...)
	if err != nil {
		if d.Duplicate(err) {
			return ErrExists
		}
		return d.outcome(err)
	}
	if n, err := result.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return ErrNotFound
}

// IgnoreNotFound returns nil for ErrNotFound and other errors unchanged, for
// statements that need not change anything.
func IgnoreNotFound(err error) error {
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// Row reads one row, or returns ErrNotFound.
func (d *DB) Row(ctx context.Context, into []any, query string, args ...any) error {
	return RowIn(ctx, d.read, into, query, args...)
}

// RowIn is [DB.Row] within a transaction. Without a row it leaves the destinations as they are.
func RowIn(ctx context.Context, by Reader, into []any, query string, args ...any) error {
	err := by.QueryRowContext(ctx, query, args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	return err
}

// List reads all rows of a query; fields returns the destinations of a row's columns.
func List[T any](ctx context.Context, by Reader, fields func(*T) []any, query string, args ...any) ([]T, error) {
	rows, err := by.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		var one T
		if err := rows.Scan(fields(&one)...); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// ListIn is [List] for any number of keys, 500 at a time: only the rows of these are in
// order. In the query, KEYS stands for the list of their parameters, which come after the
// other arguments.
func ListIn[T any](ctx context.Context, by Reader, fields func(*T) []any, query string, keys []string, args ...any) ([]T, error) {
	var all []T
	for some := range slices.Chunk(keys, 500) {
		values := slices.Clone(args)
		for _, key := range some {
			values = append(values, key)
		}
		found, err := List(ctx, by, fields, strings.Replace(query, "KEYS", ValuesFrom(len(args)+1, len(some)), 1), values...)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// Texts returns the destination of rows with one text column, such as IDs.
func Texts(text *string) []any { return []any{text} }

// Snapshot runs a function in a transaction that only reads. It sees the database as it
// was at one moment, and delays no writers.
func (d *DB) Snapshot(ctx context.Context, do func(tx *sql.Tx) error) error {
	tx, err := d.read.BeginTx(ctx, &sql.TxOptions{Isolation: d.dialect.snapshot(), ReadOnly: true})
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // nothing was written
	if err := d.dialect.unlimited(ctx, tx); err != nil {
		return err
	}
	return do(tx)
}

// Values returns "($1, $2, $3)" for three columns.
func Values(columns int) string { return ValuesFrom(1, columns) }

// ValuesFrom is [Values] with parameters from a number on, for rows after the first.
func ValuesFrom(first, columns int) string {
	var names []string
	for i := range columns {
		names = append(names, fmt.Sprint("$", first+i))
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// Duplicate reports whether a statement failed because a key exists.
func (d *DB) Duplicate(err error) bool { return d.dialect.duplicate(err) }

// Locked reports whether a statement failed because others hold locks that it needs.
func (d *DB) Locked(err error) bool { return d.dialect.locked(err) }

// Refused reports whether a statement failed because of its data, not because
// the database cannot write now.
func (d *DB) Refused(err error) bool { return d.dialect.refused(err) }
