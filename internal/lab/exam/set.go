package exam

import (
	"bytes"
	"compress/gzip"
	_ "embed"
)

// Version is that of the set which comes with the program. A set never changes: a better
// one gets the next version, and results of different versions can't be compared.
const Version = 1

//go:embed exam1.jsonl.gz
var compressed []byte

// Set returns the items that come with the program.
func Set() ([]Item, error) {
	from, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, err
	}
	return Read(from)
}

// Choose returns the items of a game, of all games for "", in the order of the set: at
// most count of each kind and phase of a game, or all for 0.
func Choose(items []Item, game string, count int) (chosen []Item) {
	type group struct {
		game  string
		kind  Kind
		phase Phase
	}
	taken := map[group]int{}
	for _, i := range items {
		g := group{i.Game, i.Kind, i.Phase}
		if (game == "" || i.Game == game) && (count == 0 || taken[g] < count) {
			taken[g]++
			chosen = append(chosen, i)
		}
	}
	return chosen
}
