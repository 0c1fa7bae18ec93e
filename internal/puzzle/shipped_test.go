package puzzle

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

// TestShipped proves the page's puzzles with powers: the named move wins in the
// named time, the solver knows of no quicker win, and after each other move the
// other side wins.
func TestShipped(t *testing.T) {
	file, err := os.Open("../../web/src/puzzles/santorini-powers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	entry := catalog.Santorini()
	solver := entry.NewSolver(catalog.SolverConfig{MemoryMiB: 16})
	solve := func(pos game.Position) engine.Verdict {
		v, err := solver.Solve(t.Context(), engine.Problem{Position: pos, Limits: engine.Limits{Nodes: 2_000_000}})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	seen := map[string]int{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var p Puzzle
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		pos, err := entry.Game.Parse(p.Position)
		if err != nil {
			t.Fatal(err)
		}
		seen[entry.PowersAt(pos)[pos.Turn()].Name]++
		if v := solve(pos); !v.Proven || !v.Winners.Has(pos.Turn()) || v.Plies != p.Plies || v.Moves[0] != p.Move {
			t.Errorf("%s: %+v, want %s to win in %d plies", p.Position, v, p.Move, p.Plies)
		}
		for _, m := range pos.Moves() {
			if m == p.Move {
				continue
			}
			next, err := pos.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			if v := solve(next); !v.Proven || v.Winners.Has(pos.Turn()) {
				t.Errorf("%s: after %s %+v, want the other side to win", p.Position, m, v)
			}
		}
	}
	for _, name := range entry.Cards.Names {
		if seen[name] < 6 {
			t.Errorf("%d puzzles for %s, want 6", seen[name], name)
		}
	}
}
