package analysis

import "github.com/prometheus/client_golang/prometheus"

// metrics are what is counted of analyses.
type metrics struct {
	running  prometheus.Gauge
	ended    *prometheus.CounterVec // by how
	disowned prometheus.Counter
}

func newMetrics() *metrics {
	return &metrics{
		running: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "thera_analyses_running", Help: "Analyses of games that this program has done by workers now.",
		}),
		ended: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thera_analyses_total", Help: "Analyses of games that have ended: done, failed, or left to another program.",
		}, []string{"end"}),
		disowned: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "thera_analyses_wrong_total", Help: "Workers whose analyses were thrown away, since one was wrong.",
		}),
	}
}

// Describe implements [prometheus.Collector].
func (s *API) Describe(c chan<- *prometheus.Desc) {
	s.metrics.running.Describe(c)
	s.metrics.ended.Describe(c)
	s.metrics.disowned.Describe(c)
}

// Collect implements [prometheus.Collector].
func (s *API) Collect(c chan<- prometheus.Metric) {
	s.metrics.running.Collect(c)
	s.metrics.ended.Collect(c)
	s.metrics.disowned.Collect(c)
}
