package bus

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Config says which server to use, and how.
type Config struct {
	// URL is the server's address, nats://HOST:PORT or tls://…, several
	// separated by commas; "" for a server inside this program. It may include
	// a user and password, or a token.
	URL string
	// Credentials is a NATS credentials file with a user's token and key; ""
	// for none.
	Credentials string
	// CA, Certificate and Key are PEM files: the authority of the other side's
	// certificate, and this program's certificate, "" for none. A client without an
	// authority trusts the system's; a server without one asks for no certificates.
	CA, Certificate, Key string
	// Listen is the address at which other programs reach the embedded server;
	// "" for none.
	Listen string
	// NodeToken is the password of NodeUser there, and WorkerTokens are those of
	// workers. If there are none everybody may do everything.
	NodeToken    string
	WorkerTokens []WorkerToken
	// Insecure lets other machines reach the embedded server without tokens or TLS.
	Insecure bool
	// Inbox is below which subject this program gets answers; "" for the usual one. A
	// worker's token allows only its own.
	Inbox string
	// Name is this program's name in the server's lists.
	Name string
	// Log gets lost and restored connections; nil for none.
	Log *slog.Logger
}

// Errors of the bus.
var (
	// ErrNoResponder is the error of a request that nobody answers.
	ErrNoResponder = errors.New("no responder")
	// ErrUnavailable is wrapped by errors of a bus that cannot be reached now.
	ErrUnavailable = errors.New("the bus is unavailable")
	// ErrFull is the error of putting a job into a full queue.
	ErrFull = errors.New("the queue is full")
)

// Bus is a connection to the server, safe for concurrent use. A lost connection
// is restored, however long that takes; meanwhile nothing can be sent.
type Bus struct {
	conn     *nats.Conn
	streams  jetstream.JetStream
	embedded *embedded // nil for an external server

	inbox chan *nats.Msg // shared by all subscriptions
	done  chan struct{}  // closed when the inbox is no longer read

	mu       sync.RWMutex
	handlers map[*nats.Subscription]func(Message)
	resumed  []func()

	ctx     context.Context // done when the bus is closed
	stop    context.CancelFunc
	answers sync.WaitGroup // begun with mu held, while ctx is not done
}

const (
	// limits of reaching one address and of completing the connection
	dialTimeout, connectTimeout = 5 * time.Second, 20 * time.Second
	// between two attempts to reconnect
	reconnectWait = 100 * time.Millisecond
	// between two checks of the connection
	pingInterval = 2 * time.Second
	// messages in the inbox before new ones are lost
	maxWaiting = 1 << 16
)

// Open connects to the server, after starting it if it is embedded.
func Open(ctx context.Context, c Config) (*Bus, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	b := &Bus{inbox: make(chan *nats.Msg, maxWaiting), done: make(chan struct{}), handlers: map[*nats.Subscription]func(Message){}}
	b.ctx, b.stop = context.WithCancel(context.WithoutCancel(ctx))
	options := append(c.options(), nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
		if err != nil {
			c.Log.Warn("bus disconnected", "cause", err)
		}
	}), nats.ReconnectHandler(func(*nats.Conn) {
		c.Log.Info("bus reconnected")
		b.resume()
	}), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		c.Log.Log(b.ctx, severity(err), "error on the bus", "cause", err)
	}))
	if c.URL == "" {
		var err error
		if b.embedded, err = embed(c); err != nil {
			return nil, fmt.Errorf("%s: %w", c.server(), err)
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
		return nil, errors.Join(fmt.Errorf("%s: %w", c.server(), err), b.embedded.close())
	}
	go b.listen()
	return b, nil
}

// severity returns the level at which an error is logged that comes on its own. That a queue
// may not be created is also the error of [Bus.Queue].
func severity(err error) slog.Level {
	if errors.Is(err, nats.ErrPermissionViolation) && strings.Contains(err.Error(), "$JS.API.STREAM.CREATE.") {
		return slog.LevelDebug
	}
	return slog.LevelWarn
}

// server names the server in errors, without the tokens that addresses can have.
func (c Config) server() string {
	if c.URL == "" {
		return "NATS server inside this program"
	}
	all := strings.Split(c.URL, ",")
	for i, address := range all {
		if at := strings.LastIndexByte(address, '@'); at >= 0 {
			scheme, _, _ := strings.Cut(address, "://")
			all[i] = scheme + "://" + address[at+1:]
		}
	}
	return "NATS server " + strings.Join(all, ",")
}

