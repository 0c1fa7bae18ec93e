package whole

import (
	"encoding/json"
	"fmt"
	"testing"

	"thera/engine"
	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
)

// TestLevels holds the levels on the page, which asks by time, against those that thera
// match measures by nodes.
func TestLevels(t *testing.T) {
	positions := map[string][]string{
		"amazons":   {"2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w"},
		"hermit":    {"..B.R./R...../..R.../..YYR./....../R..R.. 1", "..B.R./RY..../B.R.../B.YYR./.....Y/RY.R.. 1"},
		"santorini": {"00110/00011/00002/00000/00000 b3e4,c3c5 1", "00110/00011/00002/00000/00000 b3e4,c3c5 1 athena,pan"},
	}
	for _, entry := range catalog.Games() {
		for _, text := range positions[entry.Game.Name()] {
			pos := gametest.Must(t, entry.Game.Parse, text)
			for level := 1; level < catalog.MaxLevel; level++ {
				measured, err := entry.NewEngine(engine.Config{Level: level, TableMiB: 16}).Search(t.Context(), engine.Request{
					Position: pos, Limits: engine.Limits{Nodes: 200_000}, Seed: 7,
				})
				if err != nil {
					t.Fatal(err)
				}
				// An hour, so that no slow machine reaches the limit.
				asked := fmt.Sprintf(`{"game":%q,"position":%q,"level":%d,"seed":7,"millis":3600000}`, entry.Game.Name(), text, level)
				var got answer.Search
				if err := json.Unmarshal([]byte(newDesk(t, nil).ask(t, "search", asked)), &got); err != nil {
					t.Fatal(err)
				}
				if got.Move != measured.Best() || got.Nodes != measured.Nodes {
					t.Errorf("%s %s, level %d: %s after %d nodes, want %s after %d",
						entry.Game.Name(), text, level, got.Move, got.Nodes, measured.Best(), measured.Nodes)
				}
			}
		}
	}
}
