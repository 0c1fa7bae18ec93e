//go:build unix

package bus_test

import (
	"fmt"
	"sync"
	"syscall"
	"testing"
	"time"

	"thera/internal/cluster/bus"
	"thera/internal/site/store/storetest"
)

// BenchmarkQueue puts jobs into a queue of an external server, and pulls and
// finishes them with eight goroutines. It reports the processor time of all
// sides.
func BenchmarkQueue(b *testing.B) {
	s := storetest.StartBus(b, nil)
	c, err := bus.Open(b.Context(), bus.Config{URL: s.URL})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close() //nolint:errcheck // nothing is left to be sent
	q, err := c.Queue(b.Context(), "bench", bus.QueueConfig{})
	if err != nil {
		b.Fatal(err)
	}
	const hands = 8
	data := make([]byte, 300) // about a turn's
	before := processorTime(b)
	b.ResetTimer()
	var all sync.WaitGroup
	for hand := range hands {
		all.Go(func() {
			for n := hand; n < b.N; n += hands {
				if _, err := q.Put(b.Context(), fmt.Sprint("job", n), data); err != nil {
					b.Error(err)
					return
				}
				job, err := bus.Pull(b.Context(), q)
				if err == nil {
					err = job.Done(b.Context())
				}
				if err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
	b.ReportMetric(float64((processorTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/job")
}

func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
