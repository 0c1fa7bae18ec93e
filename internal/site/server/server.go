package server

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/prometheus/client_golang/prometheus"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/site/httpkit"
)

// Config configures a server.
type Config struct {
	// Games has the games that the API answers questions about.
	Games []catalog.Entry
	// Page has the files of the web page, with index.html at the root. If it is nil,
	// the page has not been built, and the server says so.
	Page fs.FS
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

// check returns the problem of a position that may not be asked about, else nil.
func (m MayAsk) check(ctx context.Context, log *slog.Logger, entry catalog.Entry, pos game.Position) error {
	if m == nil {
		return nil
	}
	return httpkit.Internal(log, "positions of rated games", m(ctx, entry, pos))
}

// Part is a part of the site that has operations in the API.
type Part interface {
	Register(api huma.API)
}

// Server answers HTTP requests. It is made by [New].
type Server struct {
	Config
	handler  http.Handler
	metrics  *metrics
	requests chan struct{}    // a slot for each request in progress
	searches *slots           // for searches in progress
	clients  *httpkit.Limiter // all requests
	askers   *httpkit.Limiter // requests to the API
}

// New returns a server. The error is for a page whose files can't be read.
func New(c Config) (*Server, error) {
	s := &Server{
		Config:   c,
		metrics:  newMetrics(),
		requests: make(chan struct{}, c.Limits.Requests),
		searches: newSlots(c.Limits.Searches),
		clients:  httpkit.NewLimiter(c.Limits.PerClient),
		askers:   httpkit.NewLimiter(c.Limits.PerAsker),
	}
	s.metrics.registry.MustRegister(c.Collectors...)
	for _, part := range c.Parts {
		if collector, ok := part.(prometheus.Collector); ok {
			s.metrics.registry.MustRegister(collector)
		}
	}
	page, err := newPage(c.Page)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/", page)
	mux.HandleFunc("GET /healthz", serveHealth)
	mux.Handle("GET /metrics", s.metrics.handler())
	if err := s.addAPI(mux); err != nil {
		return nil, err
	}

	// The layers of a request, innermost first.
	s.handler = s.readBody(mux)
	s.handler = s.refuseOtherOrigins(s.handler)
	s.handler = s.admit(s.handler)
	s.handler = secure(s.handler)
	s.handler = s.observe(s.handler)
	return s, nil
}

// ServeHTTP implements [http.Handler]. [Server.Serve] adds the limits on time and
// connections.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve answers requests on the listener, which it closes, until ctx is done. Then
// searches end with what they have found, requests in progress are answered, and Serve
// returns nil.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := &http.Server{
		Handler:           s,
		MaxHeaderBytes:    s.Limits.HeaderBytes,
		ReadHeaderTimeout: s.Limits.HeaderTime,
		ReadTimeout:       s.Limits.HeaderTime + s.Limits.BodyTime, // of bodies that no handler reads
		WriteTimeout:      s.Limits.AnswerTime,
		IdleTimeout:       s.Limits.IdleTime,
		ConnContext:       func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) },
		ConnState:         s.watchConn,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelWarn),
	}
	limits := s.Limits
	if s.TrustProxy { // it connects for everybody
		limits.ConnectionsPerClient = limits.Connections
	}
	served := make(chan error, 1)
	go func() { served <- h.Serve(newLimitedListener(l, limits, s.metrics)) }()
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

func serveHealth(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte("ok\n")) // the client may have left
}

// Limits bounds what clients can make the server do. All fields must be set.
type Limits struct {
	HeaderBytes int           // of a request
	BodyBytes   int64         // of a request
	HeaderTime  time.Duration // from the first byte of a request to the end of its headers
	BodyTime    time.Duration // from there to the end of its body
	AnswerTime  time.Duration // from the end of the headers to the end of the answer
	IdleTime    time.Duration // between requests on a connection

	Connections int // at a time, not counting sockets
	// ConnectionsPerClient bounds the connections of one client; clients on the same
	// machine can have all.
	ConnectionsPerClient int
	Requests             int           // in progress at a time
	Searches             int           // at a time: each occupies a processor; one client can have half of them
	SearchWait           time.Duration // how long a search may wait for its turn
	PerClient            httpkit.Rate  // all requests of one client
	PerAsker             httpkit.Rate  // one client's requests to the API

	// ShutdownTime is how long answers in progress may take when the server shuts down.
	ShutdownTime time.Duration
}

// DefaultLimits returns limits that suit a small public server: people who load the
// page don't reach them, and programs wait for answers, not for the limits.
func DefaultLimits() Limits {
	return Limits{
		HeaderBytes:          16 << 10,
		BodyBytes:            256 << 10,
		HeaderTime:           5 * time.Second,
		BodyTime:             10 * time.Second,
		AnswerTime:           2 * time.Minute, // the engine over a slow line
		IdleTime:             time.Minute,
		Connections:          4096,
		ConnectionsPerClient: 256,
		Requests:             256,
		Searches:             max(2, runtime.GOMAXPROCS(0)),
		SearchWait:           2 * time.Second,
		PerClient:            httpkit.Rate{PerSecond: 50, Burst: 300},
		PerAsker:             httpkit.Rate{PerSecond: 20, Burst: 60},
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
		if r.URL.Path == embedPath || r.URL.Path == embedPath+".html" {
			h.Set("Content-Security-Policy", embedPolicy)
			h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		}
		if isOpen(r) {
			h.Add("Vary", "Cookie, Authorization")
			if r.Header.Get("Cookie") == "" && r.Header.Get("Authorization") == "" {
				h.Set("Access-Control-Allow-Origin", "*")
				h.Set("Cross-Origin-Resource-Policy", "cross-origin")
			}
		}
		next.ServeHTTP(w, r)
	})
}

// embedPath is the one page that other sites may show in a frame. Nothing on it can be
// clicked that would act on behalf of the visitor.
const embedPath = "/embed"

var embedPolicy = strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors *", 1)

// isOpen reports whether scripts of other sites may read an answer: those to reading
// operations for nobody in particular. An answer to an identified client is for that
// client alone, and streams are for the page and programs.
func isOpen(r *http.Request) bool {
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	return reads && (isAPI(r) && !isStream(r) || r.URL.Path == "/oembed")
}

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
	w.Header().Set("Cache-Control", "no-store")
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
