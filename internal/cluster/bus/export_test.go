package bus

import (
	"context"
	"time"
)

// Patient has Pull wait for the bell alone, and for a queue's answer, until restore is called.
func Patient() (restore func()) {
	poll, fetch := pollInterval, fetchTimeout
	pollInterval, fetchTimeout = time.Hour, time.Hour
	return func() { pollInterval, fetchTimeout = poll, fetch }
}

// Seen returns how many jobs the server would deliver now. A job that has just
// been put is not counted immediately.
func (q *Queue) Seen(ctx context.Context) (uint64, error) {
	info, err := q.consumer.Info(ctx)
	if err != nil {
		return 0, err
	}
	return info.NumPending, nil
}

// Made reports whether there is a queue of a name.
func (b *Bus) Made(ctx context.Context, name string) bool {
	_, err := b.streams.Stream(ctx, name)
	return err == nil
}

// Flush waits until the server has processed everything sent before, including
// subscriptions.
func (b *Bus) Flush(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	return wrapUnavailable(b.conn.FlushWithContext(ctx))
}

// Severity is severity.
var Severity = severity
