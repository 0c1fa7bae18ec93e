package bus_test

import (
	"context"
	"net/url"
	"testing"
	"time"

	"thera/internal/cluster/bus"
)

// TestWorkerToken wants a worker to get its jobs, and nothing else.
func TestWorkerToken(t *testing.T) {
	node, err := bus.Open(t.Context(), bus.Config{
		Folder: t.TempDir(), Listen: "127.0.0.1:0", NodeToken: "for nodes", WorkerToken: "for workers",
	})
	if err != nil {
		t.Fatal(err)
	}
	defer node.Close() //nolint:errcheck // a test
	as := func(user, token string) (*bus.Bus, error) {
		u, err := url.Parse(node.Address())
		if err != nil {
			t.Fatal(err)
		}
		u.User = url.UserPassword(user, token)
		return bus.Open(t.Context(), bus.Config{URL: u.String()})
	}
	for _, wrong := range [][2]string{{bus.WorkerUser, "for nodes"}, {bus.NodeUser, "for workers"}, {"inside", ""}} {
		if b, err := as(wrong[0], wrong[1]); err == nil {
			t.Errorf("%q signs in with %q", wrong[0], wrong[1])
			_ = b.Close()
		}
	}
	worker, err := as(bus.WorkerUser, "for workers")
	if err != nil {
		t.Fatal(err)
	}
	defer worker.Close() //nolint:errcheck // a test
	const name = "work-test"
	theirs, err := node.Queue(t.Context(), name, bus.QueueConfig{})
	if err != nil {
		t.Fatal(err)
	}
	own, err := worker.Queue(t.Context(), name, bus.QueueConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := theirs.Put(t.Context(), "one", []byte("do it")); err != nil {
		t.Fatal(err)
	}
	job, err := bus.Pull(t.Context(), own)
	if err != nil || string(job.Data) != "do it" {
		t.Fatalf("%+v, %v", job, err)
	}
	if err := job.Done(t.Context()); err != nil {
		t.Error(err)
	}
	short, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := own.Put(short, "two", []byte("for others")); err == nil {
		t.Error("a worker puts jobs into the queue")
	}
	heard := make(chan bool, 2)
	for _, b := range []*bus.Bus{worker, node} {
		if _, err := b.Subscribe("game.1", func(bus.Message) { heard <- b == worker }); err != nil {
			t.Fatal(err)
		}
	}
	_ = worker.Publish("game.1", []byte("a lie"))
	_ = worker.Flush(t.Context())
	if err := node.Publish("game.1", []byte("a turn")); err != nil {
		t.Error(err)
	}
	if <-heard {
		t.Error("a worker listens to games")
	}
	select {
	case by := <-heard:
		t.Errorf("the turn is heard twice, by the worker: %t", by)
	case <-time.After(50 * time.Millisecond):
	}
}
