package load

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

const (
	// quiet is how long a player says nothing at most.
	quiet = 4 * time.Second
	// dead is how long it hears nothing before it gives a connection up, or
	// waits for anything else.
	dead = 10 * time.Second
)

// socket is a connection of a player to its game.
type socket struct {
	conn  *websocket.Conn
	heard atomic.Int64 // when something came last, in ms since 1970
	said  atomic.Int64
}

func newSocket(conn *websocket.Conn) *socket {
	s := &socket{conn: conn}
	s.heard.Store(time.Now().UnixMilli())
	return s
}

// say sends a command. If that fails, whoever reads from the socket will notice.
func (s *socket) say(text []byte) {
	ctx, cancel := context.WithTimeout(context.Background(), dead)
	defer cancel()
	s.said.Store(time.Now().UnixMilli())
	_ = s.conn.Write(ctx, websocket.MessageText, text)
}

// next waits for a frame.
func (s *socket) next(ctx context.Context) ([]byte, time.Time, error) {
	_, data, err := s.conn.Read(ctx)
	now := time.Now()
	s.heard.Store(now.UnixMilli())
	return data, now, err
}

// keep says something at least every four seconds, and ends the connection when
// nothing comes back, until stop is called.
func (s *socket) keep() (stop func()) {
	var stopped atomic.Bool
	var beat func()
	again := func(after time.Duration) { time.AfterFunc(after, beat) }
	ping := command{Do: "ping"}.text()
	beat = func() {
		now := time.Now().UnixMilli()
		switch idle := time.Duration(now-s.said.Load()) * time.Millisecond; {
		case stopped.Load():
		case now-s.heard.Load() > dead.Milliseconds():
			_ = s.conn.CloseNow()
		case idle < quiet/2:
			again(quiet - idle)
		default:
			s.say(ping)
			again(quiet)
		}
	}
	again(time.Duration(rand.Int64N(int64(quiet))))
	return func() { stopped.Store(true) }
}
