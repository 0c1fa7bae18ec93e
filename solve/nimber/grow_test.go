package nimber

import (
	"path/filepath"
	"strings"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/hermit"
	"thera/hermit/endgame"
)

// TestGrowAndResume solves a board in several runs, each by a new solver whose
// table grows as it searches or as it reads the checkpoint.
func TestGrowAndResume(t *testing.T) {
	pos, err := hermit.Rules().Parse(strings.Repeat("....../", 2) + "...... 1")
	if err != nil {
		t.Fatal(err)
	}
	p := engine.Problem{Position: pos, Checkpoint: filepath.Join(t.TempDir(), "nimbers")}
	var v engine.Verdict
	runs := 0
	for ; v.Grundy < 0 || !v.Proven; runs++ {
		p.Limits.Nodes = 7000
		s := &solver[endgame.Part, endgame.Placing]{
			split: func(pos game.Position) (Parts[endgame.Part, endgame.Placing], error) { return endgame.NewField(pos) },
			opt:   Options{Threads: 2},
			table: newTable(16),
		}
		s.table.shift = minShift
		if runs == 0 {
			// What is known of other things brings it close to growing.
			for i := range uint64(25_000) {
				s.table.put(key{keyMask, i}, exact)
			}
		}
		if v, err = s.Solve(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if runs > 1 && s.table.shift == minShift {
			t.Error("the table has not grown")
		}
	}
	if v.Grundy != 3 || runs < 3 || v.Nodes > 35_000 {
		t.Errorf("%+v after %d runs, want nimber 3", v, runs)
	}
}
