// Package explorer makes and reads opening explorer files: which moves were played in a
// position, how often, and with what results. It builds one file from many games, in which
// a position is found by reading a few kilobytes.
//
//	b := explorer.NewBuilder(entry, explorer.Options{Plies: 20, Min: 2})
//	defer b.Close()
//	for g, err := range record.Read(record.Thera, in, entry.Game) {
//		…
//		err = b.Add(g)
//	}
//	about, err := b.Write(ctx, out)
//
//	f, err := explorer.Open(file, size)
//	found, err := f.Find(entry, pos, explorer.All)
//
// Symmetric positions are one ([game.Least]), so what was played on the left counts on
// the right. A [Tally] is what is known about a move: its games, who won them, and the
// ratings of the players who chose it. A [Band] has only the games of players of about the
// same rating. The key of a position is a hash of its text; keys
// are evenly distributed, so the first bits of a key select its block of the file.
// docs/research/explorer.md has the format.
//
// A Builder sorts in external memory: what it keeps in memory is bounded, and Close deletes
// its temporary files. The same games make the same file, in whatever order they come.
// [Merge] adds files up.
//
// Nothing in a file is trusted: checksums are verified, and moves that the rules do not
// allow are an error. The package does not say who should win: that is for engines and
// solvers.
package explorer
