package exam

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"thera/game/gametest"
	"thera/internal/catalog"
)

// TestPrompt has a prompt for each kind of position.
func TestPrompt(t *testing.T) {
	var text strings.Builder
	for _, i := range small(t)[2:] {
		p, err := i.Prompt(i.Kind == Proven)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "== %s %s\n%s", p.Game, p.ID, p.Prompt)
	}
	gametest.Golden(t, filepath.Join("testdata", "prompts.txt"), text.String())
	for _, entry := range catalog.Games() {
		if entry.Brief.Rules == "" || entry.Brief.Move == "" {
			t.Errorf("%s has no rules in short", entry.Game.Name())
		}
	}
}
