package server

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics has what /metrics reports. Labels take few values, none of which clients
// choose.
type metrics struct {
	registry  *prometheus.Registry
	requests  *prometheus.CounterVec   // by route and code
	seconds   *prometheus.HistogramVec // by route
	answering prometheus.Gauge
	refused   *prometheus.CounterVec // by reason
	searches  *prometheus.CounterVec // by question and game
	nodes     *prometheus.CounterVec // by question and game
	searching prometheus.Gauge
}

// reasons has the reasons of refusals.
var reasons = []string{"busy", "connections", "malformed", "origin", "rate", "size", "slow"}

func newMetrics() *metrics {
	question := []string{"question", "game"}
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thera_http_requests_total", Help: "Requests answered, by route and status code.",
		}, []string{"route", "code"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "thera_http_request_seconds", Help: "Time to answer a request, by route.",
			Buckets: []float64{.001, .005, .025, .1, .5, 1, 2.5, 5, 10, 30},
		}, []string{"route"}),
		answering: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "thera_http_requests_in_flight", Help: "Requests being answered.",
		}),
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
		m.requests, m.seconds, m.answering, m.refused, m.searches, m.nodes, m.searching,
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

// refuse counts a refusal.
func (m *metrics) refuse(reason string) { m.refused.WithLabelValues(reason).Inc() }

// searched counts a search.
func (m *metrics) searched(question, game string, nodes uint64) {
	m.searches.WithLabelValues(question, game).Inc()
	m.nodes.WithLabelValues(question, game).Add(float64(nodes))
}

// answered counts a request.
func (m *metrics) answered(route, code string, took time.Duration) {
	m.requests.WithLabelValues(route, code).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}
