package nimber_test

import (
	"path/filepath"
	"strings"
	"testing"

	"thera/engine"
	"thera/solve/nimber"
)

// TestGrowThreads solves a board in several runs, each by a new solver whose
// table grows as it searches or as it reads the checkpoint.
func TestGrowThreads(t *testing.T) {
	p := engine.Problem{
		Position:   parse(t, strings.Repeat("....../", 2)+"...... 1"),
		Checkpoint: filepath.Join(t.TempDir(), "nimbers"),
	}
	var v engine.Verdict
	var err error
	runs := 0
	for ; v.Grundy < 0 || !v.Proven; runs++ {
		p.Limits.Nodes = 7000
		entries := uint64(0)
		if runs == 0 {
			entries = 25_000 // close to growing
		}
		s, hasGrown := nimber.NewSmall(split, nimber.Options{TableMiB: 16, Threads: 2}, entries)
		if v, err = s.Solve(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if runs > 1 && !hasGrown() {
			t.Error("the table has not grown")
		}
	}
	if v.Grundy != 3 || runs < 3 || v.Nodes > 35_000 {
		t.Errorf("%+v after %d runs, want nimber 3", v, runs)
	}
}
