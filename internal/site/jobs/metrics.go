package jobs

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"thera/internal/cluster/bus"
	"thera/internal/cluster/queue"
)

// Metrics has the metrics of a worker and of the queues, for Prometheus.
type Metrics struct {
	jobs    *prometheus.CounterVec
	seconds *prometheus.HistogramVec
	queues  prometheus.Collector
}

// NewMetrics returns the metrics of a worker on a bus, and of the queues that hold jobs
// for workers of a version.
func NewMetrics(b *bus.Bus, version string) *Metrics {
	m := &Metrics{
		jobs: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thera_worker_jobs_total", Help: "Jobs of this worker, by kind and how they ended.",
		}, []string{"kind", "end"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "thera_worker_job_seconds", Help: "Time for a job, by kind.", Buckets: prometheus.ExponentialBuckets(.01, 4, 8),
		}, []string{"kind"}),
		queues: queue.NewQueueMetrics(b, version),
	}
	for kind := range Kinds() {
		for _, end := range []string{queue.Answered, queue.Failed, queue.Dropped} {
			m.jobs.WithLabelValues(kind, end) // starts at 0
		}
		m.seconds.WithLabelValues(kind)
	}
	return m
}

// Finished counts a job.
func (m *Metrics) Finished(kind, end string, took time.Duration) {
	m.jobs.WithLabelValues(kind, end).Inc()
	m.seconds.WithLabelValues(kind).Observe(took.Seconds())
}

// Describe implements [prometheus.Collector].
func (m *Metrics) Describe(c chan<- *prometheus.Desc) {
	m.jobs.Describe(c)
	m.seconds.Describe(c)
	m.queues.Describe(c)
}

// Collect implements [prometheus.Collector].
func (m *Metrics) Collect(c chan<- prometheus.Metric) {
	m.jobs.Collect(c)
	m.seconds.Collect(c)
	m.queues.Collect(c)
}
