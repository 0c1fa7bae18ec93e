// Package perft counts the legal sequences of moves from a position, as [game.Perft] does,
// but on several goroutines, with a table of known counts, and with progress reports.
//
//	n, err := perft.Count(ctx, pos, depth, perft.Options{Threads: 2, Table: perft.NewTable(1024)})
//
// It is a package of its own so that tests can check the counts of docs/research/perft.md without
// the command line.
//
// The first plies are divided among the goroutines, which count below the positions of the
// ply sharedPly. With a table, a position is counted once for all move orders that lead to
// it, and if there is enough to count below it, once for all its images under the board's
// symmetries.
//
// The table identifies a position by its 64-bit hash alone. With a billion positions in a
// table the odds that two of them collide are 3 in 100, with a hundred million 3 in 10,000;
// a count without a table excludes it.
package perft
