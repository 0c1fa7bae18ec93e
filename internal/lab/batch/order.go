package batch

import (
	"context"
	"iter"
	"sync"
)

// InOrder works on the numbers from first up to but not including last with a number of
// goroutines, at least 1, and passes the results to keep in order, on the goroutine of
// the caller. It stops at the first error of work or keep, or when ctx is done. All
// results before are kept; what work returns when ctx is done is not used.
func InOrder[R any](
	ctx context.Context, first, last, threads int,
	work func(ctx context.Context, number int) (R, error), keep func(R) error,
) error {
	numbers := func(yield func(int, error) bool) {
		for n := first; n < last && yield(n, nil); n++ {
		}
	}
	return inOrder(ctx, threads, numbers, func() func(context.Context, int) (R, error) { return work }, keep)
}

// task is one of the tasks of inOrder. done gets its result, and is closed without one if
// ctx was done before a worker took it.
type task[T, R any] struct {
	value T
	done  chan result[R]
}

type result[R any] struct {
	value R
	err   error
}

// windowPerThread is how many tasks are begun ahead of the first one without a result,
// for each thread. If one task takes long, others are worked on meanwhile.
const windowPerThread = 16

// inOrder is [InOrder] with tasks of any kind, whose source may fail too. It returns when
// ctx is done even while the source blocks. start is called once in each goroutine and
// returns what works on its tasks.
func inOrder[T, R any](
	ctx context.Context, threads int, tasks iter.Seq2[T, error],
	start func() func(context.Context, T) (R, error), keep func(R) error,
) error {
	ctx, stop := context.WithCancel(ctx)
	threads = max(threads, 1)
	open := make(chan task[T, R], windowPerThread*threads) // in order, until they are kept
	queue := make(chan task[T, R])
	var workers sync.WaitGroup
	for range threads {
		workers.Go(func() { worker(ctx, queue, start()) })
	}
	defer workers.Wait()
	defer stop()
	go distribute(ctx, tasks, open, queue) // not awaited: the source may block for ever
	for {
		select {
		case t, more := <-open:
			if !more {
				return ctx.Err()
			}
			r := <-t.done
			err := ctx.Err()
			if err == nil {
				err = r.err
			}
			if err == nil {
				err = keep(r.value)
			}
			if err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// distribute hands the tasks to the workers until there are no more, one is an error or
// ctx is done.
func distribute[T, R any](ctx context.Context, tasks iter.Seq2[T, error], open, queue chan<- task[T, R]) {
	defer close(open)
	defer close(queue)
	for value, err := range tasks {
		t := task[T, R]{value, make(chan result[R], 1)}
		select {
		case open <- t:
		case <-ctx.Done():
			return
		}
		if err != nil {
			t.done <- result[R]{err: err}
			return
		}
		select {
		case queue <- t:
		case <-ctx.Done():
			close(t.done)
			return
		}
	}
}

// worker works on tasks until there are no more or ctx is done.
func worker[T, R any](ctx context.Context, queue <-chan task[T, R], work func(context.Context, T) (R, error)) {
	for {
		select {
		case t, more := <-queue:
			if !more {
				return
			}
			value, err := work(ctx, t.value)
			t.done <- result[R]{value, err}
		case <-ctx.Done():
			return
		}
	}
}
