package store_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// BenchmarkAcknowledge sends turns of many games at a fixed rate and reports
// how long their acknowledgments take. An iteration is a turn.
func BenchmarkAcknowledge(b *testing.B) {
	for _, kind := range []struct {
		name    string
		address func(testing.TB) string
	}{{"sqlite", storetest.SQLite}, {"postgres", storetest.Postgres}} {
		for _, rate := range []int{200, 1000, 5000} {
			b.Run(fmt.Sprintf("%s/%d", kind.name, rate), func(b *testing.B) {
				acknowledge(b, open(b, kind.address(b)), rate)
			})
		}
	}
}

func acknowledge(b *testing.B, s *store.Store, rate int) {
	const games = 500
	numbers := make([]int, games)
	for n := range games {
		begin(b, s, id(n), 0, setupOf(b, false, "ann", "bob"))
		numbers[n] = 1
	}
	var mu sync.Mutex
	var took []time.Duration
	var all sync.WaitGroup
	free := make([]sync.Mutex, games)
	start := time.Now()
	b.ResetTimer()
	for turn := range b.N {
		time.Sleep(time.Until(start.Add(time.Duration(turn) * time.Second / time.Duration(rate))))
		all.Go(func() {
			n := turn % games
			free[n].Lock()
			defer free[n].Unlock()
			numbers[n]++
			e := play.Event{Number: numbers[n], At: 1_700_000_000_000, Kind: play.Turned, Seat: 1 + turn%2, Ply: numbers[n], Turn: "d1-d7(g7)", Clocks: []play.Millis{300_000, 300_000}}
			sent := time.Now()
			err := s.Append(b.Context(), play.Batch{Game: id(n), Events: []play.Event{e}, Ply: numbers[n], Turn: 1, Deadline: 1})
			d := time.Since(sent)
			if err != nil {
				b.Error(err)
			}
			mu.Lock()
			took = append(took, d)
			mu.Unlock()
		})
	}
	all.Wait()
	b.StopTimer()
	slices.Sort(took)
	for _, percent := range []int{50, 99} {
		b.ReportMetric(float64(took[(len(took)-1)*percent/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", percent))
	}
	b.ReportMetric(float64(b.N)/time.Since(start).Seconds(), "turns/s")
}
