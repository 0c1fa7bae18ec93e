package stream

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// script is a feed that tells what is given to it.
type script struct {
	frames  chan []byte
	answers chan bool // if not nil, a message is answered after two values
	closed  chan struct{}
}

func newScript() *script {
	return &script{frames: make(chan []byte, 1000), closed: make(chan struct{})}
}

var errEnd = errors.New("the end")

func (s *script) Next() ([]byte, error) {
	select {
	case frame := <-s.frames:
		if frame == nil {
			return nil, errEnd
		}
		return frame, nil
	default:
		return nil, nil
	}
}

func (s *script) Hear(_ context.Context, message []byte) []byte {
	if s.answers != nil {
		<-s.answers
		<-s.answers
	}
	return append(message, '?')
}

func (s *script) Close() { close(s.closed) }

// connect opens a socket to a feed.
func connect(t *testing.T, all *Sockets, feed Feed) (*websocket.Conn, *Socket) {
	t.Helper()
	accepted := make(chan *Socket, 1)
	given := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		k := all.New(slog.New(slog.DiscardHandler))
		k.Feed, k.Release = feed, sync.OnceFunc(func() { close(given) })
		if err := k.Accept(context.Background(), w, r); err != nil {
			t.Error(err)
		}
		accepted <- k
	}))
	t.Cleanup(func() {
		<-given
		server.Close()
	})
	c, response, err := websocket.Dial(t.Context(), server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	if response.Body != nil {
		_ = response.Body.Close()
	}
	t.Cleanup(func() { _ = c.CloseNow() })
	return c, <-accepted
}

func expect(t *testing.T, c *websocket.Conn, want string) {
	t.Helper()
	if _, text, err := c.Read(t.Context()); err != nil || string(text) != want {
		t.Fatalf("%q, %v, want %q", text, err, want)
	}
}

func TestSocket(t *testing.T) {
	var all Sockets
	s := newScript()
	s.frames <- []byte("first")
	c, k := connect(t, &all, s)
	expect(t, c, "first")
	s.frames <- []byte("second")
	k.Wake()
	expect(t, c, "second")
	if err := c.Write(t.Context(), websocket.MessageText, []byte("hello")); err != nil {
		t.Fatal(err)
	}
	expect(t, c, "hello?")
	s.frames <- nil
	k.Wake()
	if _, _, err := c.Read(t.Context()); websocket.CloseStatus(err) != websocket.StatusServiceRestart {
		t.Errorf("the end: %v", err)
	}
	<-s.closed
}

// A socket whose client takes nothing is closed, and one that is silent, by the number of
// sweeps and not by the clock. One that is heard stays, and one whose message takes long.
func TestSweep(t *testing.T) {
	var all Sockets
	s := newScript()
	c, k := connect(t, &all, s)
	const silence = 5 * time.Second
	all.Sweep(silence, 10)
	s.frames <- []byte("still there")
	k.Wake()
	expect(t, c, "still there")
	for k.state.Load() != idle { // it says that it has been written after it has been read
		time.Sleep(time.Millisecond)
	}
	k.writing.Store(1)
	for range 6 {
		if k.quiet.Store(0); isClosed(s) {
			t.Fatal("closed before its client has taken nothing for long")
		}
		all.Sweep(silence, 10)
	}
	<-s.closed

	s = newScript()
	s.answers = make(chan bool)
	c, _ = connect(t, &all, s)
	for range 3 {
		for range 5 {
			all.Sweep(silence, 10)
		}
		if err := c.Write(t.Context(), websocket.MessageText, []byte("hello")); err != nil {
			t.Fatal(err)
		}
		s.answers <- true // it has been heard
		for range 10 {
			all.Sweep(silence, 10)
		}
		s.answers <- true
		expect(t, c, "hello?")
	}
	for range 6 {
		if isClosed(s) {
			t.Fatal("closed before it was silent for long")
		}
		all.Sweep(silence, 10)
	}
	<-s.closed
}

func isClosed(s *script) bool {
	select {
	case <-s.closed:
		return true
	default:
		return false
	}
}

func TestCloseAll(t *testing.T) {
	var none Sockets
	none.CloseAll()
	all := Sockets{CloseWait: time.Minute}
	s := newScript()
	c, _ := connect(t, &all, s)
	ended := make(chan error, 1)
	go func() {
		_, _, err := c.Read(t.Context())
		ended <- err
	}()
	all.CloseAll()
	if err := <-ended; websocket.CloseStatus(err) != websocket.StatusServiceRestart {
		t.Errorf("the end: %v", err)
	}
	<-s.closed
}

// A client that arrives when all sockets are being closed is asked to reconnect too.
func TestLateSocket(t *testing.T) {
	var all Sockets
	all.CloseAll()
	accepted := make(chan error, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		accepted <- all.New(slog.New(slog.DiscardHandler)).Accept(context.Background(), w, r)
	}))
	defer server.Close()
	c, _, err := websocket.Dial(t.Context(), server.URL, nil) //nolint:bodyclose // the socket has it
	if err != nil {
		t.Fatal(err)
	}
	if err := <-accepted; err == nil {
		t.Error("a socket is open after CloseAll")
	}
	if _, _, err := c.Read(t.Context()); websocket.CloseStatus(err) != websocket.StatusServiceRestart {
		t.Errorf("the end: %v", err)
	}
}
