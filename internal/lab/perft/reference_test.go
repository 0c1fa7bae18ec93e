package perft_test

import (
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/lab/perft"
)

// TestReference counts with a table what docs/research/perft.md has of the start positions and
// takes seconds at most, all in one table.
func TestReference(t *testing.T) {
	table := perft.NewTable(64)
	if gametest.Long() {
		table = perft.NewTable(2048)
	}
	for _, test := range []struct {
		game, variant string
		depth         int
		want          uint64
		long          bool
	}{
		{"amazons", "6x6", 3, 91_074_224, false},
		{"amazons", "6x6", 4, 28_857_914_846, true},
		{"santorini", "2p", 4, 237_559_488, false},
		{"santorini", "2p", 5, 14_380_444_776, true},
		{"santorini", "2p", 6, 846_940_255_104, true},
		{"hermit", "4x4", 5, 738_964_800, false},
		{"hermit", "5x5", 4, 378_430_632, false},
		{"hermit", "4x4", 7, 161_281_169_280, true},
		{"hermit", "4x4", 8, 1_172_910_896_640, true},
		{"hermit", "5x5", 5, 29_253_903_840, true},
		{"hermit", "5x5", 6, 1_748_186_781_120, true},
		{"hermit", "6x6", 5, 406_772_478_720, true},
		{"hermit", "8x8", 4, 45_512_973_720, true},
	} {
		if test.long && !gametest.Long() {
			continue
		}
		entry := gametest.Must(t, catalog.Find, test.game)
		pos := gametest.Must(t, entry.Game.Start, test.variant)
		n, err := perft.Count(t.Context(), pos, test.depth, perft.Options{Table: table})
		if n != test.want || err != nil {
			t.Errorf("%s %s: perft %d is %d, %v, want %d", test.game, test.variant, test.depth, n, err, test.want)
		}
	}
}

// TestClasses counts without a table and without hashes: for one first move of each
// class of images, times the number in the class.
func TestClasses(t *testing.T) {
	depth, want := 3, uint64(4_313_232)
	if gametest.Long() {
		depth, want = 6, 846_940_255_104
	}
	entry := gametest.Must(t, catalog.Find, "santorini")
	pos := gametest.Must(t, entry.Game.Start, "2p")
	all := game.SymmetriesOf(pos)
	classes := map[string]uint64{}
	for _, m := range pos.Moves() {
		next := gametest.Must(t, pos.Play, m)
		least, _, err := game.Least(next, all)
		if err != nil {
			t.Fatal(err)
		}
		classes[least.String()]++
	}
	sum := uint64(0)
	for text, size := range classes {
		pos := gametest.Must(t, entry.Game.Parse, text)
		n, err := game.Perft(t.Context(), pos, depth-1)
		if err != nil {
			t.Fatal(err)
		}
		sum += size * n
	}
	if sum != want {
		t.Errorf("perft %d is %d by %d classes, want %d", depth, sum, len(classes), want)
	}
}
