// Package store keeps the logs of games, ratings, accounts and what belongs to
// them, and open offers of the lobby.
//
// A [Store] is a SQLite file by default, or a Postgres database given by its URL;
// package database opens both. Packages with tables of their own use [Store.DB].
//
//	s, err := store.Open(ctx, "games.db")
//	s, err := store.Open(ctx, "postgres://…")
//	err = s.Append(ctx, state.Batch(id, events)) // durable when it returns
//
// The log of a game is the truth; other columns of a game follow from it. Only the
// last plans of its seats are kept beside it. One goroutine writes all logs, with
// Postgres a second one those that start and end games (writer.go). It commits
// together whatever has queued up during the previous commit, so the disk's latency
// is shared and nobody waits for a timer. A batch is refused unless it starts at the
// game's next number and, where several nodes write, in the game's current epoch: a
// writer that has lost a game cannot write to it.
//
// Ratings change in the transaction that ends a game, and can be computed again
// from the logs ([Store.Recompute]). So do counters of results (records.go), which make
// the lists of a player cost the same however many games there are, and can be counted
// again ([Store.Recount]).
//
// A backup of either kind of store is a SQLite file ([Store.Backup]). It can be
// opened as a store, or copied into another one ([Store.Restore]).
package store
