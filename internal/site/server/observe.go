package server

import (
	"cmp"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
)

// observe gives each request an ID, and tells the metrics and the log how it was
// answered.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		markHeard(r)
		request := &httpkit.Request{ID: httpkit.NewRequestID(), Client: s.client(r), HTTP: r}
		r = r.WithContext(httpkit.WithRequest(r.Context(), request))
		w.Header().Set(httpkit.RequestIDHeader, request.ID)
		began := time.Now()
		answer := &recordedWriter{ResponseWriter: w}
		s.recoverIn(next, answer, r)

		took := time.Since(began)
		operation := "none" // refused before it was known
		if request.Operation != nil {
			operation = request.Operation.ID
		}
		if request.Refused != "" {
			s.metrics.refuse(request.Refused)
		}
		s.metrics.requests.WithLabelValues(operation, strconv.Itoa(answer.status())).Inc()
		if request.Operation == nil || !request.Operation.Lasts() { // how long clients listen says nothing
			s.metrics.seconds.WithLabelValues(operation).Observe(took.Seconds())
		}
		// Paths and queries can have secrets in them, such as invitations.
		s.Log.LogAttrs(r.Context(), httpkit.Severity(answer.status()), "request",
			slog.String("method", r.Method), slog.Int("status", answer.status()), slog.Int64("bytes", answer.bytes),
			slog.Float64("seconds", took.Seconds()), slog.String("client", request.Client))
	})
}

func (s *Server) recoverIn(next http.Handler, w *recordedWriter, r *http.Request) {
	defer func() {
		cause := recover()
		if cause == nil {
			return
		}
		if w.code != 0 {
			panic(cause) // aborts the answer
		}
		s.Log.ErrorContext(r.Context(), "panic", "cause", cause, "stack", string(debug.Stack()))
		writeProblem(w, http.StatusInternalServerError, "inside", "something went wrong inside")
	}()
	next.ServeHTTP(w, r)
}

type recordedWriter struct {
	http.ResponseWriter
	code  int // 0 until the answer begins
	bytes int64
}

func (a *recordedWriter) status() int { return cmp.Or(a.code, http.StatusOK) }

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

// metrics has what /metrics reports. Labels take few values, none of which clients
// choose.
type metrics struct {
	registry  *prometheus.Registry
	requests  *prometheus.CounterVec   // by operation and code
	seconds   *prometheus.HistogramVec // by operation
	refused   *prometheus.CounterVec   // by reason
	searches  *prometheus.CounterVec   // by question and game
	nodes     *prometheus.CounterVec   // by question and game
	searching prometheus.Gauge
}

var reasons = []string{"busy", "connections", "host", "malformed", "origin", "rate", "share", "size", "slow", "streams"}

func newMetrics(kit *account.Kit) *metrics {
	question := []string{"question", "game"}
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thera_http_requests_total", Help: "Requests answered, by operation and status code.",
		}, []string{"operation", "code"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "thera_http_request_seconds", Help: "Time to answer a request, by operation, except streams and sockets.",
			Buckets: []float64{.001, .005, .025, .1, .5, 1, 2.5, 5, 10, 30},
		}, []string{"operation"}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thera_refused_total", Help: "Requests and connections turned away or cut off, by reason.",
		}, []string{"reason"}),
		searches: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thera_searches_total", Help: "Searches done, by question and game.",
		}, question),
		nodes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thera_search_nodes_total", Help: "Positions searched, by question and game.",
		}, question),
		searching: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "thera_searches_in_flight", Help: "Searches being done.",
		}),
	}
	m.registry.MustRegister(
		m.requests, m.seconds, m.refused, m.searches, m.nodes, m.searching, busy{kit},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	for _, reason := range reasons {
		m.refused.WithLabelValues(reason) // from 0 on
	}
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

func (m *metrics) refuse(reason string) { m.refused.WithLabelValues(reason).Inc() }

func (m *metrics) searched(question, game string, nodes uint64) {
	m.searches.WithLabelValues(question, game).Inc()
	m.nodes.WithLabelValues(question, game).Add(float64(nodes))
}

// busy collects what the kit is doing.
type busy struct{ kit *account.Kit }

var (
	busyDesc   = prometheus.NewDesc("thera_http_requests_in_flight", "Requests that hold a slot, by class of operations.", []string{"class"}, nil)
	streamDesc = prometheus.NewDesc("thera_http_streams_in_flight", "Streams and sockets of all operations.", nil, nil)
)

// Describe implements [prometheus.Collector].
func (b busy) Describe(to chan<- *prometheus.Desc) {
	to <- busyDesc
	to <- streamDesc
}

// Collect implements [prometheus.Collector].
func (b busy) Collect(to chan<- prometheus.Metric) {
	for c := range b.kit.Limits.Slots {
		to <- prometheus.MustNewConstMetric(busyDesc, prometheus.GaugeValue, float64(b.kit.Busy(c)), c.String())
	}
	to <- prometheus.MustNewConstMetric(streamDesc, prometheus.GaugeValue, float64(b.kit.Streams()))
}
