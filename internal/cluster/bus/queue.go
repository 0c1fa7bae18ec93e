package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// QueueConfig says how a queue's jobs are kept. Programs that use a queue of the
// same name should agree; the last one counts.
type QueueConfig struct {
	// Deadline is after how long without a word from who has a job somebody else
	// gets it; 0 for 30 seconds.
	Deadline time.Duration
	// MaxJobs is how many jobs there are at most, 0 for 100,000.
	MaxJobs int64
	// Deduplicate is for how long an id is refused after it was put, even if its job
	// has been done; 0 for two minutes. Queued jobs refuse theirs for ever.
	Deduplicate time.Duration
}

// Queue keeps jobs until they are done. Of those that wait the oldest comes first.
type Queue struct {
	bus      *Bus
	name     string
	stream   jetstream.Stream
	consumer jetstream.Consumer
}

// Queue returns the queue of a name, which is a token, and makes it if there is
// none.
func (b *Bus) Queue(ctx context.Context, name string, c QueueConfig) (*Queue, error) {
	if !IsToken(name) {
		return nil, fmt.Errorf("queue %q: want a name without spaces, dots and wildcards", name)
	}
	if c.Deadline == 0 {
		c.Deadline = 30 * time.Second
	}
	if c.MaxJobs == 0 {
		c.MaxJobs = 100_000
	}
	if c.Deduplicate == 0 {
		c.Deduplicate = 2 * time.Minute
	}
	q := &Queue{bus: b, name: name}
	if q.open(ctx, c) {
		return q, nil
	}
	var err error
	q.stream, err = b.streams.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: name, Subjects: []string{q.subject("*")}, Retention: jetstream.WorkQueuePolicy,
		MaxMsgs: c.MaxJobs, Discard: jetstream.DiscardNew, Duplicates: c.Deduplicate,
	})
	if err == nil {
		q.consumer, err = q.stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: name, AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.Deadline, MaxAckPending: -1,
		})
	}
	if err != nil {
		return nil, fmt.Errorf("queue %q: %w", name, wrapUnavailable(err))
	}
	return q, nil
}

// Length returns how much there is to do in the queue of a name. It makes none: in
// one that is not there there is nothing to do.
func (b *Bus) Length(ctx context.Context, name string) (l Length, err error) {
	q := &Queue{bus: b, name: name}
	if q.stream, err = b.streams.Stream(ctx, name); err == nil {
		q.consumer, err = q.stream.Consumer(ctx, name)
	}
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) {
		return Length{}, nil
	}
	if err != nil {
		return Length{}, fmt.Errorf("queue %q: %w", name, wrapUnavailable(err))
	}
	return q.Length(ctx)
}

// open reports whether the queue is there as it is to be. Then it is left alone:
// an update, even one that changes nothing, may lose sight of jobs that are
// waiting to be given out again.
func (q *Queue) open(ctx context.Context, c QueueConfig) bool {
	var err error
	if q.stream, err = q.bus.streams.Stream(ctx, q.name); err != nil {
		return false
	}
	if q.consumer, err = q.stream.Consumer(ctx, q.name); err != nil {
		return false
	}
	is := q.stream.CachedInfo().Config
	return is.MaxMsgs == c.MaxJobs && is.Duplicates == c.Deduplicate && q.consumer.CachedInfo().Config.AckWait == c.Deadline
}

func (q *Queue) subject(id string) string { return "queue." + q.name + "." + id }

// bellSubject is the subject by which those who wait for a job are woken.
func (q *Queue) bellSubject() string { return "queued." + q.name }

// Put adds a job with an id, which is a token, and returns when it is kept. It
// reports false if there is one of this id already.
func (q *Queue) Put(ctx context.Context, id string, data []byte) (fresh bool, err error) {
	if !IsToken(id) {
		return false, fmt.Errorf("job %q: want an id without spaces, dots and wildcards", id)
	}
	const wrongSequence, full = 10071, 10077
	ack, err := q.bus.streams.Publish(ctx, q.subject(id), data, jetstream.WithMsgID(id), jetstream.WithExpectLastSequencePerSubject(0))
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
	_ = q.bus.Publish(q.bellSubject(), nil) // who waits looks by himself too
	return !ack.Duplicate, nil
}

// Remove takes away the job of an id, if there is one. Who has pulled it is not
// told.
func (q *Queue) Remove(ctx context.Context, id string) error {
	if !IsToken(id) {
		return fmt.Errorf("job %q: want an id without spaces, dots and wildcards", id)
	}
	// Purging the subject would be one request, but it makes the consumer take
	// other jobs for done that have been given back.
	m, err := q.stream.GetLastMsgForSubject(ctx, q.subject(id))
	if err == nil {
		err = q.stream.DeleteMsg(ctx, m.Sequence)
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) || errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
		return nil
	}
	return wrapUnavailable(err)
}

// Length is how much there is to do.
type Length struct {
	Waiting int           // for somebody to pull them
	Working int           // pulled, and not done
	Oldest  time.Duration // since when the oldest of all has been there; 0 for none
}

// Length returns how much there is to do.
func (q *Queue) Length(ctx context.Context) (Length, error) {
	consumer, err := q.consumer.Info(ctx)
	if err != nil {
		return Length{}, wrapUnavailable(err)
	}
	stream, err := q.stream.Info(ctx)
	if err != nil {
		return Length{}, wrapUnavailable(err)
	}
	// What has been given back waits, but has been delivered.
	working := consumer.NumAckPending
	l := Length{Waiting: max(0, int(stream.State.Msgs)-working), Working: working}
	if stream.State.Msgs > 0 {
		l.Oldest = time.Since(stream.State.FirstTime)
	}
	return l, nil
}
