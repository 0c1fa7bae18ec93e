package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Config says which server to use, and how.
type Config struct {
	// URL is where the server is, nats://HOST:PORT or tls://…, several with
	// commas between them; "" for a server inside this program. A user and a
	// password, or a token, may be in it.
	URL string
	// Credentials is a file with a user's token and key, as the tools of NATS
	// write it; "" for none.
	Credentials string
	// CA, Certificate and Key are files in PEM: who signs the server's
	// certificate, and what this program shows it; "" for what the system
	// trusts, and for none.
	CA, Certificate, Key string
	// Folder is where a server inside this program keeps jobs; "" for a folder
	// that is removed at the end.
	Folder string
	// Listen is the address at which other programs reach the server inside this
	// one; "" for none.
	Listen string
	// NodeToken and WorkerToken are what others sign in there with, as NodeUser
	// and as WorkerUser. With both "" everybody may do everything.
	NodeToken, WorkerToken string
	// Name is what the server calls this program in its lists.
	Name string
	// Log is told of connections that are lost and made again; nil for nobody.
	Log *slog.Logger
}

// Errors of the bus.
var (
	// ErrNoResponder is the error of a request that nobody answers.
	ErrNoResponder = errors.New("nobody answers")
	// ErrUnavailable is wrapped by errors of a bus that can't be reached now.
	ErrUnavailable = errors.New("the bus is away")
	// ErrFull is the error of putting a job into a queue that has too many.
	ErrFull = errors.New("the queue is full")
)

// Bus is a connection to the server, safe for concurrent use. When it is lost it
// is made again, for as long as that takes; meanwhile nothing can be sent.
type Bus struct {
	conn     *nats.Conn
	streams  jetstream.JetStream
	embedded *embedded // nil for a server outside

	inbox chan *nats.Msg // of all subscriptions
	done  chan struct{}  // closed when nobody reads the inbox any more

	mu       sync.RWMutex
	handlers map[*nats.Subscription]func(Message)
	resumed  []func()

	ctx     context.Context // done when the bus is closed
	stop    context.CancelFunc
	answers sync.WaitGroup
}

const (
	// dialTimeout is how long a server may take to be reached, of which there may be
	// several, and connecting how long it may then take to let a program in.
	dialTimeout, connectTimeout = 5 * time.Second, 20 * time.Second
	// reconnectWait is from one attempt to come back to the next.
	reconnectWait = 100 * time.Millisecond
	// pingInterval is from one look at whether the server is there to the next.
	pingInterval = 2 * time.Second
	// maxWaiting is how many messages wait to be heard before some are lost.
	maxWaiting = 1 << 16
)

// Open connects to the server, which it starts if that is inside this program.
func Open(ctx context.Context, c Config) (*Bus, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	b := &Bus{inbox: make(chan *nats.Msg, maxWaiting), done: make(chan struct{}), handlers: map[*nats.Subscription]func(Message){}}
	b.ctx, b.stop = context.WithCancel(context.WithoutCancel(ctx))
	options := append(c.options(), nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
		if err != nil {
			c.Log.Warn("the bus is away", "cause", err)
		}
	}), nats.ReconnectHandler(func(*nats.Conn) {
		c.Log.Info("the bus is back")
		b.resume()
	}), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		c.Log.Warn("bus", "cause", err)
	}))
	if c.URL == "" {
		var err error
		if b.embedded, err = embed(c); err != nil {
			return nil, fmt.Errorf("bus: %w", err)
		}
		options = append(options, nats.InProcessServer(b.embedded.server), nats.UserInfo(embeddedUser, b.embedded.password))
	}
	var err error
	if b.conn, err = nats.Connect(c.URL, options...); err == nil {
		b.streams, err = jetstream.New(b.conn)
	}
	if err != nil {
		if b.conn != nil {
			b.conn.Close()
		}
		return nil, errors.Join(fmt.Errorf("bus: %w", err), b.embedded.close())
	}
	go b.listen()
	return b, nil
}

// options are those of the connection.
func (c Config) options() []nats.Option {
	options := []nats.Option{
		nats.Name(c.Name),
		nats.SetCustomDialer(&net.Dialer{Timeout: dialTimeout}),
		nats.Timeout(connectTimeout),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(reconnectWait),
		nats.ReconnectJitter(reconnectWait, reconnectWait),
		nats.ReconnectBufSize(-1), // what comes late is worse than what does not come
		nats.PingInterval(pingInterval),
		nats.MaxPingsOutstanding(2),
	}
	if c.Credentials != "" {
		options = append(options, nats.UserCredentials(c.Credentials))
	}
	if c.CA != "" {
		options = append(options, nats.RootCAs(c.CA))
	}
	if c.Certificate != "" || c.Key != "" {
		options = append(options, nats.ClientCert(c.Certificate, c.Key))
	}
	return options
}

// OnReconnect has a function called, on a goroutine of its own, whenever the
// connection has been made again: what was sent meanwhile has not been heard.
func (b *Bus) OnReconnect(again func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.resumed = append(b.resumed, again)
}

func (b *Bus) resume() {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, again := range b.resumed {
		go again()
	}
}

// Address returns where other programs reach the server inside this one, "" if
// they don't.
func (b *Bus) Address() string {
	if b.embedded == nil || b.embedded.listen == "" {
		return ""
	}
	return b.embedded.server.ClientURL()
}

// Close waits for what is being answered, and ends the connection and the server
// inside this program. It must be called once.
func (b *Bus) Close() error {
	b.stop()
	b.answers.Wait()
	_ = b.conn.FlushTimeout(time.Second) // where the bus is away there is nothing to wait for
	b.conn.Close()
	<-b.done
	return b.embedded.close()
}
