// Package database opens the database that everything is stored in: SQLite in a
// file by default or Postgres by its URL, with one schema and the same
// statements for both.
//
// Each package that stores something has tables of its own, and keeps its
// statements next to the types they are about:
//
//	db, err := database.Open(ctx, "games.db") // or store.Open and its DB method
//	err = db.Exec(ctx, `INSERT INTO shelves (id, name) VALUES `+database.Values(2), id, name) // ErrExists
//	shelves, err := database.List(ctx, db.Reader(), (*Shelf).fields, `SELECT id, name FROM shelves ORDER BY id`)
//
// To add a table: a file in migrations, with the next number, creates it with
// column types that both databases have (TEXT, BIGINT, BOOLEAN, DOUBLE
// PRECISION; times are BIGINT milliseconds since 1970), and a row in tables, in
// backup.go, includes it in backups. Parameters are written $1, $2. The few
// statements that have to differ check [DB.Shared].
//
// Several programs can use one Postgres, and several can open a file although
// only one serves it. So whatever must happen once is decided by a single
// statement: an INSERT whose key is taken (ErrExists), or an UPDATE or DELETE
// whose condition no longer holds (ErrNotFound).
//
// It is a package of its own so that packages with their own tables need not
// depend on package store.
package database
