package queue

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"thera/internal/cluster/bus"
)

// queueMetrics reports the length of the queues, for scaling the workers.
type queueMetrics struct {
	bus       *bus.Bus
	version   string
	jobs, age *prometheus.Desc
}

// NewQueueMetrics returns the metrics of a version's queues.
func NewQueueMetrics(b *bus.Bus, version string) prometheus.Collector {
	return &queueMetrics{
		b, version,
		prometheus.NewDesc("thera_work_jobs", "Jobs in the queues, by urgency and by whether they wait or somebody works on them.", []string{"urgency", "state"}, nil),
		prometheus.NewDesc("thera_work_oldest_seconds", "For how long the oldest job has been in its queue, 0 for none, by urgency.", []string{"urgency"}, nil),
	}
}

// Describe implements [prometheus.Collector].
func (m *queueMetrics) Describe(c chan<- *prometheus.Desc) {
	c <- m.jobs
	c <- m.age
}

// Collect implements [prometheus.Collector]. It reports nothing while the bus
// is unavailable, and never creates queues.
func (m *queueMetrics) Collect(c chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	for _, urgency := range urgencies {
		l, err := m.bus.Length(ctx, queueName(m.version, urgency))
		if err != nil {
			return
		}
		c <- prometheus.MustNewConstMetric(m.jobs, prometheus.GaugeValue, float64(l.Waiting), urgency, "waiting")
		c <- prometheus.MustNewConstMetric(m.jobs, prometheus.GaugeValue, float64(l.Working), urgency, "working")
		c <- prometheus.MustNewConstMetric(m.age, prometheus.GaugeValue, l.Oldest.Seconds(), urgency)
	}
}
