package server

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
)

// Config configures a server.
type Config struct {
	// Games has the games that the API answers questions about.
	Games []catalog.Entry
	// Page has the files of the web page, with index.html at the root. If it is nil,
	// the page has not been built, and the server says so.
	Page fs.FS
	// Identify returns who has sent a request; nil if all clients are visitors.
	Identify func(*http.Request) (account.Who, error)
	// Explain is explained at [httpkit.Config].
	Explain func(error) error
	// Ready returns why the server can't do its work; nil if it always can.
	Ready func(context.Context) error
	// Hosts are the names by which clients may reach the server, such as
	// "games.example.org"; none for any. Names of the machine itself are always allowed to
	// programs on it.
	Hosts []string
	// Log gets a line for each request, and internal errors.
	Log    *slog.Logger
	Limits Limits
	// TrustProxy takes a client's address from the last entry of X-Forwarded-For.
	// Without a proxy that sets it, clients could choose any address.
	TrustProxy bool
	// TrustLocal exempts clients that connect directly from the same machine from the
	// limits on rates and numbers. It must not be set behind a proxy on the same
	// machine that does not identify itself in the headers.
	TrustLocal bool
	// Certificates make [Server.Serve] speak TLS, with keys of its own; nil for plain HTTP.
	Certificates *Certificates
	// Barred returns why a client can't sign up, sign in or become a guest; nil if all can.
	Barred func(client string) error
	// MayAsk returns a refusal for a position that nobody may ask about now, because it
	// belongs to a rated game in progress; nil if all may be asked about.
	MayAsk MayAsk
	// Parts add operations of their own to the API. Parts that are Prometheus
	// collectors are added to the metrics, like Collectors.
	Parts      []Part
	Collectors []prometheus.Collector
}

// MayAsk returns a refusal for a position that may not be asked about, or an error.
type MayAsk func(ctx context.Context, entry catalog.Entry, pos game.Position) error

func (m MayAsk) check(ctx context.Context, entry catalog.Entry, pos game.Position) error {
	if m == nil {
		return nil
	}
	return m(ctx, entry, pos)
}

// Part is a part of the site that has operations in the API.
type Part interface {
	Register(kit *account.Kit)
}

// Server answers HTTP requests. It is made by [New].
type Server struct {
	Config
	handler http.Handler
	kit     *account.Kit
	metrics *metrics
	ready   readiness
}

// New returns a server. The error is for a page whose files can't be read.
func New(c Config) (*Server, error) {
	s := &Server{Config: c}
	s.kit = httpkit.New(httpkit.Config[account.Who]{
		Identify: c.Identify, Barred: c.Barred, Limits: c.Limits.Limits, Explain: c.Explain, Log: c.Log,
		Cookie: account.IdentityCookie, Tokens: account.TokenScopes(),
		Description: "Games between people and programs; legal moves, best moves, proven results and records: of " + catalog.InWords(c.Games) + ".",
	})
	s.metrics = newMetrics(s.kit)
	s.metrics.registry.MustRegister(c.Collectors...)
	for _, part := range c.Parts {
		if part, ok := part.(interface{ Collectors() []prometheus.Collector }); ok {
			s.metrics.registry.MustRegister(part.Collectors()...)
		}
	}
	page, err := newPage(c.Page)
	if err != nil {
		return nil, err
	}
	file := httpkit.Operation{Callers: httpkit.Unidentified, Object: httpkit.OfEveryone, Cost: httpkit.File}
	httpkit.Handle(s.kit, file.At(" /", "page", "Get a file of the page"), page)
	httpkit.Handle(s.kit, file.At("GET "+healthPath, "health", "Say that the server runs"), http.HandlerFunc(serveHealth))
	if err := s.addAPI(); err != nil {
		return nil, err
	}

	// The layers of a request, innermost first. The kit has those that depend on the
	// operation.
	s.handler = s.refuseOtherOrigins(s.kit)
	s.handler = s.refuseOtherHosts(s.handler)
	s.handler = secure(s.handler)
	s.handler = s.observe(s.handler)
	return s, nil
}

