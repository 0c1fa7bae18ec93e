package analysis

import "github.com/prometheus/client_golang/prometheus"

type metrics struct {
	running  prometheus.Gauge
	ended    *prometheus.CounterVec // by how
	disowned prometheus.Counter
}

func newMetrics() *metrics {
	return &metrics{
		running: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "thera_analyses_running", Help: "Analyses of games in progress for this program.",
		}),
		ended: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thera_analyses_total", Help: "Analyses of games that have ended: done, failed, or left to another program.",
		}, []string{"end"}),
		disowned: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "thera_analyses_wrong_total", Help: "Workers whose analyses were deleted because one was wrong.",
		}),
	}
}

// Describe implements [prometheus.Collector].
func (a *API) Describe(c chan<- *prometheus.Desc) {
	a.metrics.running.Describe(c)
	a.metrics.ended.Describe(c)
	a.metrics.disowned.Describe(c)
}

// Collect implements [prometheus.Collector].
func (a *API) Collect(c chan<- prometheus.Metric) {
	a.metrics.running.Collect(c)
	a.metrics.ended.Collect(c)
	a.metrics.disowned.Collect(c)
}
