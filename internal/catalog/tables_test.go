package catalog_test

import (
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"thera/engine"
	"thera/internal/catalog"
)

// TestTablesOfNodes plays a game with two engines of each kind, of which one knows
// the limit: it takes little memory and gives the same answers.
func TestTablesOfNodes(t *testing.T) {
	const nodes, most = 300, 6 << 20
	for _, entry := range catalog.Games() {
		for _, kind := range entry.Engines {
			t.Run(entry.Game.Name()+"/"+kind.Name, func(t *testing.T) {
				pos, err := entry.Game.Start(entry.Game.Variants()[0])
				full := kind.New(engine.Config{TableMiB: 16})
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				small := kind.New(engine.Config{TableMiB: 16, Nodes: nodes})
				runtime.ReadMemStats(&after)
				if took := after.TotalAlloc - before.TotalAlloc; took > most {
					t.Errorf("a new engine takes %d bytes, want at most %d", took, most)
				}
				for err == nil && pos.Winners() == 0 {
					req := engine.Request{Position: pos, Limits: engine.Limits{Nodes: nodes}, Seed: 1}
					want := searched(t, full, req)
					if diff := cmp.Diff(want, searched(t, small, req)); diff != "" {
						t.Fatalf("%s: %s", pos, diff)
					}
					pos, err = pos.Play(want[len(want)-1].Best())
				}
				if err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}