func (c Config) options() []nats.Option {
	options := []nats.Option{
		nats.Name(c.Name),
		nats.SetCustomDialer(&net.Dialer{Timeout: dialTimeout}),
		nats.Timeout(connectTimeout),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(reconnectWait),
		nats.ReconnectJitter(reconnectWait, reconnectWait),
		nats.ReconnectBufSize(-1), // a late message is worse than a lost one
		nats.PingInterval(pingInterval),
		nats.MaxPingsOutstanding(2),
	}
	if c.Inbox != "" {
		options = append(options, nats.CustomInboxPrefix(c.Inbox))
	}
	if c.Credentials != "" {
		options = append(options, nats.UserCredentials(c.Credentials))
	}
	if c.URL == "" {
		return options // in this program there is no TLS
	}
	if c.CA != "" {
		options = append(options, nats.RootCAs(c.CA))
	}
	if c.Certificate != "" || c.Key != "" {
		options = append(options, nats.ClientCert(c.Certificate, c.Key))
	}
	return options
}

// Ready returns why the server can't be reached now, or nil.
func (b *Bus) Ready(ctx context.Context) error {
	if err := b.conn.FlushWithContext(ctx); err != nil {
		return fmt.Errorf("bus: %w", err)
	}
	return nil
}

// OnReconnect registers a function that is called on its own goroutine whenever
// the connection has been restored: messages sent in between were lost.
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

// Address returns where other programs reach the embedded server, "" if they cannot.
func (b *Bus) Address() string {
	if b.embedded == nil || b.embedded.listen == "" {
		return ""
	}
	return b.embedded.server.ClientURL()
}

// Close waits for requests being answered and ends the connection and the
// embedded server. It must be called once.
func (b *Bus) Close() error {
	b.mu.Lock()
	b.stop()
	b.mu.Unlock()
	b.answers.Wait()
	_ = b.conn.FlushTimeout(time.Second) // fails only if the bus is unavailable
	b.conn.Close()
	<-b.done
	return b.embedded.close()
}

// Limits of an embedded server: it is for few and small jobs. It keeps them in memory,
// since none outlives it; only queues that another program creates are on disk.
const (
	embeddedMemory = 256 << 20
	embeddedDisk   = 1 << 30
)

type embedded struct {
	server *server.Server
	folder string // to remove at the end
	listen string
	// password of this program itself
	password string
}

func embed(c Config) (*embedded, error) {
	folder, err := os.MkdirTemp("", "thera-bus-")
	if err != nil {
		return nil, err
	}
	e := &embedded{folder: folder, listen: c.Listen}
	options := &server.Options{
		ServerName: c.Name, DontListen: c.Listen == "", NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: folder, JetStreamMaxMemory: embeddedMemory, JetStreamMaxStore: embeddedDisk,
		AuthTimeout: connectTimeout.Seconds(),
	}
	if c.Listen != "" {
		if err := c.listenOptions(options); err != nil {
			return nil, errors.Join(err, e.close())
		}
	}
	if users := c.users(); users != nil {
		e.password = rand.Text()
		options.Users = append(users, &server.User{Username: embeddedUser, Password: e.password})
	}
	if e.server, err = server.NewServer(options); err != nil {
		return nil, errors.Join(err, e.close())
	}
	fatal := make(fatalErrors, 1)
	e.server.SetLoggerV2(fatal, false, false, false)
	e.server.Start()
	select {
	case err = <-fatal:
	default:
		if !e.server.ReadyForConnections(connectTimeout) {
			err = errors.New("it is not ready")
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the embedded server does not start: %w", err), e.close())
	}
	// The server needs a folder to start, and makes it again for a queue on disk. Without
	// it a program that is killed leaves nothing.
	_ = os.RemoveAll(folder) // close tries again
	return e, nil
}

// close ends the server; it does nothing for nil.
func (e *embedded) close() error {
	if e == nil {
		return nil
	}
	if e.server != nil {
		e.server.Shutdown()
		e.server.WaitForShutdown()
	}
	return os.RemoveAll(e.folder)
}

// fatalErrors is a log that keeps the error for which a server does not start, which the
// server reports in no other way.
type fatalErrors chan error

func (f fatalErrors) Fatalf(format string, v ...any) {
	select {
	case f <- fmt.Errorf(format, v...):
	default: // the first is the cause
	}
}

func (fatalErrors) Noticef(string, ...any) {}
func (fatalErrors) Warnf(string, ...any)   {}
func (fatalErrors) Errorf(string, ...any)  {}
func (fatalErrors) Debugf(string, ...any)  {}
func (fatalErrors) Tracef(string, ...any)  {}
