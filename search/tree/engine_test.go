package tree_test

import (
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"thera/amazons"
	"thera/engine"
	"thera/engine/enginetest"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/santorini"
	"thera/search"
	"thera/search/tree"
)

func newAmazons() engine.Engine { return withEvaluation(amazonsEvaluation) }

func withEvaluation(eval search.Evaluation[amazons.Position, amazons.Move]) engine.Engine {
	return tree.New(eval, search.Options{TableMiB: 2})
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
			return tree.New(santoriniEvaluation, search.Options{TableMiB: 4})
		}, start)
	}
}

// TestTeams wants the chance in teams to be as the evaluation has it, which sees two
// equal sides here, and partners not to be taken for rivals.
func TestTeams(t *testing.T) {
	pos := gametest.Must(t, santorini.Rules().Parse, "00000/00000/00000/00000/00000 b3c3,c2d4,+,+ 1")
	info := enginetest.Find(t, tree.New(santoriniEvaluation, search.Options{TableMiB: 8}), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 20_000}})
	if p := info.Score.WinProbability(); p < .45 || p > .7 {
		t.Errorf("chance %.2f, want about 0.57", p)
	}
}

// testProofs wants the true winner, and a distance to the end that is not
// shorter than that with best play.
func testProofs[P comparable, M game.Code, K game.Kernel[P, M]](t *testing.T, eval search.Evaluation[P, M], positions []game.Position) {
	t.Helper()
	seen := map[P]engine.Score{}
	for _, pos := range positions {
		p, _ := game.KernelOf[P](pos)
		want, _ := enginetest.BruteForce[P, M, K](p, seen).Proven()
		info := enginetest.Find(t, tree.New[P, M, K](eval, search.Options{TableMiB: 1}), engine.Request{Position: pos})
		got, proven := info.Score.Proven()
		if !proven || got > 0 != (want > 0) || max(got, -got) < max(want, -want) {
			t.Errorf("%s: %s, brute force says a result in %d", pos, info.Score, want)
		}
	}
}

func TestProofsAgainstBruteForce(t *testing.T) {
	t.Run("turns of two parts", func(t *testing.T) {
		testProofs(t, amazonsEvaluation, enginetest.RandomPositions(t, amazons.Rules(), "1q2/3q/Q3/2Q1 w", 6, 20))
		testProofs(t, amazonsEvaluation, enginetest.RandomPositions(t, amazons.Rules(), "q3/4/4/3Q w", 5, 20))
	})
	t.Run("whole turns", func(t *testing.T) {
		testProofs(t, hermitEvaluation, enginetest.RandomPositions(t, hermit.Rules(), ".../.../... 1", 2, 40))
	})
}

// TestTakesWinningClimb wants a win at once to be seen before any limit.
func TestTakesWinningClimb(t *testing.T) {
	pos := gametest.Must(t, santorini.Rules().Parse, "00000/02300/00000/00000/00000 b4d1,a1e1 1")
	e := tree.New(santoriniEvaluation, search.Options{TableMiB: 1})
	if info := enginetest.Find(t, e, engine.Request{Position: pos, Limits: engine.Limits{Nodes: 1}}); info.Score != engine.WinIn(1) || info.Best() != "b4-c4" {
		t.Errorf("plays %s, %s; want b4-c4, win in 1", info.Best(), info.Score)
	}
}

// TestUsesAllNodes wants a search to be the same when its limit is just the nodes it took.
func TestUsesAllNodes(t *testing.T) {
	req := engine.Request{Position: gametest.Must(t, amazons.Rules().Parse, middle), Limits: engine.Limits{Nodes: 3000}}
	first := enginetest.Find(t, newAmazons(), req)
	req.Limits.Nodes = first.Nodes
	if diff := cmp.Diff(first, enginetest.Find(t, newAmazons(), req), enginetest.IgnoreTime); diff != "" {
		t.Errorf("with a limit of %d nodes:\n%s", first.Nodes, diff)
	}
}

