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

// Config is what a server is made of.
type Config struct {
	// Games are what the API answers questions about.
	Games []catalog.Entry
	// Page holds the files of the web page, index.html at the root. nil means
	// that it has not been built; the server says so in its place.
	Page fs.FS
	// Log gets a line for each request and for what goes wrong inside.
	Log    *slog.Logger
	Limits Limits
	// TrustProxy takes the address of a client from what the nearest proxy
	// has put last into X-Forwarded-For. Without a proxy that sets it, clients
	// could give themselves any address.
	TrustProxy bool
	// TrustLocal sets no limits to how often and how much clients on the same
	// machine ask that come directly. Whoever has a proxy there that does not
	// say that it is one must not set it.
	TrustLocal bool
	// Parts add operations of their own to the API. Those that are collectors
	// of Prometheus are among the metrics.
	Parts []Part
}

// Part is a part of the service that has operations in the API.
type Part interface {
	Register(api huma.API)
}

// Server answers HTTP requests. It is made by [New].
type Server struct {
	Config
	handler  http.Handler
	metrics  *metrics
	requests chan struct{}    // a slot for each request at a time
	searches *slots           // for each search at a time
	clients  *httpkit.Limiter // of all requests
	askers   *httpkit.Limiter // of those to the API
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

	// From the innermost layer to the outermost.
	s.handler = s.readBody(mux)
	s.handler = s.refuseOtherOrigins(s.handler)
	s.handler = s.admit(s.handler)
	s.handler = secure(s.handler)
	s.handler = s.observe(s.handler)
	return s, nil
}

// ServeHTTP implements [http.Handler]. The limits on time and connections are
// the business of [Server.Serve].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve answers requests on the listener, which it closes, until ctx is done.
// Then searches end with what they have found, requests under way are
// answered, and nil is returned.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := &http.Server{
		Handler:           s,
		MaxHeaderBytes:    s.Limits.HeaderBytes,
		ReadHeaderTimeout: s.Limits.HeaderTime,
		ReadTimeout:       s.Limits.HeaderTime + s.Limits.BodyTime, // of bodies that nobody wants
		WriteTimeout:      s.Limits.AnswerTime,
		IdleTimeout:       s.Limits.IdleTime,
		ConnContext:       withConn,
		ConnState:         s.watchConn,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelWarn),
	}
	served := make(chan error, 1)
	go func() { served <- h.Serve(newDoor(l, s.doorLimits(), s.metrics)) }()
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
		err = h.Close() // clients too slow for their answers
	}
	if failed := <-served; !errors.Is(failed, http.ErrServerClosed) {
		err = errors.Join(err, failed)
	}
	return err
}

// doorLimits are the limits for who connects. A proxy comes for everybody.
func (s *Server) doorLimits() Limits {
	limits := s.Limits
	if s.TrustProxy {
		limits.ConnectionsPerClient = limits.Connections
	}
	return limits
}

func serveHealth(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte("ok\n")) // whoever asked may be gone
}
