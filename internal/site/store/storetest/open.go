package storetest

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"thera/internal/catalog"
	"thera/internal/cluster/bus"
	"thera/internal/site/ownership"
	"thera/internal/site/room"
	"thera/internal/site/store"
)

// Open opens the store at an address until the test ends.
func Open(t testing.TB, address string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Serve returns what runs functions on a store, with a context of theirs, until stop is called
// or the test ends. Then they end, and the store is closed: what is left of a bubble would end
// the test binary.
func Serve(t testing.TB, s *store.Store) (ctx context.Context, run func(...func(context.Context)), stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	run = func(all ...func(context.Context)) {
		for _, each := range all {
			running.Go(func() { each(ctx) })
		}
	}
	stop = sync.OnceFunc(func() {
		cancel()
		running.Wait()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return ctx, run, stop
}

// House opens the rooms of a store. They do nothing by themselves until the test runs them.
func House(t testing.TB, s *store.Store) *room.House {
	t.Helper()
	heartbeat, err := room.NewHeartbeat(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return room.NewHouse(room.Config{Rules: catalog.Rules, Log: s, Heartbeat: heartbeat}, s)
}

// OpenBus opens a bus until the test ends, over the server at a URL or, without one, over
// a server of its own. Closing it earlier does no harm.
func OpenBus(t testing.TB, url string) *bus.Bus {
	t.Helper()
	b, err := bus.Open(t.Context(), bus.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// Join adds a node to those that serve a store. Its lease is long: a node that can't renew
// it in time on a busy machine is not to be taken for dead.
func Join(t testing.TB, s *store.Store, b *bus.Bus) *ownership.Node {
	t.Helper()
	n, err := ownership.New(t.Context(), ownership.Config{Store: s, Bus: b, Log: slog.New(slog.DiscardHandler), Lease: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
