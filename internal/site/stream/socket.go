package stream

import (
	"cmp"
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

// Socket is a WebSocket. It has one goroutine, which reads; another lives only
// while there is something to tell. Much of what a connection costs is stacks.
type Socket struct {
	Feed     Feed   // to be set before Accept
	Give     func() // called once it has been accepted and is no more
	owner    *Sockets
	log      *slog.Logger
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

// New returns a socket that tells nothing yet. The log is told of panics.
func (ks *Sockets) New(log *slog.Logger) *Socket {
	k := &Socket{owner: ks, log: log}
	k.pumping.Store(busy)
	return k
}

// Accept makes the connection of a request a socket, and lets it live. After
// that the request is answered. After an error the feed has not been closed.
func (k *Socket) Accept(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	var err error
	k.conn, err = websocket.Accept(slim{w}, r, &websocket.AcceptOptions{
		InsecureSkipVerify: true, // of the origin: whoever calls Accept has looked
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
func (k *Socket) run(ctx context.Context) {
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
			answer := k.Feed.Hear(ctx, message)
			k.heard.Store(time.Now().UnixMilli())
			if answer != nil {
				k.write(answer)
			}
		})
	}
}

// aside does something on another goroutine, and waits for it. What has to be
// done for a frame needs a stack of many KiB, which this goroutine would keep.
func (k *Socket) aside(do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer k.guard()
		do()
	}()
	<-done
}

// end is called when the connection is of no use any more.
func (k *Socket) end() {
	_ = k.conn.CloseNow()
	k.owner.remove(k)
	k.Feed.Close()
	k.Give()
}

// guard keeps a mistake in what is told to one client from ending all.
func (k *Socket) guard() {
	if cause := recover(); cause != nil {
		k.log.Error("panic", "cause", cause, "stack", string(debug.Stack()))
		_ = k.conn.CloseNow()
	}
}

// Wake lets the socket tell what there is. It does not wait for that.
func (k *Socket) Wake() {
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
func (k *Socket) pump() {
	for {
		frame, err := k.Feed.Next()
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
func (k *Socket) comeAgain() { _ = k.conn.Close(websocket.StatusServiceRestart, "restart") }

func (k *Socket) write(frame []byte) {
	k.writing.CompareAndSwap(0, time.Now().UnixMilli())
	// After an error reading fails too.
	_ = k.conn.Write(context.Background(), websocket.MessageText, frame)
	k.writing.Store(0)
}

// Sockets are all that are open. The zero value is none.
type Sockets struct {
	// Patience is how long CloseAll waits for clients to take leave; 0 for a second.
	Patience time.Duration

	mu  sync.Mutex
	all map[*Socket]struct{}
	// ended is closed when there are none any more after CloseAll.
	ended chan struct{}
}

func (ks *Sockets) add(k *Socket) {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	if ks.all == nil {
		ks.all = map[*Socket]struct{}{}
	}
	ks.all[k] = struct{}{}
}

func (ks *Sockets) remove(k *Socket) {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	delete(ks.all, k)
	if len(ks.all) == 0 && ks.ended != nil {
		close(ks.ended)
		ks.ended = nil
	}
}

// Sweep closes those that are silent or take nothing for longer than silence, or
// have said more than so many messages since the last time. It is to be called
// each second.
func (ks *Sockets) Sweep(now time.Time, silence time.Duration, messages int) {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	limit := now.Add(-silence).UnixMilli()
	for k := range ks.all {
		writing := k.writing.Load()
		if k.messages.Swap(0) > int32(messages) || k.heard.Load() < limit || writing > 0 && writing < limit {
			go k.conn.CloseNow() //nolint:errcheck // it is lost anyway
		}
	}
}

// CloseAll asks all clients to come again, and closes all connections.
func (ks *Sockets) CloseAll() {
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
	case <-time.After(cmp.Or(ks.Patience, time.Second)):
	}
	ks.mu.Lock()
	for k := range ks.all {
		go k.conn.CloseNow() //nolint:errcheck // as above
	}
	ks.mu.Unlock()
	<-ended
}
