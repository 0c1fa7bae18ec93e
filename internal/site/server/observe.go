package server

import (
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"thera/internal/site/httpkit"
)

// observe counts and logs each request, and answers for handlers that panic.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		markHeard(r)
		r = r.WithContext(httpkit.WithClient(r.Context(), s.client(r)))
		began := time.Now()
		answer := &recordedWriter{ResponseWriter: w}
		if !isStream(r) {
			s.metrics.answering.Inc()
			defer s.metrics.answering.Dec()
		}
		s.recoverIn(next, answer, r)

		took := time.Since(began)
		route := r.Pattern // set by the mux
		if route == "" {
			route = "none" // refused earlier
		}
		s.metrics.answered(route, strconv.Itoa(answer.status()), took)
		s.Log.Log(r.Context(), level(answer.status()), "request", "method", r.Method, "path", r.URL.Path,
			"status", answer.status(), "bytes", answer.bytes, "seconds", took.Seconds(), "client", httpkit.Client(r.Context()))
	})
}

// level returns the log level of a request. Requests are many and counted by the
// metrics, so only those stand out that operators can do something about.
func level(status int) slog.Level {
	switch {
	case status == http.StatusServiceUnavailable, status == http.StatusTooManyRequests:
		return slog.LevelWarn
	case status >= 500:
		return slog.LevelError
	}
	return slog.LevelDebug
}

// recoverIn calls next. If it panics before it has begun to answer, the answer is a
// problem.
func (s *Server) recoverIn(next http.Handler, w *recordedWriter, r *http.Request) {
	defer func() {
		cause := recover()
		if cause == nil {
			return
		}
		if w.code != 0 {
			panic(cause) // aborts the answer
		}
		s.Log.Error("panic", "cause", cause, "path", r.URL.Path, "stack", string(debug.Stack()))
		writeProblem(w, http.StatusInternalServerError, "inside", "something went wrong inside")
	}()
	next.ServeHTTP(w, r)
}

// recordedWriter records the status and size of an answer.
type recordedWriter struct {
	http.ResponseWriter
	code  int // 0 until the answer begins
	bytes int64
}

func (a *recordedWriter) status() int { return max(a.code, http.StatusOK) }

func (a *recordedWriter) WriteHeader(code int) {
	if a.code == 0 {
		a.code = code
	}
	a.ResponseWriter.WriteHeader(code)
}

func (a *recordedWriter) Write(data []byte) (int, error) {
	if a.code == 0 {
		a.code = http.StatusOK
	}
	n, err := a.ResponseWriter.Write(data)
	a.bytes += int64(n)
	return n, err
}

// Unwrap lets [http.ResponseController] find what the answer is written to.
func (a *recordedWriter) Unwrap() http.ResponseWriter { return a.ResponseWriter }
