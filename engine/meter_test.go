package engine_test

import (
	"context"
	"fmt"
	"math"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"thera/engine"
)

func ExampleMeter() {
	m := engine.StartMeter(context.Background(), engine.Limits{Nodes: 1000}, nil)
	count := m.Counter()
	visited := 0
	for !count.Visit() || !count.Poll() {
		visited++
	}
	fmt.Println(visited, "visited,", m.Nodes(), "counted")
	// Output:
	// 1000 visited, 1001 counted
}

// visit has a worker visit nodes that take so long each, until it has to stop.
func visit(count *engine.Counter, long time.Duration) {
	for !count.Visit() || !count.Poll() {
		time.Sleep(long)
	}
}

// TestNodes wants limits of nodes to be kept exactly by one worker, however
// long nodes take.
func TestNodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, limit := range []uint64{1, 2, 511, 512, 513, 3_000} {
			for _, long := range []time.Duration{time.Nanosecond, time.Millisecond, time.Minute} {
				m := engine.StartMeter(t.Context(), engine.Limits{Nodes: limit}, nil)
				if left := m.NodesLeft(); left != limit+1 {
					t.Errorf("%d nodes left of %d, want one more", left, limit)
				}
				count := m.Counter()
				visit(&count, long)
				if count.Nodes != limit+1 || m.Nodes() != limit+1 || m.NodesLeft() != 1 || !m.Expired() || !m.Stopped() {
					t.Errorf("%d of %d nodes counted, %d left, expired %v, stopped %v",
						m.Nodes(), limit, m.NodesLeft(), m.Expired(), m.Stopped())
				}
			}
		}
	})
}

// TestPolls visits nodes of one length and then of another. A worker polls every 5 to 10
// ms, but at least every MaxPollInterval nodes and at most at each.
func TestPolls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lengths := []time.Duration{
			time.Microsecond, 100 * time.Microsecond, 400 * time.Microsecond,
			time.Millisecond, 3 * time.Millisecond, 7 * time.Millisecond, time.Minute,
		}
		for _, first := range lengths {
			for _, then := range lengths {
				count := engine.StartMeter(t.Context(), engine.Limits{}, nil).Counter()
				for _, long := range []time.Duration{first, then} {
					last, interval := count.Nodes, uint64(0)
					for range 5_000 {
						time.Sleep(long)
						due := count.Visit()
						if due != count.Due() {
							t.Fatalf("node %d: a poll is due %t, and then %t", count.Nodes, due, count.Due())
						}
						if due {
							interval, last = count.Nodes-last, count.Nodes
							count.Poll()
						}
					}
					took := long * time.Duration(interval)
					tooSoon := took < 5*time.Millisecond && interval < engine.MaxPollInterval
					tooLate := took > 10*time.Millisecond && interval > 1
					if interval == 0 || interval > engine.MaxPollInterval || tooSoon || tooLate {
						t.Errorf("nodes of %s, then %s: polled every %d nodes of %s", first, then, interval, long)
					}
				}
			}
		}
	})
}

// TestWorkers wants several workers to exceed a limit by no more than they may.
func TestWorkers(t *testing.T) {
	const limit, workers = 100_000, 4
	m := engine.StartMeter(t.Context(), engine.Limits{Nodes: limit}, nil)
	var all sync.WaitGroup
	var counts [workers]engine.Counter
	for i := range counts {
		counts[i] = m.Counter()
		all.Go(func() { visit(&counts[i], 0) })
	}
	all.Wait()
	sum := uint64(0)
	for i := range counts {
		sum += counts[i].Nodes
	}
	if n := m.Nodes(); n != sum || n <= limit || n > limit+workers*engine.MaxPollInterval {
		t.Errorf("%d nodes, and %d by the workers, want %d to %d", n, sum, limit, limit+workers*engine.MaxPollInterval)
	}
}

// TestTime wants every end but that of the nodes to be seen within 20 ms, even
// where nodes take long, and within one node where they take longer than that.
func TestTime(t *testing.T) {
	const limit = time.Second
	for name, begin := range map[string]func(ctx context.Context) *engine.Meter{
		"time": func(ctx context.Context) *engine.Meter {
			return engine.StartMeter(ctx, engine.Limits{Time: limit}, nil)
		},
		"context": func(ctx context.Context) *engine.Meter {
			ctx, cancel := context.WithTimeout(ctx, limit)
			time.AfterFunc(2*limit, cancel)
			return engine.StartMeter(ctx, engine.Limits{}, nil)
		},
		"stop": func(ctx context.Context) *engine.Meter {
			m := engine.StartMeter(ctx, engine.Limits{}, nil)
			time.AfterFunc(limit, m.Stop)
			return m
		},
		"ponder": func(ctx context.Context) *engine.Meter {
			ponder := make(chan struct{})
			time.AfterFunc(limit/2, func() { close(ponder) })
			return engine.StartMeter(ctx, engine.Limits{Time: limit / 2}, ponder)
		},
	} {
		for _, long := range []time.Duration{20 * time.Microsecond, 100 * time.Microsecond, 7 * time.Millisecond, 300 * time.Millisecond} {
			synctest.Test(t, func(t *testing.T) {
				m := begin(t.Context())
				count := m.Counter()
				visit(&count, long)
				if took := m.Time(); took < limit || took > limit+max(20*time.Millisecond, long) {
					t.Errorf("%s: nodes of %v took %v, want %v", name, long, took, limit)
				}
				if m.Expired() == (name == "stop") {
					t.Errorf("%s: expired %v", name, m.Expired())
				}
				time.Sleep(2 * limit)
			})
		}
	}
}

