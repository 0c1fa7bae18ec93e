package load

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

const (
	// longest silence of a player
	pingInterval = 4 * time.Second
	// silence after which a player gives up a connection or another wait
	deadTimeout = 10 * time.Second
)

type socket struct {
	conn  *websocket.Conn
	heard atomic.Int64 // when something arrived last, in ms since 1970
	said  atomic.Int64
}

func newSocket(conn *websocket.Conn) *socket {
	s := &socket{conn: conn}
	s.heard.Store(time.Now().UnixMilli())
	return s
}

// say sends a command. A failure shows at the next read.
func (s *socket) say(text []byte) {
	ctx, cancel := context.WithTimeout(context.Background(), deadTimeout)
	defer cancel()
	s.said.Store(time.Now().UnixMilli())
	_ = s.conn.Write(ctx, websocket.MessageText, text)
}

func (s *socket) next(ctx context.Context) ([]byte, time.Time, error) {
	_, data, err := s.conn.Read(ctx)
	now := time.Now()
	s.heard.Store(now.UnixMilli())
	return data, now, err
}

// keep pings at least every four seconds, and closes the connection when
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
		case now-s.heard.Load() > deadTimeout.Milliseconds():
			_ = s.conn.CloseNow()
		case idle < pingInterval/2:
			again(pingInterval - idle)
		default:
			s.say(ping)
			again(pingInterval)
		}
	}
	again(time.Duration(rand.Int64N(int64(pingInterval))))
	return func() { stopped.Store(true) }
}
