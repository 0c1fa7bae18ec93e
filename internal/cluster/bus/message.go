package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
)

// Message is what somebody has published.
type Message struct {
	Subject string
	Data    []byte // the listener's own
	Reply   string // the subject for an answer; "" where none is wanted
}

// errorHeader is the header of an answer that is an error.
const errorHeader = "Thera-Error"

// Publish sends data to all who listen to a subject now.
func (b *Bus) Publish(subject string, data []byte) error {
	return wrapUnavailable(b.conn.Publish(subject, data))
}

// Subscribe has a function hear what is published about a subject, in which "*"
// stands for any token and ">" at the end for any number of them, until stop is
// called. All functions are called one after the other: they must not wait for
// anything.
func (b *Bus) Subscribe(subject string, hear func(Message)) (stop func(), err error) {
	// Locked, so that no message comes before its function is known.
	b.mu.Lock()
	defer b.mu.Unlock()
	s, err := b.conn.ChanSubscribe(subject, b.inbox)
	if err != nil {
		return nil, fmt.Errorf("subscribe to %q: %w", subject, err)
	}
	b.handlers[s] = hear
	return func() {
		_ = s.Unsubscribe() // it fails where the connection is closed, and then it is gone as well
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.handlers, s)
	}, nil
}

// Flush waits until the server knows of all that was done before, such as of
// what this program listens to.
func (b *Bus) Flush(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	return wrapUnavailable(b.conn.FlushWithContext(ctx))
}

// listen calls the functions until the bus is closed.
func (b *Bus) listen() {
	defer close(b.done)
	for {
		select {
		case <-b.ctx.Done():
			return
		case m := <-b.inbox:
			b.mu.RLock()
			hear := b.handlers[m.Sub]
			b.mu.RUnlock()
			if hear != nil {
				hear(Message{m.Subject, m.Data, m.Reply})
			}
		}
	}
}

// Request sends data to whoever answers requests about a subject, and returns
// the answer. Without a deadline in ctx it waits for as long as that takes.
func (b *Bus) Request(ctx context.Context, subject string, data []byte) ([]byte, error) {
	m, err := b.conn.RequestWithContext(ctx, subject, data)
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		return nil, ErrNoResponder
	case err != nil:
		return nil, wrapUnavailable(err)
	case m.Header.Get(errorHeader) != "":
		return nil, errors.New(m.Header.Get(errorHeader))
	}
	return m.Data, nil
}

// Answer answers requests about a subject, each on a goroutine of its own, until
// stop is called. Of an error the other side gets the text. ctx is done when the
// bus is closed.
func (b *Bus) Answer(subject string, answer func(ctx context.Context, data []byte) ([]byte, error)) (stop func(), err error) {
	s, err := b.conn.Subscribe(subject, func(m *nats.Msg) {
		b.answers.Go(func() {
			reply := nats.NewMsg(m.Reply)
			data, err := answer(b.ctx, m.Data)
			if err != nil {
				reply.Header.Set(errorHeader, strings.ReplaceAll(err.Error(), "\n", " "))
			}
			reply.Data = data
			_ = m.RespondMsg(reply) // who has asked hears nothing, and asks again
		})
	})
	if err != nil {
		return nil, fmt.Errorf("answer %q: %w", subject, err)
	}
	return func() { _ = s.Unsubscribe() }, nil
}

// wrapUnavailable tells errors apart that a bus out of reach is the reason of.
func wrapUnavailable(err error) error {
	for _, one := range []error{nats.ErrConnectionClosed, nats.ErrConnectionReconnecting, nats.ErrReconnectBufExceeded, nats.ErrDisconnected, nats.ErrNoServers} {
		if errors.Is(err, one) {
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
	}
	return err
}

// IsToken reports whether a text can be a token of a subject.
func IsToken(text string) bool { return text != "" && !strings.ContainsAny(text, " .*>\t\r\n\x00") }
