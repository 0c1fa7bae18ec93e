package dataset

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
)

// inOrder makes the results from first up to but not including last with a number of
// goroutines and passes them to keep in order. It stops at the first error of either or
// of ctx, with all results before it kept. At most threads results wait at a time.
func inOrder[T any](
	ctx context.Context, first, last, threads int,
	produce func(ctx context.Context, i int) (T, error), keep func(T) error,
) error {
	type result struct {
		value T
		err   error
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	// One result is awaited outside the channel.
	pending := make(chan chan result, max(threads, 1)-1)
	go func() {
		defer close(pending)
		for i := first; i < last; i++ {
			one := make(chan result, 1)
			select {
			case pending <- one:
			case <-ctx.Done():
				return
			}
			go func() {
				value, err := produce(ctx, i)
				one <- result{value, err}
			}()
		}
	}()
	var failed error
	kept := first
	for one := range pending {
		r := <-one
		if failed != nil {
			continue
		}
		if failed = r.err; failed == nil {
			failed = ctx.Err() // a search that was stopped has another result
		}
		if failed == nil {
			failed = keep(r.value)
		}
		if failed != nil {
			failed = fmt.Errorf("game %d: %w", kept+1, failed)
			stop()
			continue
		}
		kept++
	}
	if failed == nil && kept < last {
		failed = ctx.Err()
	}
	return failed
}

// journaled yields the rows in a journal.
func journaled[R any](name string) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		var none R
		file, err := os.Open(name)
		if err != nil {
			yield(none, err)
			return
		}
		defer func() { _ = file.Close() }() // only read
		in := bufio.NewReader(file)
		if _, err := in.ReadBytes('\n'); err != nil { // the title
			yield(none, fmt.Errorf("%s: %w", name, err))
			return
		}
		for games := json.NewDecoder(in); ; {
			var rows []R
			err := games.Decode(&rows)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(none, fmt.Errorf("%s: %w", name, err))
				return
			}
			for _, r := range rows {
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}
