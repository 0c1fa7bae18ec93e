package proof_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"thera/engine"
	"thera/engine/enginetest"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/santorini"
	"thera/santorini/proof"
)

// TestCheckpoint interrupts and resumes a search again and again. Little is done
// twice.
func TestCheckpoint(t *testing.T) {
	s := readSolved(t)[6]
	whole, err := proof.New(1).Solve(t.Context(), engine.Problem{Position: s.pos})
	if err != nil || whole.Plies != s.result {
		t.Fatalf("%+v, %v", whole, err)
	}
	problem := engine.Problem{
		Position:   s.pos,
		Checkpoint: filepath.Join(t.TempDir(), "checkpoint"),
		Limits:     engine.Limits{Nodes: whole.Nodes / 10},
	}
	for run := 1; ; run++ {
		v, err := proof.New(1).Solve(t.Context(), problem)
		if err != nil || v.Nodes > 2*whole.Nodes {
			t.Fatalf("run %d: %+v, %v; want an answer after less than twice %d nodes", run, v, err, whole.Nodes)
		}
		if v.Plies > 0 {
			if v.Plies != whole.Plies || !slices.Equal(v.Moves, whole.Moves) || run < 5 {
				t.Errorf("run %d: %+v, want %+v", run, v, whole)
			}
			return
		}
	}
}

// TestResume interrupts the search for a win by threats. It resumes where it was, and
// visits hardly more nodes in the end.
func TestResume(t *testing.T) {
	s := readSolved(t)[3]
	p := engine.Problem{Position: s.pos, Checkpoint: filepath.Join(t.TempDir(), "checkpoint"), Limits: engine.Limits{Nodes: 100}}
	for _, want := range []engine.Verdict{{Nodes: 101}, {Nodes: 175, Plies: 5}} {
		v, err := proof.New(1).Solve(t.Context(), p)
		if err != nil || v.Nodes != want.Nodes || v.Plies != want.Plies {
			t.Errorf("%+v, %v; want %d nodes and %d plies", v, err, want.Nodes, want.Plies)
		}
	}
}

func TestCheckpointOfAnotherPosition(t *testing.T) {
	path := filepath.Join(t.TempDir(), "checkpoint.json")
	for _, text := range []string{"{", "thera santorini 1 another\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if v, err := proof.New(1).Solve(t.Context(), engine.Problem{Position: readSolved(t)[0].pos, Checkpoint: path}); err == nil {
			t.Errorf("%s: %+v, want an error", text, v)
		}
	}
}

func TestSolver(t *testing.T) {
	parse := func(text string) game.Position { return gametest.Must(t, santorini.Rules().Parse, text) }
	enginetest.TestSolver(t, func() engine.Solver { return proof.New(1) }, enginetest.Problems{
		Long:   parse("00000/00000/00000/00000/00000 -,- 1"),
		Beyond: 1,
		Over: []game.Position{
			parse("30000/00000/00000/00000/00000 a5c2,b3e3 #1"),
			parse("30000/00000/00000/00000/00000 a5c2,b3e3,d1d2 #1"),
			parse("30000/00000/00000/00000/00000 b3e3,a5c2 #2"),
		},
		Grundy: -1,
	})
}

// TestLimitsAll stops the search for all winning moves everywhere. It must say
// what it says without a limit, or only that there is a win and some moves.
func TestLimitsAll(t *testing.T) {
	for _, text := range []string{
		"41414/24241/34444/44242/44442 c2e4,a4d5 2",
		"20240/34212/12211/13140/11232 b5e2,b1d4 2",
	} {
		pos := gametest.Must(t, santorini.Rules().Parse, text)
		whole, err := proof.New(1).Solve(t.Context(), engine.Problem{Position: pos, All: true})
		if err != nil || !whole.All {
			t.Fatalf("%s: %+v, %v; want all winning moves", pos, whole, err)
		}
		partial := 0
		for limit := uint64(1); limit < whole.Nodes; limit += 1 + whole.Nodes/100 {
			v, err := proof.New(1).Solve(t.Context(), engine.Problem{Position: pos, All: true, Limits: engine.Limits{Nodes: limit}})
			if err != nil {
				t.Fatal(err)
			}
			if v.Proven {
				partial++
			}
			isWin := func(m game.Move) bool { return slices.Contains(whole.Moves, m) }
			if v.Proven && (v.All || v.Winners != whole.Winners || v.Plies != 0 && v.Plies != whole.Plies || slices.ContainsFunc(v.Moves, func(m game.Move) bool { return !isWin(m) }) || len(v.Moves) == 0) {
				t.Errorf("%s, %d of %d nodes: %+v, want %+v", pos, limit, whole.Nodes, v, whole)
			}
		}
		if partial == 0 {
			t.Errorf("%s: no limit ended the search after the proof", pos)
		}
	}
}

func TestRefused(t *testing.T) {
	three := gametest.Must(t, santorini.Rules().Start, "3p")
	other := gametest.Must(t, hermit.Rules().Start, "")
	if v, err := proof.New(1).Solve(t.Context(), engine.Problem{Position: three}); !errors.Is(err, engine.ErrUnsupported) {
		t.Errorf("%s: %+v, %v; want %v", three, v, err, engine.ErrUnsupported)
	}
	if v, err := proof.New(1).Solve(t.Context(), engine.Problem{Position: other}); err == nil || errors.Is(err, engine.ErrUnsupported) {
		t.Errorf("%s: %+v, %v; want another error", other, v, err)
	}
}
