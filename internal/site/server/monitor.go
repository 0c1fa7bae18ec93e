package server

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"thera/internal/site/httpkit"
)

// Monitor returns the handler for operators, which is served at an address that only
// they reach: /metrics for Prometheus, /healthz, which says that the program runs, and
// /readyz, which says whether it can do its work. No flood of players' requests keeps it
// from answering.
func (s *Server) Monitor() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.metrics.handler())
	mux.HandleFunc("GET /healthz", serveHealth)
	mux.HandleFunc("GET /readyz", s.serveReady)
	return mux
}

// ServeMonitor serves [Server.Monitor] on the listener, which it closes, until ctx is
// done.
func (s *Server) ServeMonitor(ctx context.Context, l net.Listener) error {
	h := &http.Server{Handler: s.Monitor(), ReadTimeout: s.Limits.HeaderTime, WriteTimeout: monitorTime}
	defer context.AfterFunc(ctx, func() { _ = h.Close() })()
	err := h.Serve(l)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// monitorTime is the time limit of an answer to an operator.
const monitorTime = 10 * time.Second

// serveReady answers 503 while the server can't reach what it depends on.
func (s *Server) serveReady(w http.ResponseWriter, r *http.Request) {
	if err := s.ready.check(r.Context(), s.Ready); err != nil {
		httpkit.NewProblem(http.StatusServiceUnavailable, "not-ready", "%v", err).After(readyFor).Write(w)
		return
	}
	serveHealth(w, r)
}

// watchInterval is how long after it happened the log says that the database is gone.
const watchInterval = time.Second

// watchDatabase logs when the database can't be used, and when it can again. What needs it
// meanwhile says only what it could not do.
func watchDatabase(ctx context.Context, ready func(context.Context) error, log *slog.Logger) {
	var since time.Time // when it was last usable, if it isn't
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		asked, cancel := context.WithTimeout(ctx, readyTime)
		err := ready(asked)
		cancel()
		switch {
		case ctx.Err() != nil:
			return
		case err != nil && since.IsZero():
			since = time.Now()
			log.Warn("the database can't be used", "cause", err)
		case err == nil && !since.IsZero():
			log.Warn("the database can be used again", "seconds", time.Since(since).Seconds())
			since = time.Time{}
		}
	}
}

const (
	readyFor  = time.Second     // how long an answer is kept, however many ask
	readyTime = 2 * time.Second // after which what is asked counts as unreachable
)

// readiness keeps the last answer about what a server depends on.
type readiness struct {
	mu  sync.Mutex // held while it is asked
	at  time.Time
	err error
}

func (r *readiness) check(ctx context.Context, ask func(context.Context) error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ask == nil || time.Since(r.at) < readyFor {
		return r.err
	}
	// The answer is for others too, even if this client leaves.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readyTime)
	defer cancel()
	r.err = ask(ctx)
	r.at = time.Now()
	return r.err
}
