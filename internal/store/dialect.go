package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// dialect is what differs between the databases.
type dialect interface {
	// open returns the connections to write and to read by.
	open(address string) (write, read *sql.DB, err error)
	// reserve keeps other programs from serving the store until the lock is closed.
	reserve(ctx context.Context, address string) (lock io.Closer, err error)
	migrations() (goose.Dialect, []goose.ProviderOption, error)
	// advance moves games on that are at the number their batch begins after and,
	// where several programs can write, in its epoch. It returns the indices of
	// those it has moved.
	advance(ctx context.Context, tx *sql.Tx, batches []*batch) ([]int, error)
	// insert adds the events of batches.
	insert(ctx context.Context, tx *sql.Tx, batches []*batch) error
	// snapshot is the isolation in which a transaction that reads sees one moment.
	snapshot() sql.IsolationLevel
	// duplicate reports whether an error is that something exists already.
	duplicate(err error) bool
	// refused reports whether an error is about what was to be written, and not
	// about a database that can't write now.
	refused(err error) bool
}

func dialectOf(address string) dialect {
	if strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://") {
		return postgres{}
	}
	return lite{}
}

// lite is SQLite: one connection writes, others read. Durable means that the
// disk has it (synchronous=FULL).
type lite struct{}

func (lite) open(address string) (write, read *sql.DB, err error) {
	if address == "" || strings.Contains(address, "://") {
		return nil, nil, errors.New("want a file or a postgres URL")
	}
	if err := private(address); err != nil {
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

// reserve locks a file beside the store: the store itself is open to others, such
// as thera admin. The lock goes with the program, however that ends.
func (lite) reserve(ctx context.Context, address string) (io.Closer, error) {
	file := address + "-serve"
	if err := private(file); err != nil {
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

// private makes an empty file, if there is none, that only its owner can read:
// there are secrets in it. SQLite's other files get the same rights.
func private(file string) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

func (lite) migrations() (goose.Dialect, []goose.ProviderOption, error) {
	return goose.DialectSQLite3, nil, nil
}

func (lite) advance(ctx context.Context, tx *sql.Tx, batches []*batch) (moved []int, err error) {
	update, err := tx.PrepareContext(ctx, `UPDATE games SET number = $1, ply = $2, turn = $3, deadline = $4, position = $5, last_turn = $6 WHERE id = $7 AND number = $8`)
	if err != nil {
		return nil, err
	}
	defer update.Close()
	for i, b := range batches {
		result, err := update.ExecContext(ctx, b.last(), b.Ply, b.Turn, b.Deadline, b.Position, b.Last, b.Game, b.first()-1)
		if err != nil {
			return nil, err
		}
		if n, err := result.RowsAffected(); err != nil {
			return nil, err
		} else if n == 1 {
			moved = append(moved, i)
		}
	}
	return moved, nil
}

func (lite) insert(ctx context.Context, tx *sql.Tx, batches []*batch) error {
	insert, err := tx.PrepareContext(ctx, `INSERT INTO events (game, number, kind, event) VALUES ($1, $2, $3, $4)`)
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, b := range batches {
		for i, e := range b.Events {
			if _, err := insert.ExecContext(ctx, b.Game, e.Number, e.Kind, b.texts[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (lite) snapshot() sql.IsolationLevel { return sql.LevelDefault }

func (lite) duplicate(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY || e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE)
}

func (lite) refused(err error) bool {
	const primary = 0xff // without what details it
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&primary == sqlite3.SQLITE_CONSTRAINT
}

// postgres writes a group of batches in two statements.
type postgres struct{}

func (postgres) open(address string) (write, read *sql.DB, err error) {
	db, err := sql.Open("pgx", address)
	if err != nil {
		return nil, nil, err
	}
	db.SetMaxOpenConns(16)
	db.SetMaxIdleConns(16)
	return db, db, nil
}

// reserve does nothing: any number of nodes serve the store.
func (postgres) reserve(context.Context, string) (io.Closer, error) { return io.NopCloser(nil), nil }

func (postgres) migrations() (goose.Dialect, []goose.ProviderOption, error) {
	// Of several processes that begin at once, one migrates.
	locker, err := lock.NewPostgresSessionLocker()
	return goose.DialectPostgres, []goose.ProviderOption{goose.WithSessionLocker(locker)}, err
}

func (postgres) advance(ctx context.Context, tx *sql.Tx, batches []*batch) (moved []int, err error) {
	var ids, position, lastTurn []string
	var first, last, ply, turn, deadline, epoch []int64
	for _, b := range batches {
		ids, position, lastTurn = append(ids, b.Game), append(position, b.Position), append(lastTurn, string(b.Last))
		first, last = append(first, int64(b.first())), append(last, int64(b.last()))
		ply, turn, deadline = append(ply, int64(b.Ply)), append(turn, int64(b.Turn)), append(deadline, int64(b.Deadline))
		epoch = append(epoch, b.Epoch)
	}
	rows, err := tx.QueryContext(ctx, `
		UPDATE games SET number = b.last, ply = b.ply, turn = b.turn, deadline = b.deadline, position = b.position, last_turn = b.last_turn,
			silent_since = CASE WHEN b.epoch = 0 THEN games.silent_since ELSE 0 END
		FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::bigint[])
			AS b (id, first, last, ply, turn, deadline, position, last_turn, epoch)
		WHERE games.id = b.id AND games.number = b.first - 1 AND b.epoch IN (0, games.epoch)
		RETURNING games.id`, ids, first, last, ply, turn, deadline, position, lastTurn, epoch)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		moved = append(moved, slices.Index(ids, id))
	}
	slices.Sort(moved)
	return moved, rows.Err()
}

func (postgres) insert(ctx context.Context, tx *sql.Tx, batches []*batch) error {
	var ids, kinds, texts []string
	var numbers []int64
	for _, b := range batches {
		for i, e := range b.Events {
			ids, numbers = append(ids, b.Game), append(numbers, int64(e.Number))
			kinds, texts = append(kinds, string(e.Kind)), append(texts, b.texts[i])
		}
	}
	_, err := tx.ExecContext(ctx, `
		INSERT INTO events (game, number, kind, event)
		SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[])`, ids, numbers, kinds, texts)
	return err
}

func (postgres) snapshot() sql.IsolationLevel { return sql.LevelRepeatableRead }

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

// numbered returns "($1, $2, $3)" for three columns.
func numbered(columns int) string {
	var names []string
	for i := range columns {
		names = append(names, fmt.Sprint("$", i+1))
	}
	return "(" + strings.Join(names, ", ") + ")"
}
