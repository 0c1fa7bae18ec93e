package bus

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Job is a pulled job. Finish it with Done, Retry or Drop.
type Job struct {
	ID   string
	Data []byte
	Try  int // the number of this delivery, from 1

	message jetstream.Msg
}

const (
	// between two looks at empty queues that were not announced
	pollInterval = time.Second
	// how long a queue may take to say whether it has a job
	fetchTimeout = 2 * time.Second
)

// Pull waits until one of the queues, which belong to one bus, has a job, and
// takes it from the first that has any. The error is that of ctx; while the bus
// is unavailable it waits.
func Pull(ctx context.Context, queues ...*Queue) (*Job, error) {
	bell := make(chan struct{}, 1)
	ring := func(*nats.Msg) {
		select {
		case bell <- struct{}{}:
		default: // already signaled
		}
	}
	for _, q := range queues {
		s, err := q.bus.conn.Subscribe(q.bellSubject(), ring)
		if err != nil {
			return nil, wrapUnavailable(err)
		}
		defer s.Unsubscribe() //nolint:errcheck // fails only if the connection is closed
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
	// A job that arrives after the timeout goes to somebody else after its deadline.
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

// Extend restarts the job's deadline. It does not report whether somebody else
// has the job by now.
func (j *Job) Extend() error { return wrapUnavailable(j.message.InProgress()) }

// Done reports that the job is done, and returns when the queue knows. After an
// error the job may be delivered again.
func (j *Job) Done(ctx context.Context) error { return wrapUnavailable(j.message.DoubleAck(ctx)) }

// Retry returns the job: anybody can pull it after a while.
func (j *Job) Retry(after time.Duration) error { return wrapUnavailable(j.message.NakWithDelay(after)) }

// Drop removes the job unfinished.
func (j *Job) Drop() error { return wrapUnavailable(j.message.Term()) }
