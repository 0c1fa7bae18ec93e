// Package store keeps what must not be lost: the logs of games, ratings,
// accounts and what belongs to them, and what is open in the lobby.
//
// A [Store] is a SQLite file by default, with nothing to install, and a Postgres
// database by its URL, opened by package database. Others who have tables of their
// own there ask [Store.DB] for it.
//
//	s, err := store.Open(ctx, "games.db")
//	s, err := store.Open(ctx, "postgres://…")
//	…
//	err = s.Append(ctx, state.Batch(id, events)) // durable when it returns
//
// The log of a game is its truth. All logs are written by one goroutine, which
// commits whatever has come together while it was committing before, so that a
// disk's slowness is shared by all and nobody waits for a timer. A batch that
// does not begin at the game's next number is refused, so a writer that has been
// replaced is not heard.
//
// Ratings change in the transaction that ends a game, and are the same when they
// are computed again from the logs ([Store.Recompute]).
//
// The games of a contest, which a service or somebody on it has arranged, say so
// ([Store.OfContest]).
//
// A backup, of either store, is a SQLite file ([Store.Backup]); it is opened as a
// store or copied into another one ([Store.Restore]).
package store
