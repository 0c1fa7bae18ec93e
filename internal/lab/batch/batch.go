package batch

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

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

// answered is a question with its answer.
type answered struct {
	line   []byte
	failed bool
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

// run answers the questions and passes the lines to write in order.
func (b Batch) run(ctx context.Context, in *questions, count Count, write func(line []byte) error) (Count, error) {
	start := func() func(context.Context, Question) (answered, error) {
		answer := b.Start()
		return func(ctx context.Context, q Question) (answered, error) { return b.answer(ctx, q, answer) }
	}
	err := inOrder(ctx, b.Threads, in.all(), start, func(a answered) error {
		if err := write(a.line); err != nil {
			return err
		}
		count.add(a.failed)
		if b.Report != nil {
			b.Report(count)
		}
		return nil
	})
	return count, err
}

func (c *Count) add(failed bool) {
	c.Answers++
	if failed {
		c.Failed++
	}
}

// answer returns the line for a question. An error of its own ends the whole batch.
func (b Batch) answer(ctx context.Context, q Question, answer Answer) (answered, error) {
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
	return answered{line, failed}, err
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
