package engine_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"thera/amazons"
	"thera/engine"
	"thera/internal/enginetest"
)

// TestSearchByClock pins that an engine that knows no clocks is stopped before
// its clock runs out, and only its own.
func TestSearchByClock(t *testing.T) {
	pos, err := amazons.Rules().Start("6x6")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		clocks [4]engine.Clock
		want   time.Duration
	}{
		{[4]engine.Clock{{Left: 10 * time.Second}, {Left: time.Second}}, 9950 * time.Millisecond},
		{[4]engine.Clock{{Left: 100 * time.Millisecond}}, 90 * time.Millisecond},
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
