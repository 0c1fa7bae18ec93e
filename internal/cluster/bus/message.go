package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
)

// Message is a published message.
type Message struct {
	Subject string
	Data    []byte // owned by the subscriber
	Reply   string // the subject for an answer; "" for none
}

const errorHeader = "Thera-Error"

// Publish sends data to all current subscribers of a subject.
func (b *Bus) Publish(subject string, data []byte) error {
	return wrapUnavailable(b.conn.Publish(subject, data))
}

// Subscribe calls a function with the messages of a subject until stop is
// called. In the subject "*" matches one token and a final ">" any number. All
// functions are called one after another: they must not block.
func (b *Bus) Subscribe(subject string, hear func(Message)) (stop func(), err error) {
	// Locked, so that no message arrives before its function is registered.
	b.mu.Lock()
	defer b.mu.Unlock()
	s, err := b.conn.ChanSubscribe(subject, b.inbox)
	if err != nil {
		return nil, fmt.Errorf("subscribe to %q: %w", subject, err)
	}
	b.handlers[s] = hear
	return func() {
		_ = s.Unsubscribe() // fails only if the connection, and so the subscription, is closed
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.handlers, s)
	}, nil
}

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

// Request sends data to a program that answers requests on a subject and
// returns the answer. It waits until ctx is done.
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

// Answer answers requests on a subject, which may have wildcards as in Subscribe, each on
// its own goroutine, until stop is called. The requester gets an error's text. ctx is
// done when the bus is closed.
func (b *Bus) Answer(subject string, answer func(ctx context.Context, m Message) ([]byte, error)) (stop func(), err error) {
	s, err := b.conn.Subscribe(subject, func(m *nats.Msg) {
		b.mu.RLock()
		defer b.mu.RUnlock()
		if b.ctx.Err() != nil {
			return // the requester times out and asks again
		}
		b.answers.Go(func() {
			reply := nats.NewMsg(m.Reply)
			data, err := answer(b.ctx, Message{m.Subject, m.Data, m.Reply})
			if err != nil {
				reply.Header.Set(errorHeader, strings.ReplaceAll(err.Error(), "\n", " "))
			}
			reply.Data = data
			_ = m.RespondMsg(reply) // the requester times out and asks again
		})
	})
	if err != nil {
		return nil, fmt.Errorf("answer %q: %w", subject, err)
	}
	return func() { _ = s.Unsubscribe() }, nil
}

func wrapUnavailable(err error) error {
	if errors.Is(err, nats.ErrReconnectBufExceeded) { // which is how the client says that it is not connected
		return ErrUnavailable
	}
	for _, one := range []error{nats.ErrConnectionClosed, nats.ErrConnectionReconnecting, nats.ErrDisconnected, nats.ErrNoServers} {
		if errors.Is(err, one) {
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
	}
	return err
}

// IsToken reports whether a text can be a token of a subject.
func IsToken(text string) bool { return text != "" && !strings.ContainsAny(text, " .*>\t\r\n\x00") }