// TestReports wants lines that can be played, until one is as long as the
// limit on depth.
func TestReports(t *testing.T) {
	pos := gametest.Must(t, amazons.Rules().Parse, middle)
	const lines = 3
	var last [lines]engine.Info
	info := enginetest.Find(t, newAmazons(), engine.Request{
		Position: pos, Limits: engine.Limits{Depth: 4}, Lines: lines, Report: func(info engine.Info) {
			last[info.Rank] = info
			if info.Depth != len(info.Line) {
				t.Errorf("depth %d with a line of %d", info.Depth, len(info.Line))
			}
			at := pos
			for _, m := range info.Line {
				at = gametest.Must(t, at.Play, m)
			}
		},
	})
	if info.Depth != 4 {
		t.Errorf("depth %d, want 4", info.Depth)
	}
	if diff := cmp.Diff(info, last[0], enginetest.IgnoreTime); diff != "" {
		t.Errorf("the answer is not the line of rank 0:\n%s", diff)
	}
	if a, b, c := last[0].Best(), last[1].Best(), last[2].Best(); a == b || b == c || a == c {
		t.Errorf("lines begin with %s, %s and %s", a, b, c)
	}
}

// TestIsKept proves a result and wants it known some turns later without another
// search, as many as a round of the largest games has.
func TestIsKept(t *testing.T) {
	for _, turns := range []int{0, 2, 4} {
		e := newAmazons()
		pos := gametest.Must(t, amazons.Rules().Parse, "1q2/4/**Q1/4 w")
		first := enginetest.Find(t, e, engine.Request{Position: pos})
		plies, proven := first.Score.Proven()
		if !proven || plies <= turns || len(first.Line) < turns {
			t.Fatalf("%+v, want a proven win in more than %d", first, turns)
		}
		for _, m := range first.Line[:turns] {
			pos = gametest.Must(t, pos.Play, m)
		}
		second := enginetest.Find(t, e, engine.Request{Position: pos})
		if left, _ := second.Score.Proven(); second.Nodes != 0 || left <= 0 || left > plies-turns {
			t.Errorf("%d turns later %+v after %+v, want the rest of it from memory", turns, second, first)
		}
	}
}

// TestMemory has a tree outgrow its memory many times over, and after the
// first search allows a few allocations for each search, none for its nodes.
func TestMemory(t *testing.T) {
	e := tree.New(amazonsEvaluation, search.Options{TableMiB: 1})
	req := engine.Request{Position: gametest.Must(t, amazons.Rules().Parse, middle), Limits: engine.Limits{Nodes: 70_000}}
	enginetest.Find(t, e, req)
	req.Seed = 1 // begins a tree of its own
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	info := enginetest.Find(t, e, req)
	runtime.ReadMemStats(&after)
	if allocs := after.Mallocs - before.Mallocs; allocs > 200 {
		t.Errorf("%d allocations in %d nodes, want at most 200", allocs, info.Nodes)
	}
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<20 {
		t.Errorf("%d bytes more than its share", grown)
	}
}

// TestThreads has several workers share the nodes and a small memory, and
// agree with one alone on who wins.
func TestThreads(t *testing.T) {
	e := tree.New(amazonsEvaluation, search.Options{TableMiB: 1, Threads: 4})
	const nodes = 50_000
	info := enginetest.Find(t, e, engine.Request{Position: gametest.Must(t, amazons.Rules().Parse, middle), Limits: engine.Limits{Nodes: nodes}})
	if info.Nodes > nodes || info.Nodes < nodes-1000 {
		t.Errorf("%+v, want close to 50,000 nodes but no more", info)
	}
	end := engine.Request{Position: gametest.Must(t, amazons.Rules().Parse, "1q2/4/**Q1/4 w")}
	for range 20 {
		e := tree.New(amazonsEvaluation, search.Options{TableMiB: 1, Threads: 4})
		if info := enginetest.Find(t, e, end); !info.Score.Won() {
			t.Fatalf("%+v, want a win", info)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	enginetest.Benchmark(b, newAmazons, gametest.Must(b, amazons.Rules().Parse, middle))
}
