package batch_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"thera/internal/lab/batch"
)

// TestInOrder wants results in order, at most as many at a time as there are threads, and
// none after an error.
func TestInOrder(t *testing.T) {
	wrong := errors.New("wrong")
	for threads := range 5 {
		var running, most atomic.Int32
		work := func(_ context.Context, i int) (int, error) {
			for n := running.Add(1); ; {
				if old := most.Load(); n <= old || most.CompareAndSwap(old, n) {
					break
				}
			}
			defer running.Add(-1)
			if i == 70 {
				return 0, wrong
			}
			return i, nil
		}
		next := 10
		keep := func(i int) error {
			if i != next {
				t.Errorf("%d after %d", i, next-1)
			}
			next++
			return nil
		}
		if err := batch.InOrder(t.Context(), 10, 70, threads, work, keep); err != nil || next != 70 {
			t.Errorf("%v at %d, want all numbers to 69", err, next)
		}
		next = 10
		if err := batch.InOrder(t.Context(), 10, 100, threads, work, keep); !errors.Is(err, wrong) || next != 70 {
			t.Errorf("%v at %d, want the error at 70", err, next)
		}
		if int(most.Load()) > max(threads, 1) {
			t.Errorf("%d at a time, want at most %d", most.Load(), threads)
		}
	}
}

// TestInOrderStops wants nothing kept after an error of keep or the end of the context,
// and no goroutine left.
func TestInOrderStops(t *testing.T) {
	full := errors.New("full")
	for _, end := range []struct {
		keep func(stop func()) error
		want error
	}{
		{func(func()) error { return full }, full},
		{func(stop func()) error { stop(); return nil }, context.Canceled},
	} {
		var running atomic.Int32
		ctx, stop := context.WithCancel(t.Context())
		kept := 0
		err := batch.InOrder(ctx, 0, 1000, 3, func(context.Context, int) (int, error) {
			running.Add(1)
			defer running.Add(-1)
			return 0, nil
		}, func(int) error {
			if kept++; kept == 5 {
				return end.keep(stop)
			}
			return nil
		})
		stop()
		if !errors.Is(err, end.want) || kept != 5 || running.Load() != 0 {
			t.Errorf("%v after %d, %d running: want %v after 5", err, kept, running.Load(), end.want)
		}
	}
}
