package load

import (
	"slices"
	"sync"
	"time"
)

type meter struct {
	mu   sync.Mutex
	took []time.Duration
}

func (m *meter) add(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.took = append(m.took, d)
}

func (m *meter) count() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.took)
}

func (m *meter) reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.took = nil
}

// percentile returns a percentile in milliseconds; 0 if there is nothing.
func (m *meter) percentile(percent int) float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.took) == 0 {
		return 0
	}
	slices.Sort(m.took)
	at := (len(m.took)*percent+99)/100 - 1 // the nearest rank
	return float64(m.took[max(at, 0)].Microseconds()) / 1000
}
