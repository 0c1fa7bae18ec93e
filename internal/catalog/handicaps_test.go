package catalog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/catalog/setup"
)

// TestHandicaps checks that each handicap can be played, whichever seat gives it, and that
// its worth was measured.
func TestHandicaps(t *testing.T) {
	for _, entry := range catalog.Games() {
		names := setup.HandicapNames(entry.Handicaps)
		for i, h := range entry.Handicaps {
			if slices.Contains(names[:i], h.Name) {
				t.Errorf("%s has %s twice", entry.Game.Name(), h.Name)
			}
			if len(h.Measured) == 0 {
				t.Errorf("%s: %s was not measured", entry.Game.Name(), h.Name)
			}
			for _, start := range h.Starts {
				pos, err := start.Begin(entry.Game)
				if err != nil {
					t.Errorf("%s: %s: %v", entry.Game.Name(), h.Name, err)
					continue
				}
				if pos.Winners() != 0 || pos.Seats().Len() != 2 || len(pos.Moves()) == 0 {
					t.Errorf("%s: %s: %s can't be played by two", entry.Game.Name(), h.Name, pos)
				}
				if start.Position != "" && pos.String() != start.Position {
					t.Errorf("%s: %s: %q is written as %q", entry.Game.Name(), h.Name, start.Position, pos)
				}
			}
		}
	}
}

// TestMirroredHandicaps checks that the positions of Amazons are those of one handicap:
// seen from the other side, the second is the first.
func TestMirroredHandicaps(t *testing.T) {
	swap := strings.NewReplacer("q", "Q", "Q", "q")
	for _, h := range catalog.Amazons().Handicaps {
		if h.Time > 0 || h.Name == "first-turn" {
			continue
		}
		board, turn, _ := strings.Cut(h.Starts[0].Position, " ")
		ranks := strings.Split(board, "/")
		slices.Reverse(ranks)
		if want := swap.Replace(strings.Join(ranks, "/")) + " " + turn; h.Starts[1].Position != want {
			t.Errorf("%s: Black gives it from %q, want %q", h.Name, h.Starts[1].Position, want)
		}
	}
}

// TestHandicapTable compares docs/play/handicaps.tsv with the catalog; -update rewrites it.
func TestHandicapTable(t *testing.T) {
	var table strings.Builder
	table.WriteString("game\thandicap\tstrength\twon\tgames\tworth\terror\trated\n")
	for _, entry := range catalog.Games() {
		for _, h := range entry.Handicaps {
			worth := h.Worth()
			for _, m := range h.Measured {
				fmt.Fprintf(&table, "%s\t%s\t%s\t%d\t%d\t%v\t%v\t%v\n",
					entry.Game.Name(), h.Name, m.Strength, m.Won, m.Games, worth.Elo, worth.Error, h.IsRated())
			}
		}
	}
	gametest.Golden(t, "../../docs/play/handicaps.tsv", table.String())
}
