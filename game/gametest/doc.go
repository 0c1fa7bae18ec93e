// Package gametest tests rules packages: the laws that every game obeys, agreement with
// a naive reference, perft files and golden playthroughs.
//
// A rules package calls it from its tests:
//
//	func TestLaws(t *testing.T) {
//		gametest.Laws(t, rules, gametest.Options{Reference: naive{}})
//	}
//	func TestPerft(t *testing.T)        { gametest.Perft(t, Rules(), "testdata/amazons.perft") }
//	func TestReference(t *testing.T)    { gametest.PerftReference(t, naive{}, "testdata/amazons.perft") }
//	func TestPlaythroughs(t *testing.T) { gametest.Playthroughs(t, Rules(), "testdata/playthroughs") }
//
// Vocabulary: a law holds in every position of every game. A reference is a second
// implementation of the rules, naive and slow, written from their text alone so that it
// does not repeat the mistakes of the first. Perft counts the sequences of a given number
// of moves; if independent programs agree on millions, few rules can be wrong. A
// playthrough is a whole game in a file, with all boards, for a person to read once and
// for the test to compare from then on.
//
// They find different mistakes: laws find inconsistencies that no reference sees, such as
// an outdated hash; references find wrong moves on small boards and late in games; perft
// finds rare moves by sheer number; playthroughs show what both implementations
// misunderstand.
//
// Must shortens tests anywhere.
//
// Flags: -update rewrites the golden files, -long also runs the counts that take minutes.
//
// The package is for tests only.
package gametest

import "flag"

var (
	update = flag.Bool("update", false, "rewrite golden files")
	long   = flag.Bool("long", false, "also run tests that take minutes")
)

// Update reports whether to rewrite golden files.
func Update() bool { return *update }

// Long reports whether to run tests that take minutes.
func Long() bool { return *long }
