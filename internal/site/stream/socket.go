package stream

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// Socket is a WebSocket. One goroutine reads; another exists only while there is
// something to send. Stacks are much of what a connection costs.
type Socket struct {
	Feed     Feed   // to be set before Accept
	Release  func() // called after an accepted socket has ended
	owner    *Sockets
	log      *slog.Logger
	conn     *websocket.Conn
	state    atomic.Int32 // idle, pumping or pumpAgain
	quiet    atomic.Int32 // sweeps since the client was last heard; negative while its message is handled
	writing  atomic.Int32 // sweeps since a write has been in progress, from 1; 0 if none is
	messages atomic.Int32 // since the last Sweep
}

// The states of sending frames to the client.
const (
	idle      int32 = iota
	pumping         // frames are being sent
	pumpAgain       // frames are being sent, and there may be more
)

// maxMessage is the longest message that a client may send, in bytes.
const maxMessage = 16 << 10

// New returns a socket that is not connected yet. The log gets panics.
func (ks *Sockets) New(log *slog.Logger) *Socket {
	k := &Socket{owner: ks, log: log}
	k.state.Store(pumping)
	return k
}

// Accept turns the connection of a request into a socket, which answers the request. If
// it fails, the feed has not been closed.
func (k *Socket) Accept(ctx context.Context, w http.ResponseWriter, r *http.Request) error {
	var err error
	k.conn, err = websocket.Accept(smallBuffers{w}, r, &websocket.AcceptOptions{
		InsecureSkipVerify: true, // the caller of Accept has checked the origin
		CompressionMode:    websocket.CompressionDisabled,
	})
	if err != nil {
		return err
	}
	k.conn.SetReadLimit(maxMessage)
	if !k.owner.add(k) {
		go k.finish(nil)
		return errors.New("the program ends")
	}
	go k.run(ctx)
	return nil
}

func (k *Socket) run(ctx context.Context) {
	defer k.end()
	defer k.guard()
	k.onOwnStack(k.pump)
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
		k.quiet.Store(math.MinInt32)
		k.onOwnStack(func() {
			answer := k.Feed.Hear(ctx, message)
			k.quiet.Store(0)
			if answer != nil {
				k.write(answer)
			}
		})
	}
}

// onOwnStack calls do on another goroutine and waits for it. Handling a frame needs
// many KiB of stack, which this goroutine would keep.
func (k *Socket) onOwnStack(do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer k.guard()
		do()
	}()
	<-done
}

func (k *Socket) end() {
	_ = k.conn.CloseNow()
	k.owner.remove(k)
	k.Feed.Close()
	k.Release()
}

// guard keeps a panic about one client from ending the program.
func (k *Socket) guard() {
	if cause := recover(); cause != nil {
		k.log.Error("panic", "cause", cause, "stack", string(debug.Stack()))
		_ = k.conn.CloseNow()
	}
}

// Wake lets the socket send what there is. It does not wait for that.
func (k *Socket) Wake() {
	for {
		switch {
		case k.state.CompareAndSwap(idle, pumping):
			go func() {
				defer k.guard()
				k.pump()
			}()
			return
		case k.state.CompareAndSwap(pumping, pumpAgain), k.state.Load() == pumpAgain:
			return
		}
	}
}

// pump sends what there is. It must be called in the state pumping.
func (k *Socket) pump() {
	for {
		frame, err := k.Feed.Next()
		switch {
		case err != nil:
			go k.finish(err)
			return // in the state pumping: there is nothing more to send
		case frame != nil:
			k.write(frame)
		case k.state.CompareAndSwap(pumping, idle):
			return
		default:
			k.state.Store(pumping)
		}
	}
}

// endWait is how long a client may take to close its side of a socket that ends.
const endWait = time.Second

// finish tells the client why its feed has ended, and closes the socket.
func (k *Socket) finish(why error) {
	frame, status, reason := farewell(why)
	if frame != nil {
		defer time.AfterFunc(endWait, func() { _ = k.conn.CloseNow() }).Stop()
		k.write(frame)
	}
	_ = k.conn.Close(status, reason)
}

func (k *Socket) write(frame []byte) {
	k.writing.CompareAndSwap(0, 1)
	// If this fails, reading fails too.
	_ = k.conn.Write(context.Background(), websocket.MessageText, frame)
	k.writing.Store(0)
}

// Sockets has all open sockets. The zero value has none.
type Sockets struct {
	// CloseWait is how long CloseAll waits for clients to leave; 0 means a second.
	CloseWait time.Duration

	mu     sync.Mutex
	all    map[*Socket]struct{}
	closed bool          // by CloseAll: no socket is added
	ended  chan struct{} // closed when the last socket has ended after CloseAll
}

// add reports false after CloseAll.
func (ks *Sockets) add(k *Socket) bool {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	if ks.closed {
		return false
	}
	if ks.all == nil {
		ks.all = map[*Socket]struct{}{}
	}
	ks.all[k] = struct{}{}
	return true
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

// Sweep closes sockets that have neither sent nor taken anything for longer than
// silence, or have sent more messages than allowed since the last sweep. It has to be
// called every second: that is how silence is measured, whatever the clock shows.
func (ks *Sockets) Sweep(silence time.Duration, messages int) {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	limit := int32(silence / time.Second)
	for k := range ks.all {
		writing := k.writing.Load()
		if writing > 0 {
			k.writing.CompareAndSwap(writing, writing+1) // it may just have ended
		}
		if k.messages.Swap(0) > int32(messages) || k.quiet.Add(1) > limit || writing > limit {
			go k.conn.CloseNow() //nolint:errcheck // it is lost anyway
		}
	}
}

// CloseAll asks all clients to reconnect, also later ones, and closes all connections.
func (ks *Sockets) CloseAll() {
	ks.mu.Lock()
	ks.closed = true
	if len(ks.all) == 0 {
		ks.mu.Unlock()
		return
	}
	ended := make(chan struct{})
	ks.ended = ended
	for k := range ks.all {
		go k.finish(nil)
	}
	ks.mu.Unlock()
	select {
	case <-ended:
		return
	case <-time.After(cmp.Or(ks.CloseWait, time.Second)):
	}
	ks.mu.Lock()
	for k := range ks.all {
		go k.conn.CloseNow() //nolint:errcheck // as above
	}
	ks.mu.Unlock()
	<-ended
}
