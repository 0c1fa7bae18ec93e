// Package gametest is the examiner that every rules package passes: the laws
// all games obey, agreement with a naive reference, perft files and golden
// playthroughs.
//
// A rules package examines itself in its tests:
//
//	func TestLaws(t *testing.T) {
//		gametest.Laws(t, rules, gametest.Options{Reference: naive{}})
//	}
//	func TestPerft(t *testing.T)        { gametest.Perft(t, Rules(), "testdata/amazons.perft") }
//	func TestReference(t *testing.T)    { gametest.PerftReference(t, naive{}, "testdata/amazons.perft") }
//	func TestPlaythroughs(t *testing.T) { gametest.Playthroughs(t, Rules(), "testdata/playthroughs") }
//
// Vocabulary: a law is what holds in every position of every game. A reference
// is a second implementation of the rules, naive and slow, written from their
// text alone, so that it does not repeat the mistakes of the first. Perft counts
// the ways to play a number of moves; where independent programs agree on
// millions, hardly any rule can be wrong. A playthrough is a whole game in a
// file, with all boards, for a person to read once and for the test to compare
// from then on.
//
// They find different mistakes: laws those in details that no reference sees,
// such as a hash that is not kept up to date; references wrong moves on small
// boards and late in games; perft rare moves, by sheer number; playthroughs what
// both implementations understand wrongly.
//
// Flags: -update rewrites the golden files, -long also runs the counts that
// take minutes.
//
// The package is for tests only; nothing else imports it.
package gametest

import "flag"

var (
	update = flag.Bool("update", false, "rewrite golden files")
	long   = flag.Bool("long", false, "also run tests that take minutes")
)

// Update reports whether golden files are to be rewritten.
func Update() bool { return *update }

// Long reports whether tests that take minutes are to run.
func Long() bool { return *long }
