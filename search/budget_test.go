package search

import (
	"testing"
	"time"

	"thera/amazons"
	"thera/engine"
	"thera/game/gametest"
)

func TestNewBudget(t *testing.T) {
	for _, test := range []struct {
		clock engine.Clock
		want  Budget
	}{
		{engine.Clock{}, Budget{}},
		{engine.Clock{Increment: time.Second}, Budget{}},
		{engine.Clock{Left: 20 * time.Second}, Budget{500 * time.Millisecond, 2 * time.Second}},
		{engine.Clock{Left: 20 * time.Second, Increment: 4 * time.Second}, Budget{2 * time.Second, 20 * time.Second / 3}},
		{engine.Clock{Left: -time.Second}, Budget{-25 * time.Millisecond, time.Millisecond}},
		{engine.Clock{Left: time.Millisecond}, Budget{25 * time.Microsecond, time.Millisecond}},
	} {
		if got := newBudget(test.clock); got != test.want {
			t.Errorf("%v: %v, want %v", test.clock, got, test.want)
		}
	}
}

func TestPart(t *testing.T) {
	pos := gametest.Must(t, amazons.Rules().Start, "")
	for _, test := range []struct{ limits, want engine.Limits }{
		{engine.Limits{}, engine.Limits{}},
		{engine.Limits{Time: time.Second, Nodes: 100}, engine.Limits{Time: 250 * time.Millisecond, Nodes: 25}},
		{engine.Limits{Nodes: 3}, engine.Limits{Nodes: 1}},
		{engine.Limits{Time: 3}, engine.Limits{Time: 1}},
		{engine.Limits{Time: -1}, engine.Limits{Time: 1}},
		{engine.Limits{Clocks: [4]engine.Clock{{Left: -1}}}, engine.Limits{Time: 1}},
		{engine.Limits{Clocks: [4]engine.Clock{{Left: 79}}}, engine.Limits{Time: 1}},
		{engine.Limits{Clocks: [4]engine.Clock{{Left: 80 * time.Second}}}, engine.Limits{Time: time.Second}},
		{engine.Limits{Clocks: [4]engine.Clock{{Left: 80 * time.Second, Increment: 4 * time.Second}}}, engine.Limits{Time: 7 * time.Second / 4}},
		{engine.Limits{Clocks: [4]engine.Clock{{Left: 12 * time.Second, Increment: 12 * time.Second}}}, engine.Limits{Time: time.Second}},
		{engine.Limits{Time: time.Second, Clocks: [4]engine.Clock{{Left: 80 * time.Second}}}, engine.Limits{Time: 250 * time.Millisecond}},
	} {
		if got := Part(engine.Request{Position: pos, Limits: test.limits}, 4); got != test.want {
			t.Errorf("a quarter of %+v is %+v, want %+v", test.limits, got, test.want)
		}
	}
}

func TestSpent(t *testing.T) {
	pos := gametest.Must(t, amazons.Rules().Start, "")
	var s Spent
	s.Add(30, time.Second)
	s.Add(30, 2*time.Second)
	clocks := func(left time.Duration) [4]engine.Clock { return [4]engine.Clock{{Left: left}, {Left: time.Hour}} }
	for _, test := range []struct{ limits, want engine.Limits }{
		{engine.Limits{}, engine.Limits{}},
		{engine.Limits{Time: 4 * time.Second, Nodes: 100}, engine.Limits{Time: time.Second, Nodes: 40}},
		{engine.Limits{Time: time.Second, Nodes: 50}, engine.Limits{Time: time.Millisecond, Nodes: 1}},
		{engine.Limits{Clocks: clocks(time.Minute)}, engine.Limits{Clocks: clocks(57 * time.Second)}},
		{engine.Limits{Clocks: clocks(time.Second)}, engine.Limits{Clocks: clocks(time.Millisecond)}},
		{engine.Limits{Time: -1, Clocks: clocks(-1)}, engine.Limits{Time: time.Millisecond, Clocks: clocks(time.Millisecond)}},
	} {
		if got := s.Left(engine.Request{Position: pos, Limits: test.limits}).Limits; got != test.want {
			t.Errorf("left of %+v: %+v, want %+v", test.limits, got, test.want)
		}
	}
	if got := s.Total(engine.Info{Nodes: 1, Time: time.Second}); got.Nodes != 61 || got.Time != 4*time.Second {
		t.Errorf("%d nodes in %s, want 61 in 4s", got.Nodes, got.Time)
	}
}
