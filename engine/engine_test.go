package engine_test

import (
	"testing"
	"time"

	"thera/engine"
)

// TestLimitsWithin wants of each limit the smaller one, where none is no limit.
func TestLimitsWithin(t *testing.T) {
	clocks := [4]engine.Clock{{Left: time.Minute}}
	for _, test := range []struct{ limits, other, want engine.Limits }{
		{engine.Limits{}, engine.Limits{Time: 2, Nodes: 3, Depth: 4}, engine.Limits{Time: 2, Nodes: 3, Depth: 4}},
		{engine.Limits{Time: 2, Nodes: 3, Depth: 4}, engine.Limits{}, engine.Limits{Time: 2, Nodes: 3, Depth: 4}},
		{engine.Limits{Time: 2, Nodes: 7, Depth: 4}, engine.Limits{Time: 5, Nodes: 6, Depth: 4}, engine.Limits{Time: 2, Nodes: 6, Depth: 4}},
		{engine.Limits{Time: 5, Clocks: clocks}, engine.Limits{Time: 2}, engine.Limits{Time: 2, Clocks: clocks}},
		{engine.Limits{}, engine.Limits{}, engine.Limits{}},
		{engine.Limits{Time: 2}, engine.Limits{Time: 3}, engine.Limits{Time: 2}},
		{engine.Limits{Time: 3}, engine.Limits{Time: 2}, engine.Limits{Time: 2}},
		{engine.Limits{Depth: -1}, engine.Limits{Depth: 8}, engine.Limits{Depth: 8}},
		{engine.Limits{Time: -1}, engine.Limits{Time: 3}, engine.Limits{Time: -1}},
		{engine.Limits{}, engine.Limits{Time: -1}, engine.Limits{Time: -1}},
	} {
		if got := test.limits.Within(test.other); got != test.want {
			t.Errorf("%+v within %+v: %+v, want %+v", test.limits, test.other, got, test.want)
		}
	}
}
