package alphabeta_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/santorini"
	"thera/search"
	"thera/search/alphabeta"
)

// TestLines compares the lines for all moves of a position with what a search
// of each next position says.
func TestLines(t *testing.T) {
	pos := gametest.Must(t, hermit.Rules().Parse, "R.../..../.Y../.... 2")
	const depth = 3
	scores := map[game.Move]engine.Score{}
	for _, m := range pos.Moves() {
		next := gametest.Must(t, pos.Play, m)
		scores[m] = -searchHermit(t, engine.Request{Position: next, Limits: engine.Limits{Depth: depth - 1}}).Score
	}
	last := make([]engine.Info, len(scores))
	best := searchHermit(t, engine.Request{
		Position: pos, Limits: engine.Limits{Depth: depth}, Lines: len(scores) + 1,
		Report: func(i engine.Info) { last[i.Rank] = i },
	})
	if diff := cmp.Diff(best, last[0], ignoreEffort); diff != "" {
		t.Errorf("the answer is not the line of rank 0:\n%s", diff)
	}
	for rank, info := range last {
		if want := scores[info.Best()]; info.Score != want || info.Depth != depth || info.Rank != rank {
			t.Errorf("rank %d: %+v, want score %s", rank, info, want)
		}
		delete(scores, info.Best())
	}
	if !slices.IsSortedFunc(last, func(a, b engine.Info) int { return int(b.Score - a.Score) }) || len(scores) > 0 {
		t.Errorf("lines out of order, or without the moves %v: %+v", scores, last)
	}
}

// TestLinesInterrupted stops searches in the middle of a depth: all lines are
// of the depth before, in order.
func TestLinesInterrupted(t *testing.T) {
	pos := gametest.Must(t, santorini.Rules().Parse, "00000/00100/00000/00020/00000 b2d4,b4d2 1")
	for nodes := uint64(5_000); nodes <= 150_000; nodes += 5_000 {
		var reported engine.Lines
		best, err := alphabeta.New(santoriniEvaluation, search.Options{}).Search(t.Context(), engine.Request{
			Position: pos, Limits: engine.Limits{Nodes: nodes}, Lines: 3, Report: reported.Report,
		})
		if err != nil {
			t.Fatal(err)
		}
		lines := reported.With(best, 3)
		if len(lines) != 3 {
			t.Fatalf("%d nodes: %d lines, want 3", nodes, len(lines))
		}
		for i, info := range lines[1:] {
			if before := lines[i]; info.Score > before.Score || info.Depth != before.Depth {
				t.Fatalf("%d nodes: %s of depth %d stands before %s of depth %d",
					nodes, before.Score, before.Depth, info.Score, info.Depth)
			}
		}
	}
}

var ignoreEffort = cmp.FilterPath(func(p cmp.Path) bool {
	return p.String() == "Nodes" || p.String() == "Time"
}, cmp.Ignore())

func searchHermit(t *testing.T, req engine.Request) engine.Info {
	t.Helper()
	info, err := alphabeta.New(hermitEvaluation, search.Options{TableMiB: 1}).Search(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// TestThreads has several workers share the nodes and agree with one alone on
// a result that can be proven.
func TestThreads(t *testing.T) {
	e := alphabeta.New(amazonsEvaluation, search.Options{TableMiB: 1, Threads: 4})
	info, err := e.Search(t.Context(), engine.Request{Position: gametest.Must(t, amazons.Rules().Parse, middle), Limits: engine.Limits{Nodes: 20_000}})
	if err != nil || info.Nodes < 20_000 || info.Nodes > 24_000 {
		t.Errorf("%+v, %v; want about 20,000 nodes", info, err)
	}
	end := engine.Request{Position: gametest.Must(t, amazons.Rules().Parse, "1q2/4/**Q1/4 w")}
	want, err := newAmazons().Search(t.Context(), end)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		got, err := e.Search(t.Context(), end)
		if _, proven := got.Score.Proven(); err != nil || !proven || got.Score != want.Score {
			t.Fatalf("%+v, %v; want %s", got, err, want.Score)
		}
	}
}

// TestStoppedLoss stops searches of a position that is lost in 8 plies here and
// there, and wants none to claim that it is lost sooner: how soon the first moves
// lose says nothing of the others.
func TestStoppedLoss(t *testing.T) {
	pos := gametest.Must(t, santorini.Rules().Parse, "14300/11112/24330/41141/00302 a4b1,b4c2 1")
	for nodes := uint64(4000); nodes < 7000; nodes += 50 {
		e := alphabeta.New(santoriniEvaluation, search.Options{TableMiB: 1, ReverseFutilityMargin: 50, LateMoveWidth: 1})
		info, err := e.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: nodes}})
		if err != nil {
			t.Fatal(err)
		}
		if info.Score.Lost() && info.Score < engine.LossIn(8) {
			t.Errorf("%d nodes: %s", nodes, info.Score)
		}
	}
}
