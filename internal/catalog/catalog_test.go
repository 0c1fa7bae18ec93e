package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/search"
)

func TestFind(t *testing.T) {
	for _, name := range catalog.Names() {
		if entry, err := catalog.Find(name); err != nil || entry.Game.Name() != name {
			t.Errorf("%s: %+v, %v", name, entry, err)
		}
	}
	_, err := catalog.Find("chess")
	if want := `unknown game "chess": want one of ` + strings.Join(catalog.Names(), ", "); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestEngines has each game's engine find a move on every board and in the
// positions of the benchmarks.
func TestEngines(t *testing.T) {
	for _, entry := range catalog.Games() {
		t.Run(entry.Game.Name(), func(t *testing.T) {
			e := entry.NewEngine(search.Options{TableMiB: 1})
			find := func(pos game.Position, err error) {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
				info, err := e.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 100}})
				if err != nil || !slices.Contains(pos.Moves(), info.Best()) {
					t.Errorf("%s: %v, %v", pos, info, err)
				}
			}
			for _, variant := range entry.Game.Variants() {
				find(entry.Game.Start(variant))
			}
			for _, b := range entry.Benchmarks {
				if b.Depth < 1 {
					t.Errorf("%s: depth %d is no limit", b.Position, b.Depth)
				}
				find(entry.Game.Parse(b.Position))
			}
			if len(entry.Benchmarks) == 0 {
				t.Error("no benchmarks")
			}
		})
	}
}
