package bus

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Job is one that has been pulled. One of Done, Retry and Drop ends that.
type Job struct {
	ID   string
	Data []byte
	Try  int // how often it has been pulled, from 1

	message jetstream.Msg
}

const (
	// pollInterval is from one look at empty queues to the next, without a bell.
	pollInterval = time.Second
	// fetchTimeout is how long a queue may take to say whether it has a job.
	fetchTimeout = 2 * time.Second
)

// Pull waits until one of the queues, which are of one bus, has a job, and takes
// it from the first that has any. It ends with an error of ctx; while the bus is
// away it waits.
func Pull(ctx context.Context, queues ...*Queue) (*Job, error) {
	bell := make(chan struct{}, 1)
	ring := func(*nats.Msg) {
		select {
		case bell <- struct{}{}:
		default: // it rings already
		}
	}
	for _, q := range queues {
		s, err := q.bus.conn.Subscribe(q.bellSubject(), ring)
		if err != nil {
			return nil, wrapUnavailable(err)
		}
		defer s.Unsubscribe() //nolint:errcheck // it fails where the connection is closed
	}
	for {
		for _, q := range queues {
			job, err := q.take(ctx)
			if job != nil {
				return job, nil
			}
			if errors.Is(err, nats.ErrConnectionClosed) {
				return nil, wrapUnavailable(err)
			}
		}
		select {
		case <-bell:
		case <-time.After(pollInterval):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// take returns a job, or nil if there is none now.
func (q *Queue) take(ctx context.Context) (*Job, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	// One that comes when nobody waits any more is somebody else's after the
	// deadline.
	batch, err := q.consumer.FetchNoWait(1)
	if err != nil {
		return nil, err
	}
	select {
	case m, ok := <-batch.Messages():
		if !ok {
			return nil, batch.Error()
		}
		job := &Job{ID: m.Subject()[strings.LastIndexByte(m.Subject(), '.')+1:], Data: m.Data(), Try: 1, message: m}
		if meta, err := m.Metadata(); err == nil {
			job.Try = int(meta.NumDelivered)
		}
		return job, nil
	case <-time.After(fetchTimeout):
		return nil, ErrUnavailable
	}
}

// Extend says that the job is being done: the deadline begins anew. There is no
// answer that would say whether it is somebody else's by now.
func (j *Job) Extend() error { return wrapUnavailable(j.message.InProgress()) }

// Done says that the job is done, and returns when the queue knows. After an
// error it may be given to somebody again.
func (j *Job) Done(ctx context.Context) error { return wrapUnavailable(j.message.DoubleAck(ctx)) }

// Retry gives the job back: anybody can have it after a while.
func (j *Job) Retry(after time.Duration) error { return wrapUnavailable(j.message.NakWithDelay(after)) }

// Drop takes the job away undone.
func (j *Job) Drop() error { return wrapUnavailable(j.message.Term()) }
