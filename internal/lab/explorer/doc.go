// Package explorer tells what was played in a position, how often, and how that went:
// from many games it makes one file, in which a position is found by reading some
// kilobytes.
//
//	b := explorer.NewBuilder(entry, explorer.Options{Plies: 20, Min: 2})
//	defer b.Close()
//	for g, err := range record.Read(record.Thera, in, entry.Game) {
//		…
//		err = b.Add(g)
//	}
//	about, err := b.Write(out)
//
//	f, err := explorer.Open(file, size)
//	found, err := f.Find(entry, pos)
//
// Positions that are the same but for how the board lies are one ([symmetry.Least]),
// so that what was played to the left counts for the right. A [Tally] is what is known
// of a move: its games, who has won them, and how strong those were who chose it. The
// key of a position is a hash of its text; keys are spread evenly, so the first bits of
// a key say in which block of the file it is. docs/research/explorer.md has the format.
//
// A Builder sorts outside of memory: what it holds is bounded, and its files are gone
// after Close. The same games make the same file, in whatever order they come.
// [Merge] adds files up.
//
// Nothing in a file is believed: sums are checked, and moves that the rules don't allow
// are an error. The package plays nothing and says nothing of who should win: that is
// for engines and solvers.
package explorer
