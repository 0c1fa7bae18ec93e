package tree

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"thera/engine"
	"thera/game"
)

// TestPreference wants wins first, the soonest before others, then visits, then
// value, and losses last, of which the latest is least bad.
func TestPreference(t *testing.T) {
	order := nodes{
		{proof: int16(engine.WinIn(2))},
		{proof: int16(engine.WinIn(4))},
		{visits: 9, mean: .1, minimax: .1},
		{visits: 8, mean: .9, minimax: .9},
		{visits: 8, mean: .5, minimax: .5},
		{proof: int16(engine.LossIn(5)), visits: 90},
		{proof: int16(engine.LossIn(3)), visits: 90},
	}
	for i := range order[1:] {
		if a, b := order[i].preference(), order[i+1].preference(); a <= b {
			t.Errorf("%+v is preferred by %v, no more than %+v by %v", order[i], a, order[i+1], b)
		}
	}
}

// TestSettled wants more time to be spent where a turn looks better than the
// one tried most.
func TestSettled(t *testing.T) {
	most := node[move]{visits: 9, mean: .5, minimax: .5}
	for _, test := range []struct {
		name  string
		other node[move]
		want  bool
	}{
		{"worse", node[move]{visits: 3, mean: .4, minimax: .4}, true},
		{"equal", node[move]{visits: 3, mean: .5, minimax: .5}, true},
		{"better", node[move]{visits: 3, mean: .6, minimax: .6}, false},
		{"lost whatever it looks like", node[move]{proof: int16(engine.LossIn(2)), winners: game.Only(1), mean: .6, minimax: .6}, true},
	} {
		if got := withTree(rootWith(nodes{most, test.other}), 3).isStable(); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestClock wants a search on a clock to end at once if there is only one turn, and
// after its soft time once the answer is stable. Without a clock neither ends it.
func TestClock(t *testing.T) {
	stable := rootWith(nodes{{visits: 9, mean: .6, minimax: .6}, {visits: 3, mean: .4, minimax: .4}})
	unstable := rootWith(nodes{{visits: 9, mean: .4, minimax: .4}, {visits: 3, mean: .6, minimax: .6}})
	for _, test := range []struct {
		name        string
		tree        tree[move]
		turns       int
		soft, spent time.Duration
		want        bool
	}{
		{"no clock, one turn", stable, 1, 0, time.Hour, false},
		{"one turn", stable, 1, time.Second, 0, true},
		{"time left", stable, 2, time.Second, time.Second - 1, false},
		{"time spent", stable, 2, time.Second, time.Second, true},
		{"time spent, unstable", unstable, 2, time.Second, time.Second, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := withTree(test.tree, 3)
			b.task.Moves, b.task.Budget.Soft = make([]move, test.turns), test.soft
			b.task.Meter = engine.StartMeter(t.Context(), engine.Limits{}, nil)
			time.Sleep(test.spent)
			if got := b.checkLimits(); got != test.want {
				t.Errorf("%s: done %t, want %t", test.name, got, test.want)
			}
		})
	}
}

// TestCheckIsDue wants the limits to be checked at the node set for it or when the
// search has ended, but not before there is an answer.
func TestCheckIsDue(t *testing.T) {
	for _, test := range []struct {
		evaluated            uint64
		hasAnswer, isStopped bool
		want                 bool
	}{
		{499, true, false, false},
		{500, true, false, true},
		{499, true, true, true},
		{500, false, true, false},
	} {
		b := withTree(grown(), 3)
		b.nextCheck, b.evaluated, b.hasAnswer, b.isStopped = 500, test.evaluated, test.hasAnswer, test.isStopped
		if got := b.isCheckDue(); got != test.want {
			t.Errorf("%+v: due %t", test, got)
		}
	}
}

// TestImproved wants a report of each new first move and each deeper line.
func TestImproved(t *testing.T) {
	b := withTree(grown(), 3)
	for i, test := range []struct {
		line []move
		want bool
	}{
		{[]move{1}, true},
		{[]move{1}, false},
		{[]move{1, 5}, true},
		{[]move{1, 6}, false},
		{[]move{1}, false},
		{[]move{2}, true},
		{[]move{2, 5, 6}, true},
		{[]move{1, 5}, true},
	} {
		b.line = test.line
		if got := b.improved(); got != test.want {
			t.Errorf("%d: %v after depth %d: %v, want %v", i, test.line, b.reported.depth, got, test.want)
		}
	}
}

// TestVariation wants the line of most visits, no longer than the limit on depth.
func TestVariation(t *testing.T) {
	b := withTree(grown(), 3)
	for depth, want := range [][]move{nil, {1}, {1, 11}, {1, 11, 111}, {1, 11, 111}} {
		b.task.Depth = depth
		if got := b.variation(b.favorite(0), nil); !slices.Equal(got, want) {
			t.Errorf("depth %d: %v, want %v", depth, got, want)
		}
	}
}
