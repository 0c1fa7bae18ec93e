// Package database is what everything that is stored stands on: one database,
// SQLite in a file by default or Postgres by its URL, with one schema and the
// same statements for both.
//
// Whoever has something to keep has tables of his own here, and the statements
// for them in his own package, beside the notion that they are about:
//
//	db, err := database.Open(ctx, "games.db") // or store.Open and its DB method
//	…
//	err = db.Exec(ctx, `INSERT INTO shelves (id, name) VALUES `+database.Values(2), id, name) // ErrExists
//	…
//	shelves, err := database.List(ctx, db.Reader(), (*Shelf).fields, `SELECT id, name FROM shelves ORDER BY id`)
//
// To have a table: a file in migrations, with the next number, makes it with
// columns that both databases have (TEXT, BIGINT, BOOLEAN, DOUBLE PRECISION;
// times are BIGINT, milliseconds since 1970), and a row in tables, in backup.go,
// lets it be a part of backups. Parameters are written $1, $2. What few
// statements have to differ ask [DB.Shared].
//
// Several programs can use one Postgres, and a file may be open in several
// programs of which one serves it, so what must happen once is decided by a
// statement: an INSERT that finds its key taken (ErrExists), an UPDATE or DELETE
// with a condition that does not hold any more (ErrNotFound).
//
// Logs of games, accounts and ratings are in package store.
package database
