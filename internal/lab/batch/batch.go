package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"thera/game"
)

// Batch says how positions are answered.
type Batch struct {
	Rules game.Game
	// Threads is how many positions are worked on at a time; 0 means 1.
	Threads int
	// Start is called once for each thread and returns what answers its positions. The
	// answer must not depend on those before it.
	Start func() Answer
	// Report, if not nil, is called after each answer, on the goroutine of the caller.
	Report func(Count)
}

// Answer answers the question about a position. The result is encoded as a JSON
// object; an error takes its place as {"game", "position", "error"}. What is returned
// when ctx is done is not used.
type Answer func(ctx context.Context, q Question) (any, error)

// Count is how many positions have been answered.
type Count struct {
	Answers int // including Failed and Resumed
	Failed  int // with an error
	Resumed int // by an earlier run
}

// failure is the object of a position that could not be answered.
type failure struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	Error    string `json:"error"`
}

// result is the line of one answer.
type result struct {
	line   []byte
	failed bool
	err    error // the whole batch fails
}

// task is a question that is being answered. done is closed without a result if the
// work on it was stopped.
type task struct {
	Question
	done chan result
}

// Write answers the positions of in and writes each answer to out as soon as all
// before it are written. When ctx is done it returns its error with the count of those
// written so far, even while a read from in blocks.
func (b Batch) Write(ctx context.Context, in io.Reader, out io.Writer) (Count, error) {
	return b.run(ctx, newQuestions(b.Rules, in), Count{}, func(line []byte) error {
		_, err := out.Write(append(line, '\n'))
		return err
	})
}

// windowPerThread is how many positions are read ahead of the first one that is not
// answered, for each thread. If one position takes long, others are answered meanwhile.
const windowPerThread = 16

// run answers the questions and passes the lines to write in order.
func (b Batch) run(ctx context.Context, in *questions, count Count, write func(line []byte) error) (Count, error) {
	ctx, stop := context.WithCancel(ctx)
	threads := max(b.Threads, 1)
	open := make(chan task, windowPerThread*threads) // in order, until they are written
	work := make(chan task)
	var workers sync.WaitGroup
	for range threads {
		workers.Go(func() { b.work(ctx, work) })
	}
	defer workers.Wait()
	defer stop()
	var readErr error
	go func() { // not awaited: a read may block for ever
		readErr = distribute(ctx, in, open, work)
		close(open)
	}()
	for {
		var t task
		var more bool
		select {
		case t, more = <-open:
		case <-ctx.Done():
			return count, ctx.Err()
		}
		if !more {
			return count, errors.Join(readErr, ctx.Err())
		}
		r, ok := <-t.done
		if !ok {
			return count, ctx.Err()
		}
		if r.err != nil {
			return count, r.err
		}
		if err := write(r.line); err != nil {
			return count, err
		}
		count.add(r.failed)
		if b.Report != nil {
			b.Report(count)
		}
	}
}

func (c *Count) add(failed bool) {
	c.Answers++
	if failed {
		c.Failed++
	}
}

// distribute reads questions and hands them to the workers, until the input ends or
// ctx is done.
func distribute(ctx context.Context, in *questions, open, work chan<- task) error {
	defer close(work)
	for {
		q, err := in.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		t := task{q, make(chan result, 1)}
		select {
		case open <- t:
		case <-ctx.Done():
			return nil
		}
		select {
		case work <- t:
		case <-ctx.Done():
			close(t.done)
			return nil
		}
	}
}

// work answers questions until there are no more or ctx is done.
func (b Batch) work(ctx context.Context, work <-chan task) {
	answer := b.Start()
	for {
		select {
		case t, more := <-work:
			if !more {
				return
			}
			r := b.answer(ctx, t.Question, answer)
			if ctx.Err() == nil {
				t.done <- r
			}
			close(t.done)
		case <-ctx.Done():
			return
		}
	}
}

// answer returns the line for a question.
func (b Batch) answer(ctx context.Context, q Question, answer Answer) result {
	var object any
	err := q.Err
	if err == nil {
		object, err = answer(ctx, q)
	}
	failed := err != nil
	if failed {
		object = failure{b.Rules.Name(), q.position(), fmt.Sprintf("line %d: %s", q.Line, err)}
	}
	line, err := encode(q.ID, object)
	return result{line, failed, err}
}

// encode returns the JSON of an object, which begins with the ID if there is one.
func encode(id string, object any) ([]byte, error) {
	line, err := json.Marshal(object)
	if err != nil || id == "" {
		return line, err
	}
	text, err := json.Marshal(id)
	if err != nil {
		return nil, err
	}
	begin := append([]byte(`{"id":`), text...)
	return append(append(begin, ','), line[1:]...), nil
}
