package search_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/search"
)

func newAmazons() engine.Engine {
	return search.New(amazonsEvaluation, search.Options{TableMiB: 1})
}

func parse(t *testing.T, g game.Game, text string) game.Position {
	t.Helper()
	pos, err := g.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

const middle = "10/*1*7/4*1Q3/**2*3*1/4*2qq*/*1*2*1*2/3*2**1*/Q1q3Q2*/*3**2Q1/2**3*q1 w"

// testBoth runs a test with a new engine of each kind at hand.
func testBoth(t *testing.T, test func(t *testing.T, newEngine func() engine.Engine)) {
	t.Run("alpha-beta", func(t *testing.T) { test(t, newAmazons) })
	t.Run("tree", func(t *testing.T) { test(t, newAmazonsTree) })
}

// ignoreTime compares what is the same on every machine.
var ignoreTime = cmpopts.IgnoreFields(engine.Info{}, "Time")

func TestDeterministic(t *testing.T) { testBoth(t, testDeterministic) }

func testDeterministic(t *testing.T, newEngine func() engine.Engine) {
	pos := parse(t, amazons.Rules(), middle)
	answers := map[uint64]engine.Info{}
	for _, seed := range []uint64{0, 1, 1, 0} {
		info := find(t, newEngine(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 50_000}, Seed: seed})
		if info.Nodes > 50_001 || info.Nodes < 49_000 {
			t.Errorf("%d nodes, want close to 50,000 but no more", info.Nodes)
		}
		if first, ok := answers[seed]; ok {
			if diff := cmp.Diff(first, info, ignoreTime); diff != "" {
				t.Errorf("seed %d answers differently the second time:\n%s", seed, diff)
			}
		}
		answers[seed] = info
	}
	if cmp.Equal(answers[0], answers[1], ignoreTime) {
		t.Errorf("seeds 0 and 1 have the same answer %v", answers[0])
	}
}

// TestSmallestLimits asks for an answer with hardly any or no room to search.
func TestSmallestLimits(t *testing.T) { testBoth(t, testSmallestLimits) }

func testSmallestLimits(t *testing.T, newEngine func() engine.Engine) {
	pos := parse(t, amazons.Rules(), middle)
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
		info, err := newEngine().Search(test.ctx, engine.Request{Position: pos, Limits: test.limits})
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if _, err := pos.Play(info.Best()); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	pos := parse(t, amazons.Rules(), "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w")
	var canceled time.Time
	_, err := newAmazons().Search(ctx, engine.Request{Position: pos, Report: func(info engine.Info) {
		if info.Depth == 2 {
			canceled = time.Now()
			cancel()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if late := time.Since(canceled); late > 500*time.Millisecond {
		t.Errorf("stopped %s after it was canceled", late)
	}
}

func TestReportsDeepen(t *testing.T) {
	pos := parse(t, amazons.Rules(), middle)
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
				next, err := at.Play(m)
				if err != nil {
					t.Fatal(err)
				}
				at = next
			}
		},
	})
	if err != nil || info.Depth != 3 || depth != 3 {
		t.Errorf("depth %d, reported %d, %v; want 3", info.Depth, depth, err)
	}
}

func TestRefusals(t *testing.T) { testBoth(t, testRefusals) }

func testRefusals(t *testing.T, newEngine func() engine.Engine) {
	over := parse(t, amazons.Rules(), "qQ********/********** w")
	if _, err := newEngine().Search(t.Context(), engine.Request{Position: over}); !errors.Is(err, engine.ErrOver) {
		t.Errorf("finished game: %v, want %v", err, engine.ErrOver)
	}
	if _, err := newEngine().Search(t.Context(), engine.Request{Position: other{over}}); err == nil {
		t.Error("another game's position is searched")
	}
}

// other hides what kind of position it wraps.
type other struct{ game.Position }

// TestNoAllocationsPerNode searches once so that all frames have room, and
// then allows a few allocations for each search, none for its nodes.
func TestNoAllocationsPerNode(t *testing.T) {
	e := newAmazons()
	req := engine.Request{Position: parse(t, amazons.Rules(), middle), Limits: engine.Limits{Nodes: 50_000}}
	search := func() uint64 {
		info, err := e.Search(t.Context(), req)
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
		t.Errorf("%d allocations in %d nodes, want at most 200", allocs, nodes)
	}
}

func BenchmarkSearch(b *testing.B) {
	pos, err := amazons.Rules().Parse(middle)
	if err != nil {
		b.Fatal(err)
	}
	const nodes = 100_000
	for _, bench := range []struct {
		name      string
		newEngine func() engine.Engine
		least     uint64 // nodes: a tree stops before a node that would be too many
	}{{"alpha-beta", newAmazons, nodes}, {"tree", newAmazonsTree, nodes - 1000}} {
		b.Run(bench.name, func(b *testing.B) {
			var searched uint64
			for b.Loop() {
				info, err := bench.newEngine().Search(b.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: nodes}})
				if err != nil {
					b.Fatal(err)
				}
				if info.Nodes < bench.least || info.Nodes > nodes+1000 {
					b.Fatalf("%d nodes, want about %d", info.Nodes, nodes)
				}
				searched += info.Nodes
			}
			b.ReportMetric(float64(searched)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

func TestSpendsShareOfClock(t *testing.T) { testBoth(t, testSpendsShareOfClock) }

func testSpendsShareOfClock(t *testing.T, newEngine func() engine.Engine) {
	for _, test := range []struct {
		position string
		clock    engine.Clock
		most     time.Duration
	}{
		{middle, engine.Clock{Left: 3 * time.Second}, time.Second},
		{middle, engine.Clock{Left: 100 * time.Millisecond, Increment: 100 * time.Millisecond}, 90 * time.Millisecond},
		{middle, engine.Clock{Left: time.Millisecond}, 50 * time.Millisecond},
		{"Q1/*q w", engine.Clock{Left: time.Hour}, 50 * time.Millisecond}, // one move
	} {
		req := engine.Request{Position: parse(t, amazons.Rules(), test.position)}
		req.Limits.Clocks[0] = test.clock
		if info := find(t, newEngine(), req); info.Time > test.most {
			t.Errorf("%s with %v: %s, want at most %s", test.position, test.clock, info.Time, test.most)
		}
	}
}
