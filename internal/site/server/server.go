package server

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/prometheus/client_golang/prometheus"

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
	// Parts add operations of their own to the API. Parts that are Prometheus
	// collectors are added to the metrics, like Collectors.
	Parts      []Part
	Collectors []prometheus.Collector
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
		ConnContext:       withConn,
		ConnState:         s.watchConn,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelWarn),
	}
	served := make(chan error, 1)
	go func() { served <- h.Serve(newLimitedListener(l, s.connectionLimits(), s.metrics)) }()
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

// connectionLimits are the limits for connections. A proxy connects for everybody.
func (s *Server) connectionLimits() Limits {
	limits := s.Limits
	if s.TrustProxy {
		limits.ConnectionsPerClient = limits.Connections
	}
	return limits
}

func serveHealth(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte("ok\n")) // the client may have left
}
