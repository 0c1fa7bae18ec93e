package tune

import (
	"context"
	"fmt"
	"runtime"
	"sync"
)

// inOrder plays the games from first up to but not including last on all cores, and
// passes them to keep in order, one at a time. It stops at the first error of a game, of
// keep or of ctx, with all games before it kept.
func inOrder[T any](ctx context.Context, first, last int, play func(ctx context.Context, i int) (T, error), keep func(T) error) error {
	type result struct {
		i    int
		game T
		err  error
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	next, played := make(chan int), make(chan result)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				game, err := play(ctx, i)
				played <- result{i, game, err}
			}
		})
	}
	go func() {
		defer func() { close(next); workers.Wait(); close(played) }()
		for i := first; i < last; i++ {
			select {
			case next <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	waiting := map[int]result{}
	var failed error
	for r := range played {
		waiting[r.i] = r
		for failed == nil {
			r, ok := waiting[first]
			if !ok {
				break
			}
			delete(waiting, first)
			first++
			if failed = r.err; failed == nil {
				failed = keep(r.game)
			}
			if failed != nil && ctx.Err() == nil {
				failed = fmt.Errorf("game %d: %w", r.i+1, failed)
				stop()
			}
		}
	}
	if failed == nil && first < last {
		failed = ctx.Err()
	}
	return failed
}
