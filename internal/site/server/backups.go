package server

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"thera/internal/site/account"
	"thera/internal/site/store"
)

// backups is the metric of the last backup, for an alert about one that is too old.
type backups struct{ store *store.Store }

var lastBackup = prometheus.NewDesc("thera_backup_timestamp_seconds",
	"When thera admin backup last succeeded, in seconds since 1970; 0 for never.", nil, nil)

// metricTime bounds how long the store can keep Prometheus waiting for all other metrics.
const metricTime = time.Second

// Describe implements [prometheus.Collector].
func (backups) Describe(to chan<- *prometheus.Desc) { to <- lastBackup }

// Collect implements [prometheus.Collector]. Without an answer of the store there is no
// value.
func (b backups) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), metricTime)
	defer cancel()
	if at, err := b.store.LastAct(ctx, account.ActBackup); err == nil {
		to <- prometheus.MustNewConstMetric(lastBackup, prometheus.GaugeValue, float64(at)/1000)
	}
}
