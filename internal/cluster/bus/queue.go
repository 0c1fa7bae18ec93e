package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// QueueConfig says how a queue keeps its jobs. Programs that use the same queue
// should agree; the last one counts.
type QueueConfig struct {
	// Deadline is how long the holder of a job may be silent before somebody
	// else gets it; 0 for 30 seconds.
	Deadline time.Duration
	// MaxJobs is the capacity, 0 for 100,000.
	MaxJobs int64
	// Reserved is for a queue that only trusted workers may pull from.
	Reserved bool
}

// The names of consumers, by which the permissions of workers tell queues apart.
const (
	openConsumer     = "open"
	reservedConsumer = "reserved"
)

func (c QueueConfig) consumer() string {
	if c.Reserved {
		return reservedConsumer
	}
	return openConsumer
}

// Queue keeps jobs until they are done, and delivers the oldest first.
type Queue struct {
	bus      *Bus
	name     string
	stream   jetstream.Stream
	consumer jetstream.Consumer
}

// Queue returns the queue with a name, which is a token, creating it if necessary.
func (b *Bus) Queue(ctx context.Context, name string, c QueueConfig) (*Queue, error) {
	if !IsToken(name) {
		return nil, fmt.Errorf("queue %q: want a name without spaces, dots or wildcards", name)
	}
	if c.Deadline == 0 {
		c.Deadline = 30 * time.Second
	}
	if c.MaxJobs == 0 {
		c.MaxJobs = 100_000
	}
	q := &Queue{bus: b, name: name}
	if q.open(ctx, c) {
		return q, nil
	}
	if err := q.make(ctx, c); err != nil {
		return nil, fmt.Errorf("queue %q: %w", name, wrapUnavailable(err))
	}
	return q, nil
}

// make creates the queue, or changes its configuration. Of programs that make it at the
// same time, one creates it and the others find it as it should be; see open for why
// they must not update it.
func (q *Queue) make(ctx context.Context, c QueueConfig) (err error) {
	stream := jetstream.StreamConfig{
		Name: q.name, Subjects: []string{q.subject("*")}, Retention: jetstream.WorkQueuePolicy,
		MaxMsgs: c.MaxJobs, Discard: jetstream.DiscardNew,
	}
	if q.bus.embedded != nil {
		stream.Storage = jetstream.MemoryStorage
	}
	q.stream, err = q.bus.streams.CreateStream(ctx, stream)
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		q.stream, err = q.bus.streams.UpdateStream(ctx, stream)
	}
	if err != nil {
		return err
	}
	consumer := jetstream.ConsumerConfig{
		Durable: c.consumer(), AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.Deadline, MaxAckPending: -1,
	}
	q.consumer, err = q.stream.CreateConsumer(ctx, consumer)
	if errors.Is(err, jetstream.ErrConsumerExists) {
		q.consumer, err = q.stream.UpdateConsumer(ctx, consumer)
	}
	return err
}

// Length returns the length of a queue without creating it; a missing queue is empty.
func (b *Bus) Length(ctx context.Context, name string, c QueueConfig) (l Length, err error) {
	q := &Queue{bus: b, name: name}
	if q.stream, err = b.streams.Stream(ctx, name); err == nil {
		q.consumer, err = q.stream.Consumer(ctx, c.consumer())
	}
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) {
		return Length{}, nil
	}
	if err != nil {
		return Length{}, fmt.Errorf("queue %q: %w", name, wrapUnavailable(err))
	}
	return q.Length(ctx)
}

// open reports whether the queue exists with this configuration. Then it must
// not be updated: even an update without changes can lose sight of jobs that
// wait to be delivered again.
func (q *Queue) open(ctx context.Context, c QueueConfig) bool {
	var err error
	if q.stream, err = q.bus.streams.Stream(ctx, q.name); err != nil {
		return false
	}
	if q.consumer, err = q.stream.Consumer(ctx, c.consumer()); err != nil {
		return false
	}
	is := q.stream.CachedInfo().Config
	return is.MaxMsgs == c.MaxJobs && q.consumer.CachedInfo().Config.AckWait == c.Deadline
}

func (q *Queue) subject(id string) string { return "queue." + q.name + "." + id }

func (q *Queue) bellSubject() string { return "queued." + q.name }

// Put adds a job with an ID, which is a token, and returns when it is stored.
// It reports false if the ID is queued already; one whose job has left the queue can be
// put again.
func (q *Queue) Put(ctx context.Context, id string, data []byte) (fresh bool, err error) {
	if !IsToken(id) {
		return false, fmt.Errorf("job %q: want an id without spaces, dots or wildcards", id)
	}
	const wrongSequence, full = 10071, 10077
	_, err = q.bus.streams.Publish(ctx, q.subject(id), data, jetstream.WithExpectLastSequencePerSubject(0))
	if refused, ok := errors.AsType[*jetstream.APIError](err); ok {
		switch refused.ErrorCode {
		case wrongSequence:
			return false, nil
		case full:
			return false, ErrFull
		}
	}
	if err != nil {
		return false, fmt.Errorf("job %q: %w", id, wrapUnavailable(err))
	}
	_ = q.bus.Publish(q.bellSubject(), nil) // those who wait also poll
	return true, nil
}

// Remove removes the job with an ID, if there is one. A worker that has pulled it
// is not notified.
func (q *Queue) Remove(ctx context.Context, id string) error {
	if !IsToken(id) {
		return fmt.Errorf("job %q: want an id without spaces, dots or wildcards", id)
	}
	// Purging the subject would be one request, but then the consumer treats other
	// jobs that were returned as done.
	m, err := q.stream.GetLastMsgForSubject(ctx, q.subject(id))
	if err == nil {
		err = q.stream.DeleteMsg(ctx, m.Sequence)
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) || errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
		return nil
	}
	return wrapUnavailable(err)
}

// Length is the amount of work in a queue.
type Length struct {
	Waiting int           // to be pulled
	Working int           // pulled and not done
	Oldest  time.Duration // age of the oldest job; 0 for none
}

// Length returns the amount of work in the queue.
func (q *Queue) Length(ctx context.Context) (Length, error) {
	consumer, err := q.consumer.Info(ctx)
	if err != nil {
		return Length{}, wrapUnavailable(err)
	}
	stream, err := q.stream.Info(ctx)
	if err != nil {
		return Length{}, wrapUnavailable(err)
	}
	// Returned jobs are waiting, although they have been delivered.
	working := consumer.NumAckPending
	l := Length{Waiting: max(0, int(stream.State.Msgs)-working), Working: working}
	if stream.State.Msgs > 0 {
		l.Oldest = time.Since(stream.State.FirstTime)
	}
	return l, nil
}

// Job is a pulled job. Finish it with Done, Retry or Drop.
type Job struct {
	ID   string
	Data []byte
	Try  int // the number of this delivery, from 1

	message jetstream.Msg
}

// secondLook is the time until the next look if the bell rang for a job that is not there:
// a queue may announce a job a moment before it delivers it. Each later look waits longer.
const secondLook = 10 * time.Millisecond

// Variables for tests.
var (
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
	for wait := pollInterval; ; {
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
			wait = secondLook
		case <-time.After(wait):
			wait = min(4*wait, pollInterval)
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
