package engine_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"thera/amazons"
	"thera/engine"
	"thera/engine/enginetest"
	"thera/game"
	"thera/game/gametest"
)

// TestSearchByClock pins that an engine that knows no clocks is stopped before
// its clock runs out, and only its own.
func TestSearchByClock(t *testing.T) {
	pos := gametest.Must(t, amazons.Rules().Start, "6x6")
	for _, test := range []struct {
		clocks [4]engine.Clock
		want   time.Duration
	}{
		{[4]engine.Clock{{Left: 10 * time.Second}, {Left: time.Second}}, 9950 * time.Millisecond},
		{[4]engine.Clock{{Left: 100 * time.Millisecond}}, 90 * time.Millisecond},
		{[4]engine.Clock{{Left: -time.Second}}, 0},
		{[4]engine.Clock{{}, {Left: time.Second}}, time.Hour},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
			defer cancel()
			start := time.Now()
			_, err := engine.SearchByClock(ctx, timeless{}, engine.Request{Position: pos, Limits: engine.Limits{Clocks: test.clocks}})
			if took := time.Since(start); err != nil || took != test.want {
				t.Errorf("%v: %s, %v; want %s", test.clocks, took, err, test.want)
			}
		})
	}
}

// timeless is an engine that knows no clocks.
type timeless struct{ enginetest.Stub }

func (e timeless) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	req.Limits = engine.Limits{}
	return e.Stub.Search(ctx, req)
}

// prompt is an engine that answers, or fails, at once.
type prompt struct {
	timeless
	err error
}

func (e prompt) Search(context.Context, engine.Request) (engine.Info, error) {
	return engine.Info{}, e.err
}

// TestSearchByClockPonders pins that an answer found while pondering is kept
// back until the opponent has moved or the search is canceled, and an error is
// not.
func TestSearchByClockPonders(t *testing.T) {
	pos := gametest.Must(t, amazons.Rules().Start, "6x6")
	for _, test := range []struct {
		name             string
		hit, cancel      time.Duration
		err              error
		want             time.Duration
		pondering, clock bool
	}{
		{"until the hit", 5 * time.Second, time.Hour, nil, 5 * time.Second, true, false},
		{"though the clock is shorter", 5 * time.Second, time.Hour, nil, 5 * time.Second, true, true},
		{"until canceled", time.Hour, 7 * time.Second, nil, 7 * time.Second, true, false},
		{"but no error", 5 * time.Second, time.Hour, errors.New("broken"), 0, true, false},
		{"nor without pondering", 0, time.Hour, nil, 0, false, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), test.cancel)
				defer cancel()
				req := engine.Request{Position: pos}
				if test.clock {
					req.Limits.Clocks[0].Left = time.Second
				}
				if test.pondering {
					hit := make(chan struct{})
					req.Ponder = hit
					time.AfterFunc(test.hit, func() { close(hit) })
				}
				start := time.Now()
				_, err := engine.SearchByClock(ctx, prompt{err: test.err}, req)
				if took := time.Since(start); took != test.want || !errors.Is(err, test.err) {
					t.Errorf("answered after %s, %v; want %s, %v", took, err, test.want, test.err)
				}
			})
		})
	}
}

// TestClockOfSeat asks for the clocks of all seats and of one too many.
func TestClockOfSeat(t *testing.T) {
	limits := engine.Limits{Clocks: [4]engine.Clock{{Left: 1}, {Left: 2}, {Left: 3}, {Left: 4}}}
	for seat, want := range []time.Duration{1, 2, 3, 4, 0, 0} {
		if got := limits.Clock(game.Seat(seat)).Left; got != want {
			t.Errorf("clock of seat %d: %d, want %d", seat, got, want)
		}
	}
}

// TestWithin takes the smaller of two limits, of which 0 is none.
func TestWithin(t *testing.T) {
	for _, test := range []struct{ a, b, want uint64 }{{0, 0, 0}, {5, 0, 5}, {0, 7, 7}, {5, 7, 5}, {7, 5, 5}, {6, 6, 6}} {
		n, other, want := time.Duration(test.a), time.Duration(test.b), time.Duration(test.want)
		a := engine.Limits{Time: n, Nodes: test.a, Depth: int(test.a)}
		b := engine.Limits{Time: other, Nodes: test.b, Depth: int(test.b)}
		if got := a.Within(b); got != (engine.Limits{Time: want, Nodes: test.want, Depth: int(test.want)}) {
			t.Errorf("%d within %d: %+v, want %d", test.a, test.b, got, test.want)
		}
	}
}
