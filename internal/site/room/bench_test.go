package room_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"thera/amazons"
	"thera/game"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// BenchmarkRoom reports the memory of a live game of Amazons with two connected
// players after forty turns. An iteration is a game.
func BenchmarkRoom(b *testing.B) {
	h, stop := house(b, storetest.SQLite(b))
	before := memory()
	b.ResetTimer()
	var watchers sync.WaitGroup
	ctx, cancel := context.WithCancel(b.Context())
	for n := range b.N {
		r := forty(b, h, fmt.Sprint("game", n), "10+5")
		for seat := range 2 {
			watchers.Go(func() {
				for _, err := range r.Watch(ctx, 0, seat+1) {
					if err != nil {
						return
					}
				}
			})
		}
	}
	b.StopTimer()
	b.ReportMetric(float64(memory()-before)/float64(b.N), "B/room")
	cancel()
	watchers.Wait()
	stop()
}

// BenchmarkColdStart reports how long a program with many correspondence games
// takes to be usable. An iteration is a game.
func BenchmarkColdStart(b *testing.B) {
	address := storetest.SQLite(b)
	h, stop := house(b, address)
	var all sync.WaitGroup
	for part := range 64 {
		all.Go(func() {
			for n := part; n < b.N; n += 64 {
				if err := h.Begin(b.Context(), fmt.Sprint("game", n), amazonsSetup(b, "3d")); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	stop()
	b.ResetTimer()
	start := time.Now()
	h, stop = house(b, address)
	_, leave, err := h.Enter(b.Context(), "game0")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(time.Since(start).Microseconds())/1000, "start-ms")
	leave()
	stop()
}

func amazonsSetup(b *testing.B, control string) play.Setup {
	b.Helper()
	s := setup()
	s.Game, s.Variant = "amazons", ""
	var err error
	if s.Control, err = play.ParseControl(control); err != nil {
		b.Fatal(err)
	}
	return s
}

func house(b *testing.B, address string) (h *room.House, stop func()) {
	b.Helper()
	s, err := store.Open(b.Context(), address)
	if err != nil {
		b.Fatal(err)
	}
	pulse, err := room.NewHeartbeat(b.Context(), s)
	if err != nil {
		b.Fatal(err)
	}
	rules := func(string) (game.Game, error) { return amazons.Rules(), nil }
	h = room.NewHouse(room.Config{Rules: rules, Log: s, Heartbeat: pulse}, s)
	ctx, cancel := context.WithCancel(b.Context())
	var running sync.WaitGroup
	running.Go(func() { h.Run(ctx) })
	return h, func() {
		cancel()
		running.Wait()
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	}
}

// forty returns a room in which forty turns have been played.
func forty(b *testing.B, h *room.House, id, control string) *room.Room {
	b.Helper()
	if err := h.Begin(b.Context(), id, amazonsSetup(b, control)); err != nil {
		b.Fatal(err)
	}
	r, _, err := h.Enter(b.Context(), id)
	if err != nil {
		b.Fatal(err)
	}
	for s := r.State(); s.Ply() < 40; {
		turn := play.Turn{Seat: s.Position().Turn(), Ply: s.Ply() + 1, Text: string(s.Position().Moves()[0])}
		if s, err = r.Do(b.Context(), turn); err != nil {
			b.Fatal(err)
		}
	}
	return r
}

// memory returns what the program has of the system for heap and stacks.
func memory() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}
