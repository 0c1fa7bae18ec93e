package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// tables are all tables and their sort keys, in an order that satisfies foreign
// keys. A test fails if one is missing.
var tables = []struct{ name, key string }{
	{"accounts", "id"},
	{"sessions", "hash"},
	{"tokens", "hash"},
	{"passkeys", "id"},
	{"ceremonies", "challenge"},
	{"recovery_codes", "account, hash"},
	{"keys", "name"},
	{"audit", "id"},
	{"seeks", "id"},
	{"challenges", "id"},
	{"games", "id"},
	{"seats", "game, seat"},
	{"events", "game, number"},
	{"ratings", "player, game, speed"},
	{"rating_changes", "game, player"},
	{"rating_starts", "player, game"},
	{"service", "id"},
	{"outages", "began"},
	{"subscriptions", "endpoint"},
	{"classes", "id"},
	{"class_members", "account"},
	{"analyses", "game"},
	{"puzzle_attempts", "account, puzzle"},
	{"puzzle_solvers", "account, game"},
	{"mistakes", "account, id"},
	{"mistake_versions", "account"},
	{"puzzle_ratings", "puzzle"},
	{"proof_answers", "proof, number"},
	{"proof_questions", "proof, position"},
	{"contests", "id"},
	{"contest_events", "contest, number"},
	{"ladder_ready", "game, player"},
	{"ladder_pairings", "game, number"},
	{"studies", "id"},
	{"departures", "account"},
	{"study_words", "word, study"},
	{"plans", "game, seat"},
	{"ballots", "game"},
	{"records", "player, game"},
	{"sides", "player, game, variant, seat"},
	{"opponents", "player, game, opponent"},
	{"contest_scores", "contest, first, second"},
	{"ladder_meetings", "game, player, other"},
	{"network_bans", "network"},
	{"mutes", "player"},
	{"declines", "player, sender"},
	{"warnings", "id"},
	{"reports", "id"},
	{"voided_games", "game"},
	{"suspects", "suspicion, game, player"},
	{"sightings", "mark, account"},
}

// PartSuffix is added to the name of a backup until it is complete.
const PartSuffix = ".part"

// Backup writes a consistent snapshot of all tables into a new SQLite file
// while the database is in use. An incomplete file never has the final name.
func (d *DB) Backup(ctx context.Context, file string) error {
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("backup to %q: %w: choose a new file", file, os.ErrExist)
	}
	part := file + PartSuffix
	if err := Remove(part); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	err := d.backup(ctx, part)
	if err == nil {
		err = sync(part)
	}
	if err == nil {
		err = os.Rename(part, file)
	}
	if err != nil {
		err = fmt.Errorf("backup to %q: %w", file, errors.Join(err, Remove(part)))
	}
	return err
}

func (d *DB) backup(ctx context.Context, file string) error {
	if _, ok := d.dialect.(lite); ok {
		if err := private(file); err != nil {
			return err
		}
		_, err := d.read.ExecContext(ctx, `VACUUM INTO $1`, file)
		return err
	}
	into, err := Open(ctx, file)
	if err != nil {
		return err
	}
	err = into.Restore(ctx, d)
	if err == nil {
		// Leave a single file, without SQLite's write-ahead log beside it. Other
		// connections have to be closed for that.
		into.read.SetMaxIdleConns(0)
		_, err = into.write.ExecContext(ctx, `PRAGMA journal_mode = DELETE`)
	}
	return errors.Join(err, into.Close())
}

func sync(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// Remove removes a SQLite database: its file, and those that SQLite and [DB.Reserve] keep
// beside it, whether they exist or not. The log alone can hold the whole database.
func Remove(file string) error {
	var all error
	for _, suffix := range []string{"", "-wal", "-shm", "-journal", reservation} {
		if err := os.Remove(file + suffix); !errors.Is(err, os.ErrNotExist) {
			all = errors.Join(all, err)
		}
	}
	return all
}

// Copy copies a SQLite database that no program uses into a new file, with the log beside
// it, in which a crash leaves what was stored last. The error wraps ErrServed if a program
// serves the database.
func Copy(ctx context.Context, from, to string) error {
	from, err := filepath.EvalSymlinks(from) // the log is beside the file, not beside a link
	if err != nil {
		return err
	}
	if _, err := os.Stat(from + reservation); err == nil { // not beside a backup
		lock, err := lite{}.reserve(ctx, from)
		if errors.Is(err, ErrServed) {
			return err
		}
		if err == nil { // what can't be locked, as on a disk mounted read-only, is not served
			defer lock.Close() //nolint:errcheck // nothing was written
		}
	}
	n, err := copyFile(from, to)
	if n == 0 && err == nil {
		err = errors.New("empty file: want a backup")
	}
	if err != nil {
		return err
	}
	if _, err := copyFile(from+"-wal", to+"-wal"); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

func copyFile(from, to string) (n int64, err error) {
	r, err := os.Open(from)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	w, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return 0, err
	}
	n, err = io.Copy(w, r)
	return n, errors.Join(err, w.Close())
}

// Restore copies all of another database into this one, which must be empty.
func (d *DB) Restore(ctx context.Context, from *DB) error {
	return from.Snapshot(ctx, func(read *sql.Tx) error {
		if err := from.checkWhole(ctx, read); err != nil {
			return err
		}
		return d.Update(ctx, func(tx *sql.Tx) error {
			if err := d.dialect.unlimited(ctx, tx); err != nil {
				return err
			}
			for _, table := range tables {
				if err := fill(ctx, tx, read, table.name, table.key); err != nil {
					return fmt.Errorf("table %s: %w", table.name, err)
				}
			}
			return keepLastBeat(ctx, tx, read)
		})
	})
}

// LastBeat is a query for when players were last heard. A SQLite database has that in table
// service; a shared one has it for each node, and in table service before it was restored.
const LastBeat = `SELECT max(beat) FROM (SELECT beat FROM service UNION ALL SELECT beat FROM nodes) AS beats`

// keepLastBeat stores when players were last heard, so that the time until the restored
// database is served is given back to them.
func keepLastBeat(ctx context.Context, into, from *sql.Tx) error {
	var last int64
	if err := from.QueryRowContext(ctx, LastBeat).Scan(&last); err != nil {
		return err
	}
	_, err := into.ExecContext(ctx, `UPDATE service SET beat = $1`, last)
	return err
}

func fill(ctx context.Context, into, from *sql.Tx, table, key string) error {
	if table == "service" {
		// Every new store has this row.
		if _, err := into.ExecContext(ctx, `DELETE FROM service`); err != nil {
			return err
		}
	}
	var n int
	if err := into.QueryRowContext(ctx, `SELECT count(*) FROM `+table).Scan(&n); err != nil {
		return err
	}
	if n > 0 {
		return fmt.Errorf("%d rows: want an empty store", n)
	}
	rows, err := from.QueryContext(ctx, `SELECT * FROM `+table+` ORDER BY `+key)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.ColumnTypes()
	if err != nil {
		return err
	}
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name()
	}
	insert, err := into.PrepareContext(ctx, `INSERT INTO `+table+` (`+strings.Join(names, ", ")+`) VALUES `+Values(len(columns)))
	if err != nil {
		return err
	}
	defer insert.Close()
	values, fields := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		fields[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(fields...); err != nil {
			return err
		}
		for i, c := range columns {
			// SQLite stores booleans as numbers.
			if n, ok := values[i].(int64); ok && c.DatabaseTypeName() == "BOOLEAN" {
				values[i] = n != 0
			}
		}
		if _, err := insert.ExecContext(ctx, values...); err != nil {
			return err
		}
	}
	return rows.Err()
}
