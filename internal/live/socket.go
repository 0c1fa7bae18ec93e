package live

import (
	"context"
	"log/slog"
	"math"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// socket is a WebSocket. It has one goroutine, which reads; another lives only
// while there is something to tell. Much of what a connection costs is stacks.
type socket struct {
	owner    *sockets
	log      *slog.Logger
	feed     feed
	give     func() // the place that it has
	conn     *websocket.Conn
	pumping  atomic.Int32 // idle, busy or again
	heard    atomic.Int64 // when the client was last heard, in ms; never while it is being answered
	writing  atomic.Int64 // since when it is being written to, in ms; 0 while it is not
	messages atomic.Int32 // in this second
}

// The states of telling the client what there is.
const (
	idle  int32 = iota
	busy        // somebody does
	again       // somebody does, and there may be more
)

// longest is the length of what a client can say, in bytes.
const longest = 16 << 10

// newSocket returns a socket that tells nothing yet.
func newSocket(owner *sockets, log *slog.Logger) *socket {
	k := &socket{owner: owner, log: log}
	k.pumping.Store(busy)
	return k
}

// accept makes the connection of a request a socket, and lets it live. After
// that the request is answered.
func (k *socket) accept(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	var err error
	k.conn, err = websocket.Accept(slim{w}, r, &websocket.AcceptOptions{
		InsecureSkipVerify: true, // sameOrigin has looked
		CompressionMode:    websocket.CompressionDisabled,
	})
	if err != nil {
		return err
	}
	k.conn.SetReadLimit(longest)
	k.heard.Store(time.Now().UnixMilli())
	k.owner.add(k)
	go k.run(ctx)
	return nil
}

// run reads until the connection ends.
func (k *socket) run(ctx context.Context) {
	defer k.end()
	defer k.guard()
	k.aside(k.pump)
	for {
		kind, message, err := k.conn.Read(ctx)
		if err != nil {
			return
		}
		if kind != websocket.MessageText {
			_ = k.conn.Close(websocket.StatusUnsupportedData, "want text")
			return
		}
		k.messages.Add(1)
		k.heard.Store(math.MaxInt64)
		k.aside(func() {
			answer := k.feed.hear(ctx, message)
			k.heard.Store(time.Now().UnixMilli())
			if answer != nil {
				k.write(answer)
			}
		})
	}
}

// aside does something on another goroutine, and waits for it. What has to be
// done for a frame needs a stack of many KiB, which this goroutine would keep.
func (k *socket) aside(do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer k.guard()
		do()
	}()
	<-done
}

// end is called when the connection is of no use any more.
func (k *socket) end() {
	_ = k.conn.CloseNow()
	k.owner.remove(k)
	k.feed.close()
	k.give()
}

// guard keeps a mistake in what is told to one client from ending all.
func (k *socket) guard() {
	if cause := recover(); cause != nil {
		k.log.Error("panic", "cause", cause, "stack", string(debug.Stack()))
		_ = k.conn.CloseNow()
	}
}

// wake lets the socket tell what there is. It does not wait for that.
func (k *socket) wake() {
	for {
		switch {
		case k.pumping.CompareAndSwap(idle, busy):
			go func() {
				defer k.guard()
				k.pump()
			}()
			return
		case k.pumping.CompareAndSwap(busy, again), k.pumping.Load() == again:
			return
		}
	}
}

// pump tells what there is. It must be called in the state busy.
func (k *socket) pump() {
	for {
		frame, err := k.feed.next()
		switch {
		case err != nil:
			go k.comeAgain()
			return // in the state busy: there is nothing more to tell
		case frame != nil:
			k.write(frame)
		case k.pumping.CompareAndSwap(busy, idle):
			return
		default:
			k.pumping.Store(busy)
		}
	}
}

// comeAgain closes the connection of a client who had better make a new one.
func (k *socket) comeAgain() { _ = k.conn.Close(websocket.StatusServiceRestart, "restart") }

func (k *socket) write(frame []byte) {
	k.writing.CompareAndSwap(0, time.Now().UnixMilli())
	// After an error reading fails too.
	_ = k.conn.Write(context.Background(), websocket.MessageText, frame)
	k.writing.Store(0)
}

// sockets are all that are open.
type sockets struct {
	mu  sync.Mutex
	all map[*socket]struct{}
	// ended is closed when there are none any more after closeAll.
	ended chan struct{}
}

func (ks *sockets) add(k *socket) {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	if ks.all == nil {
		ks.all = map[*socket]struct{}{}
	}
	ks.all[k] = struct{}{}
}

func (ks *sockets) remove(k *socket) {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	delete(ks.all, k)
	if len(ks.all) == 0 && ks.ended != nil {
		close(ks.ended)
		ks.ended = nil
	}
}

// sweep closes those that are silent, take nothing, or say too much. It is to
// be called each second.
func (ks *sockets) sweep(now time.Time, limits Limits) {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	limit := now.Add(-limits.Silence).UnixMilli()
	for k := range ks.all {
		writing := k.writing.Load()
		if k.messages.Swap(0) > int32(limits.MessagesSecond) || k.heard.Load() < limit || writing > 0 && writing < limit {
			go k.conn.CloseNow() //nolint:errcheck // it is lost anyway
		}
	}
}

// closeAll asks all clients to come again, and closes all connections.
func (ks *sockets) closeAll() {
	const patience = time.Second
	ks.mu.Lock()
	if len(ks.all) == 0 {
		ks.mu.Unlock()
		return
	}
	ended := make(chan struct{})
	ks.ended = ended
	for k := range ks.all {
		go k.comeAgain()
	}
	ks.mu.Unlock()
	select {
	case <-ended:
		return
	case <-time.After(patience):
	}
	ks.mu.Lock()
	for k := range ks.all {
		go k.conn.CloseNow() //nolint:errcheck // as above
	}
	ks.mu.Unlock()
	<-ended
}
