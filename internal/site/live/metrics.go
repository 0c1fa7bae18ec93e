package live

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics counts what happens in games. Labels take few values, none of which clients
// choose.
type metrics struct {
	orders  *prometheus.CounterVec // by order and result
	seconds prometheus.Histogram   // from an order to its answer, if it was carried out
	streams *prometheus.GaugeVec   // by kind
	games   prometheus.GaugeFunc
	decided prometheus.GaugeFunc
}

func newMetrics(s *API) *metrics {
	return &metrics{
		orders: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thera_orders_total", Help: "Players' orders in games, by order and result: done, or the reason for refusing it.",
		}, []string{"order", "result"}),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "thera_order_seconds", Help: "Time until an order is carried out and stored.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1, 10},
		}),
		streams: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "thera_streams_open", Help: "Open streams and sockets.",
		}, []string{"kind"}),
		games: prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "thera_games_followed", Help: "Games that somebody follows.",
		}, func() float64 {
			s.mu.Lock()
			defer s.mu.Unlock()
			return float64(len(s.tables))
		}),
		decided: prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "thera_games_decided", Help: "Games in progress that this node decides.",
		}, func() float64 { return float64(s.House.OwnedGames()) }),
	}
}

func (m *metrics) all() []prometheus.Collector {
	return []prometheus.Collector{m.orders, m.seconds, m.streams, m.games, m.decided}
}

// Describe implements [prometheus.Collector].
func (s *API) Describe(to chan<- *prometheus.Desc) {
	for _, c := range s.metrics.all() {
		c.Describe(to)
	}
}

// Collect implements [prometheus.Collector].
func (s *API) Collect(to chan<- prometheus.Metric) {
	for _, c := range s.metrics.all() {
		c.Collect(to)
	}
}

// ordered counts an order.
func (m *metrics) ordered(do, result string, took time.Duration) {
	m.orders.WithLabelValues(do, result).Inc()
	if result == done {
		m.seconds.Observe(took.Seconds())
	}
}

// done is the result of an order that was carried out.
const done = "done"

// opened counts a connection; closed counts its end.
func (m *metrics) opened(kind string) (closed func()) {
	gauge := m.streams.WithLabelValues(kind)
	gauge.Inc()
	return gauge.Dec
}
