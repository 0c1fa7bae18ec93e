package enginetest

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"thera/engine"
	"thera/game"
	"thera/search"
)

// Positions are the positions an engine is tested on.
type Positions struct {
	Middle  game.Position // with enough choice for seconds of searching
	OneMove game.Position // with a single legal move
	Over    game.Position // in which the game is over
}

// IgnoreTime compares what must be the same on every machine.
var IgnoreTime = cmpopts.IgnoreFields(engine.Info{}, "Time")

// Find returns the answer of an engine.
func Find(tb testing.TB, e engine.Engine, req engine.Request) engine.Info {
	tb.Helper()
	info, err := e.Search(tb.Context(), req)
	if err != nil {
		tb.Fatal(err)
	}
	return info
}

// Parse parses a position.
func Parse(tb testing.TB, g game.Game, text string) game.Position {
	tb.Helper()
	pos, err := g.Parse(text)
	if err != nil {
		tb.Fatal(err)
	}
	return pos
}

// TestEngine tests everything promised of any engine, with the given evaluation. Promises
// about time are tested in a synctest bubble with slowed evaluations.
func TestEngine[P any, M game.Code](t *testing.T, eval search.Evaluation[P, M], build func(search.Evaluation[P, M]) engine.Engine, on Positions) {
	newEngine := func() engine.Engine { return build(eval) }
	t.Run("deterministic", func(t *testing.T) { deterministic(t, newEngine, on) })
	t.Run("smallest limits", func(t *testing.T) { smallestLimits(t, newEngine, on) })
	t.Run("refusals", func(t *testing.T) { refusals(t, newEngine, on) })
	for name, test := range map[string]func(*testing.T, func() engine.Engine, Positions){
		"share of the clock": shareOfClock, "ponders": ponders,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { test(t, func() engine.Engine { return build(slow(eval)) }, on) })
		})
	}
}

// slow returns an evaluation whose calls take 10 µs, which also pass in fake time.
func slow[P any, M game.Code](eval search.Evaluation[P, M]) search.Evaluation[P, M] {
	const while = 10 * time.Microsecond
	quick := eval
	eval.Evaluate = func(p *P, seat game.Seat) int {
		time.Sleep(while)
		return quick.Evaluate(p, seat)
	}
	if quick.EvaluateFirst != nil {
		eval.EvaluateFirst = func(p *P, first M, seat game.Seat) int {
			time.Sleep(while)
			return quick.EvaluateFirst(p, first, seat)
		}
	}
	return eval
}

// deterministic tests that equal requests get equal answers, and that the seed
// changes them.
func deterministic(t *testing.T, newEngine func() engine.Engine, on Positions) {
	answers := map[uint64]engine.Info{}
	for _, seed := range []uint64{0, 1, 1, 0} {
		info := Find(t, newEngine(), engine.Request{Position: on.Middle, Limits: engine.Limits{Nodes: 30_000}, Seed: seed})
		if info.Nodes > 30_001 || info.Nodes < 29_000 {
			t.Errorf("%d nodes, want close to 30,000 but no more", info.Nodes)
		}
		if first, ok := answers[seed]; ok {
			if diff := cmp.Diff(first, info, IgnoreTime); diff != "" {
				t.Errorf("seed %d answers differently the second time:\n%s", seed, diff)
			}
		}
		answers[seed] = info
	}
	if cmp.Equal(answers[0], answers[1], IgnoreTime) {
		t.Errorf("seeds 0 and 1 have the same answer %v", answers[0])
	}
}

// smallestLimits asks for an answer with hardly any room to search.
func smallestLimits(t *testing.T, newEngine func() engine.Engine, on Positions) {
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		name   string
		ctx    context.Context
		limits engine.Limits
	}{
		{"one node", t.Context(), engine.Limits{Nodes: 1}},
		{"one nanosecond", t.Context(), engine.Limits{Time: 1}},
		{"depth 1", t.Context(), engine.Limits{Depth: 1}},
		{"context done", done, engine.Limits{}},
	} {
		info, err := newEngine().Search(test.ctx, engine.Request{Position: on.Middle, Limits: test.limits})
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if !slices.Contains(on.Middle.Moves(), info.Best()) {
			t.Errorf("%s: %s is no legal move", test.name, info.Best())
		}
	}
}

// refusals tests that what can't be searched is an error.
func refusals(t *testing.T, newEngine func() engine.Engine, on Positions) {
	if _, err := newEngine().Search(t.Context(), engine.Request{Position: on.Over}); !errors.Is(err, engine.ErrOver) {
		t.Errorf("finished game: %v, want %v", err, engine.ErrOver)
	}
	if _, err := newEngine().Search(t.Context(), engine.Request{Position: other{on.Middle}}); err == nil {
		t.Error("another game's position is searched")
	}
}

// other hides the type of the position it wraps.
type other struct{ game.Position }

// shareOfClock tests that no more than a turn's part of the clock is used, up
// to the next poll, and not much less where there is much to search.
func shareOfClock(t *testing.T, newEngine func() engine.Engine, on Positions) {
	for _, test := range []struct {
		name        string
		position    game.Position
		clock       engine.Clock
		least, most time.Duration
	}{
		{"3 s", on.Middle, engine.Clock{Left: 3 * time.Second}, 15 * time.Millisecond, 320 * time.Millisecond},
		{"increment", on.Middle, engine.Clock{Left: 100 * time.Millisecond, Increment: 100 * time.Millisecond}, 8 * time.Millisecond, 53 * time.Millisecond},
		{"1 ms", on.Middle, engine.Clock{Left: time.Millisecond}, 0, 20 * time.Millisecond},
		{"one move", on.OneMove, engine.Clock{Left: time.Hour}, 0, 20 * time.Millisecond},
	} {
		req := engine.Request{Position: test.position}
		req.Limits.Clocks[test.position.Turn()] = test.clock
		if info := Find(t, newEngine(), req); info.Time < test.least || info.Time > test.most {
			t.Errorf("%s: %s spent, want %s to %s", test.name, info.Time, test.least, test.most)
		}
	}
}

// ponders tests that the opponent's time does not count.
func ponders(t *testing.T, newEngine func() engine.Engine, on Positions) {
	const others, own, look = 100 * time.Millisecond, 50 * time.Millisecond, 20 * time.Millisecond
	ponder := make(chan struct{})
	time.AfterFunc(others, func() { close(ponder) })
	info := Find(t, newEngine(), engine.Request{Position: on.Middle, Limits: engine.Limits{Time: own}, Ponder: ponder})
	if info.Time < others+own || info.Time > others+own+look {
		t.Errorf("%s in all, want %s, and up to %s to notice", info.Time, others+own, look)
	}
}

// Benchmark measures nodes per second. It fails if the search stops well before
// its node limit or exceeds it.
func Benchmark(b *testing.B, newEngine func() engine.Engine, pos game.Position) {
	const nodes = 100_000
	var searched uint64
	for b.Loop() {
		info := Find(b, newEngine(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: nodes}})
		if info.Nodes < nodes-1000 || info.Nodes > nodes+1 {
			b.Fatalf("%d nodes, want about %d", info.Nodes, nodes)
		}
		searched += info.Nodes
	}
	b.ReportMetric(float64(searched)/b.Elapsed().Seconds(), "nodes/s")
}
