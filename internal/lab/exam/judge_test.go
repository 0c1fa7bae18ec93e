package exam

import (
	"testing"

	"thera/game/gametest"
	"thera/internal/catalog"
)

// TestTooLarge wants no item, and no error, of a position that is too large for the solver.
func TestTooLarge(t *testing.T) {
	entry := catalog.Hermit()
	pos := gametest.Must(t, entry.Game.Parse, "Y....R.../...RYY.../YR...B..R/...Y....Y/...Y...RR/.Y..RB.../.......B./RRB...Y../..B....R. 2")
	if good, err := newJudge(entry).prove(t.Context(), &Item{}, pos, 1000); good || err != nil {
		t.Errorf("%t, %v", good, err)
	}
}
