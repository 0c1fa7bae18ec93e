package alphabeta_test

import (
	"context"
	"runtime"
	"testing"

	"thera/amazons"
	"thera/engine"
	"thera/engine/enginetest"
	"thera/game"
	"thera/game/gametest"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/search"
	"thera/search/alphabeta"
)

func newAmazons() engine.Engine { return withEvaluation(amazonsEvaluation) }

// newBold returns what plays Santorini for two without powers.
func newBold() engine.Engine {
	told := santoriniEvaluation
	told.Forced, told.Settled = eval.AppendForced, eval.Settled
	return alphabeta.New(told, search.Options{TableMiB: 1, ReverseFutilityMargin: 50, LateMoveWidth: 1})
}

func withEvaluation(eval search.Evaluation[amazons.Position, amazons.Move]) engine.Engine {
	return alphabeta.New(eval, search.Options{TableMiB: 1})
}

func TestEngine(t *testing.T) {
	enginetest.TestEngine(t, amazonsEvaluation, withEvaluation, enginetest.Positions{
		Middle:  gametest.Must(t, amazons.Rules().Parse, middle),
		OneMove: gametest.Must(t, amazons.Rules().Parse, "Q1/*q w"),
		Over:    gametest.Must(t, amazons.Rules().Parse, "qQ********/********** w"),
	})
}

func TestSeveralSeats(t *testing.T) {
	for _, variant := range []string{"3p", "4p"} {
		start := gametest.Must(t, santorini.Rules().Start, variant)
		enginetest.SeveralSeats[santorini.Position, santorini.Move](t, func() engine.Engine {
			return alphabeta.New(santoriniEvaluation, search.Options{TableMiB: 1})
		}, start)
	}
}

// TestPartners wants a win in two more turns of the own team to be found, the
// first of which is made for the partner's to follow.
func TestPartners(t *testing.T) {
	pos := gametest.Must(t, santorini.Rules().Parse, "30000/20000/10000/00000/00000 a3d4,d1e2,+,+ 3")
	e := alphabeta.New(santoriniEvaluation, search.Options{TableMiB: 1})
	info, err := e.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Depth: 3}})
	if err != nil || info.Score != engine.WinIn(3) {
		t.Errorf("%s: %v, %v; want a win in 3 plies", pos, info, err)
	}
}

// TestCancel wants a search to end within a look at the limits after its context.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	pos := gametest.Must(t, amazons.Rules().Parse, "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w")
	var canceled uint64
	info, err := newAmazons().Search(ctx, engine.Request{Position: pos, Report: func(info engine.Info) {
		if info.Depth == 2 {
			canceled = info.Nodes
			cancel()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if late := info.Nodes - canceled; late > engine.MaxPollInterval {
		t.Errorf("stopped %d nodes after it was canceled, want at most %d", late, engine.MaxPollInterval)
	}
}

func TestReportsDeepen(t *testing.T) {
	pos := gametest.Must(t, amazons.Rules().Parse, middle)
	depth := 0
	info, err := newAmazons().Search(t.Context(), engine.Request{
		Position: pos, Limits: engine.Limits{Depth: 3}, Report: func(info engine.Info) {
			if info.Depth != depth+1 {
				t.Errorf("depth %d reported after %d", info.Depth, depth)
			}
			depth = info.Depth
			// The line can be played.
			at := pos
			for _, m := range info.Line {
				at = gametest.Must(t, at.Play, m)
			}
		},
	})
	if err != nil || info.Depth != 3 || depth != 3 {
		t.Errorf("depth %d, reported %d, %v; want 3", info.Depth, depth, err)
	}
}

// TestNoAllocationsPerNode searches once so that all frames have room, and
// then allows a few allocations for each search, none for its nodes.
func TestNoAllocationsPerNode(t *testing.T) {
	for _, test := range []struct {
		engine   engine.Engine
		position game.Position
	}{
		{newAmazons(), gametest.Must(t, amazons.Rules().Parse, middle)},
		{newBold(), gametest.Must(t, santorini.Rules().Parse, "01000/00210/00000/01100/00000 a1b3,c3e4,c5e3 2")},
		{newBold(), gametest.Must(t, santorini.Rules().Parse, "01300/10011/03021/11010/20110 a3a5,c1e2 2")},
	} {
		req := engine.Request{Position: test.position, Limits: engine.Limits{Nodes: 50_000}}
		search := func() uint64 {
			info, err := test.engine.Search(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			return info.Nodes
		}
		search()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		nodes := search()
		runtime.ReadMemStats(&after)
		if allocs := after.Mallocs - before.Mallocs; allocs > 200 {
			t.Errorf("%s: %d allocations in %d nodes, want at most 200", test.position, allocs, nodes)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	enginetest.Benchmark(b, newAmazons, gametest.Must(b, amazons.Rules().Parse, middle))
}