// ServeHTTP implements [http.Handler]. [Server.Serve] adds the limits on time and
// connections.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve answers requests on the listener, which it closes, until ctx is done. Then
// searches end with what they have found, other requests in progress are answered, some
// with 503, and Serve returns nil.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := &http.Server{
		Handler:           s,
		MaxHeaderBytes:    s.Limits.HeaderBytes,
		ReadHeaderTimeout: s.Limits.HeaderTime,
		ReadTimeout:       s.Limits.HeaderTime + s.Limits.BodyPace.Grace, // of bodies that no handler reads
		IdleTimeout:       s.Limits.IdleTime,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, counted(c))
		},
		ConnState:   s.watchConn,
		BaseContext: func(net.Listener) context.Context { return ctx },
		ErrorLog:    log.New(serverLog{s.Log}, "", 0),
	}
	limits := s.Limits
	if s.TrustProxy { // it connects for everybody
		limits.ConnectionsPerClient = limits.Connections
	}
	served := make(chan error, 1)
	go func() { served <- s.listen(ctx, h, newLimitedListener(l, limits, s.metrics)) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	s.Log.Info("shutting down")
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.Limits.ShutdownTime)
	defer cancel()
	err := h.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		err = h.Close() // some clients are too slow for their answers
	}
	if failed := <-served; !errors.Is(failed, http.ErrServerClosed) {
		err = errors.Join(err, failed)
	}
	return err
}

// serverLog logs what the HTTP server says. Anybody can make it say that a handshake has
// failed.
type serverLog struct{ *slog.Logger }

func (l serverLog) Write(message []byte) (int, error) {
	level := slog.LevelWarn
	if bytes.Contains(message, []byte("TLS handshake error")) {
		level = slog.LevelDebug
	}
	l.Log(context.Background(), level, string(bytes.TrimSpace(message)))
	return len(message), nil
}

func (s *Server) listen(ctx context.Context, h *http.Server, l net.Listener) error {
	if s.Certificates == nil {
		return h.Serve(l)
	}
	h.TLSConfig = s.Certificates.tls()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go s.Certificates.run(ctx)
	return h.ServeTLS(l, "", "")
}

// healthPath is where anybody, such as a proxy, may ask whether the server runs.
const healthPath = "/healthz"

func serveHealth(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n")) // the client may have left
}

// Limits bounds what clients can make the server do. All fields must be set.
type Limits struct {
	httpkit.Limits
	HeaderBytes int           // of a request
	HeaderTime  time.Duration // from the first byte of a request to the end of its headers
	IdleTime    time.Duration // between requests on a connection

	Connections int // at a time, not counting sockets
	// ConnectionsPerClient bounds the connections of one client; clients on the same
	// machine can have all.
	ConnectionsPerClient int

	// ShutdownTime is how long answers in progress may take when the server shuts down.
	ShutdownTime time.Duration
}

// DefaultLimits returns limits that suit a small public server.
func DefaultLimits() Limits {
	return Limits{
		Limits:               httpkit.DefaultLimits(),
		HeaderBytes:          16 << 10,
		HeaderTime:           5 * time.Second,
		IdleTime:             time.Minute,
		Connections:          4096,
		ConnectionsPerClient: 256,
		ShutdownTime:         5 * time.Second,
	}
}

// policy says what the page may load: only its own files. Scripts may compile the
// engine.
var policy = strings.Join([]string{
	"default-src 'self'",
	"script-src 'self' 'wasm-unsafe-eval'",
	"worker-src 'self'",
	"style-src 'self'",
	"img-src 'self' data:",
	"object-src 'none'",
	"base-uri 'none'",
	"form-action 'self'",
	"frame-ancestors 'none'",
}, "; ")

// security has the headers of every answer. The cross-origin headers isolate the page,
// without which workers get neither shared memory nor exact clocks.
var security = map[string]string{
	"Content-Security-Policy":      policy,
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Embedder-Policy": "require-corp",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy":           "camera=(), geolocation=(), microphone=()",
	"Referrer-Policy":              "no-referrer",
	"X-Content-Type-Options":       "nosniff",
}

func secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		for name, value := range security {
			h.Set(name, value)
		}
		if r.TLS != nil { // behind a proxy, its operator decides
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		if r.URL.Path == embedPath || r.URL.Path == embedPath+".html" {
			h.Set("Content-Security-Policy", embedPolicy)
			h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		}
		next.ServeHTTP(w, r)
	})
}

// embedPath is the one page that other sites may show in a frame. Nothing on it can be
// clicked that would act on behalf of the visitor.
const embedPath = "/embed"

var embedPolicy = strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors *", 1)

const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>thera</title>
<h1>The page has not been built</h1>
<p>This program was built without the page. In a checkout of thera, with Node installed, run</p>
<pre>make web
make build</pre>
<p>and restart it. The <a href="/api/v1/openapi.json">API for programs</a> works without the page.</p>
`

func serveNotBuilt(w http.ResponseWriter, r *http.Request) {
	if !isGet(w, r) {
		return
	}
	if r.URL.Path != "/" {
		http.Error(w, "404: no such page", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.Write([]byte(notBuilt)) // the client may have left
}

func isGet(w http.ResponseWriter, r *http.Request) bool {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return true
	}
	w.Header().Set("Allow", "GET, HEAD")
	writeProblem(w, http.StatusMethodNotAllowed, "method", "method "+strconv.Quote(r.Method)+": want GET or HEAD")
	return false
}
