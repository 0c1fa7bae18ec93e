package perft_test

import (
	"fmt"
	"testing"

	"thera/amazons"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/internal/lab/perft"
	"thera/santorini"
)

// TestSameCountsThreads wants the same counts with any number of goroutines, with and
// without a table, and with one that is much too small.
func TestSameCountsThreads(t *testing.T) {
	rules := map[string]game.Game{"amazons": amazons.Rules(), "santorini": santorini.Rules(), "hermit": hermit.Rules()}
	for _, test := range []struct {
		game, position string
		depth          int
		want           uint64
	}{
		{"amazons", "1q2/3q/Q3/2Q1 w", 3, 586349},
		{"amazons", "*q*q*1*1*q/1**1Q*****/*****1Q***/4***2*/***2****1/*2****1**/****2*q*1/1*********/*Q**1**1*1/3****Q*1 w", 11, 100800},
		{"amazons", "*q*q*1*1*q/1**1Q*****/*****1Q***/4***2*/***2****1/*2****1**/****2*q*1/1*********/*Q**1**1*1/3****Q*1 w", 12, 0},
		{"santorini", "04120/21223/21202/11323/00100 a4d2,c4d3 2", 4, 1181547},
		{"santorini", "00444/00444/00444/00444/00444 a1b3,b1b5 1", 6, 33218615},
		{"hermit", ".../.../... 1", 0, 1},
		{"hermit", ".../.../... 1", 1, 63},
		{"hermit", ".../.../... 1", 2, 2256},
		{"hermit", ".../.../... 1", 5, 1848240},
		{"hermit", "../.. 1", 3, 288},
		{"hermit", "../.. 1", 5, 0},
	} {
		g := rules[test.game]
		pos := gametest.Must(t, g.Parse, test.position)
		for name, opt := range map[string]perft.Options{
			"plain":   {},
			"threads": {Threads: 3},
			"table":   {Table: perft.NewTable(1)},
			"both":    {Threads: 3, Table: perft.NewTable(1)},
		} {
			if n, err := perft.Count(t.Context(), pos, test.depth, opt); n != test.want || err != nil {
				t.Errorf("%s perft %d of %s: %d, %v, want %d", name, test.depth, pos, n, err, test.want)
			}
		}
	}
}

func ExampleTable() {
	t := perft.NewTable(1)
	t.Store(7, 0)
	fmt.Println(t.Load(7))
	fmt.Println(t.Load(8))
	// Output:
	// 0 true
	// 0 false
}

// TestForgets wants the largest count of a bucket to stay.
func TestForgets(t *testing.T) {
	table := perft.NewTable(1)
	table.Store(0, 1_000_000)
	for key := range uint64(1000) { // all in the first bucket
		table.Store(key, key)
	}
	if n, ok := table.Load(0); !ok || n != 1_000_000 {
		t.Errorf("count %d, %v, want that of the most work", n, ok)
	}
}