// TestPonder wants no time to count before the opponent has played.
func TestPonder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ponder := make(chan struct{})
		m := engine.StartMeter(t.Context(), engine.Limits{Time: time.Minute}, ponder)
		time.Sleep(time.Hour)
		if m.Count(1) || m.HasSpent(time.Nanosecond) {
			t.Error("late while it ponders")
		}
		close(ponder)
		if m.Count(1) {
			t.Error("late when the opponent has just played")
		}
		time.Sleep(30 * time.Second)
		if m.Count(1) || !m.HasSpent(30*time.Second) || m.HasSpent(31*time.Second) || m.HasSpent(0) {
			t.Error("half of the time is not what 30 s of a minute are taken for")
		}
		time.Sleep(30 * time.Second)
		if !m.Count(1) || m.Nodes() != 4 {
			t.Errorf("not late after a minute, or %d nodes instead of 4", m.Nodes())
		}
	})
}

// TestEndedBefore wants a search to stop with its first node when there is
// nothing left to begin with, unless it still ponders.
func TestEndedBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	hit := make(chan struct{})
	close(hit)
	spent := engine.Limits{Time: -1}
	for name, test := range map[string]struct {
		meter *engine.Meter
		stop  bool
	}{
		"context":       {engine.StartMeter(ctx, engine.Limits{}, nil), true},
		"time":          {engine.StartMeter(t.Context(), spent, nil), true},
		"time, hit":     {engine.StartMeter(t.Context(), spent, hit), true},
		"time, ponders": {engine.StartMeter(t.Context(), spent, make(chan struct{})), false},
	} {
		count := test.meter.Counter()
		if count.Visit(); count.Poll() != test.stop {
			t.Errorf("%s: stops after a node: %t", name, !test.stop)
		}
	}
}

// TestResume checks that a stopped search can continue until its limit.
func TestResume(t *testing.T) {
	m := engine.StartMeter(t.Context(), engine.Limits{Nodes: 5_000}, nil)
	count := m.Counter()
	for range 2_000 {
		if count.Visit() && count.Poll() {
			t.Fatal("stopped by nobody")
		}
	}
	m.Stop()
	visit(&count, 0)
	if n := count.Nodes; m.Expired() || n > 2_000+engine.MaxPollInterval {
		t.Fatalf("stopped at %d nodes, expired %v", n, m.Expired())
	}
	m.Resume()
	visit(&count, 0)
	if !m.Expired() || count.Nodes != 5_001 {
		t.Errorf("stopped at %d nodes, want 5001", count.Nodes)
	}
}

// TestReport wants progress to be reported every second, with all nodes.
func TestReport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := engine.StartMeter(t.Context(), engine.Limits{Time: 4500 * time.Millisecond}, nil)
		time.Sleep(time.Second)
		var times []time.Duration
		m.Report(func() { times = append(times, m.Time().Round(100*time.Millisecond)) })
		count := m.Counter()
		visit(&count, time.Millisecond)
		if fmt.Sprint(times) != "[2s 3s 4s]" {
			t.Errorf("reports after %v, want 2, 3 and 4 s", times)
		}
		if m.Nodes() != count.Nodes || count.Total() != count.Nodes {
			t.Errorf("%d nodes told of %d", m.Nodes(), count.Nodes)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		m := engine.StartMeter(t.Context(), engine.Limits{}, nil)
		var times []time.Duration
		m.Report(func() { times = append(times, m.Time()) })
		for range 6 {
			time.Sleep(time.Second / 2)
			m.Count(1)
		}
		if fmt.Sprint(times) != "[1s 2s 3s]" {
			t.Errorf("reports after %v, want 1, 2 and 3 s", times)
		}
	})
}

// TestTell wants totals to have what others have told of, and one's own nodes.
func TestTell(t *testing.T) {
	m := engine.StartMeter(t.Context(), engine.Limits{}, nil)
	one, other := m.Counter(), m.Counter()
	one.Nodes += 10
	other.Nodes += 100
	if !one.Due() || one.Total() != 10 || m.Nodes() != 0 {
		t.Errorf("%d nodes in all and %d told of, want 10 and none", one.Total(), m.Nodes())
	}
	other.Flush()
	if one.Total() != 110 || other.Total() != 100 || m.Nodes() != 100 {
		t.Errorf("%d and %d nodes in all, %d told of, want 110, 100, 100", one.Total(), other.Total(), m.Nodes())
	}
	if m.NodesLeft() != math.MaxUint64 {
		t.Errorf("%d nodes left without a limit", m.NodesLeft())
	}
}
