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
// Flags: -update rewrites the playthroughs, -long also runs the counts that
// take minutes.
//
// The package is for tests only; nothing else imports it.
package gametest

import "flag"

var (
	update = flag.Bool("update", false, "rewrite golden playthroughs")
	long   = flag.Bool("long", false, "also run tests that take minutes")
)

// Update reports whether golden files are to be rewritten.
func Update() bool { return *update }

// Long reports whether tests that take minutes are to run.
func Long() bool { return *long }
