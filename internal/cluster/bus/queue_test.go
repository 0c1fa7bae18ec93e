package bus_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"thera/internal/cluster/bus"
	"thera/internal/site/store/storetest"
)

func queue(t *testing.T, b *bus.Bus, name string, c bus.QueueConfig) *bus.Queue {
	t.Helper()
	q, err := b.Queue(t.Context(), name, c)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func put(t *testing.T, q *bus.Queue, id string, want bool) {
	t.Helper()
	if fresh, err := q.Put(t.Context(), id, []byte("data of "+id)); err != nil || fresh != want {
		t.Fatalf("put %q: %t, %v, want %t", id, fresh, err, want)
	}
}

func pull(t *testing.T, want string, try int, queues ...*bus.Queue) *bus.Job {
	t.Helper()
	job, err := bus.Pull(t.Context(), queues...)
	if err != nil || job.ID != want || job.Try != try || string(job.Data) != "data of "+want {
		t.Fatalf("%+v, %v, want try %d of %q", job, err, try, want)
	}
	return job
}

// seen waits until the server would deliver n jobs.
func seen(t *testing.T, q *bus.Queue, want uint64) {
	t.Helper()
	for range 12000 {
		switch n, err := q.Seen(t.Context()); {
		case err != nil:
			t.Fatal(err)
		case n == want:
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("after a minute the server does not see %d jobs", want)
}

// none waits a little for a job that must not come.
func none(t *testing.T, q *bus.Queue) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if job, err := bus.Pull(ctx, q); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("%+v, %v, want nothing", job, err)
	}
}

func TestQueue(t *testing.T) {
	each(t, func(t *testing.T, c bus.Config) {
		b := open(t, c)
		q := queue(t, b, "analysis", bus.QueueConfig{})
		urgent := queue(t, b, "urgent", bus.QueueConfig{MaxJobs: 1})
		put(t, q, "one", true)
		put(t, q, "two", true)
		put(t, q, "one", false)
		put(t, urgent, "now", true)
		if _, err := urgent.Put(t.Context(), "more", nil); !errors.Is(err, bus.ErrFull) {
			t.Errorf("a full queue: %v", err)
		}
		seen(t, urgent, 1)
		now := pull(t, "now", 1, urgent, q)
		one := pull(t, "one", 1, urgent, q)
		if l, err := q.Length(t.Context()); err != nil || l.Waiting != 1 || l.Working != 1 || l.Oldest <= 0 {
			t.Errorf("%+v, %v", l, err)
		}
		if err := errors.Join(now.Done(t.Context()), one.Extend(), one.Retry(0)); err != nil {
			t.Fatal(err)
		}
		// What is given back at once may come before or after what waits.
		first, err := bus.Pull(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		second, err := bus.Pull(t.Context(), q)
		if err != nil || first.Try+second.Try != 3 {
			t.Fatalf("%+v and %+v, %v", first, second, err)
		}
		put(t, q, "one", false) // not yet done
		if err := errors.Join(first.Done(t.Context()), second.Drop()); err != nil {
			t.Fatal(err)
		}
		none(t, q)
		// What has left the queue, done or dropped, may be put again.
		for _, id := range []string{"one", "two"} {
			put(t, q, id, true)
			if err := q.Remove(t.Context(), id); err != nil {
				t.Fatal(err)
			}
		}
		put(t, q, "three", true)
		if err := q.Remove(t.Context(), "three"); err != nil {
			t.Fatal(err)
		}
		none(t, q)
	})
}

// Programs that start at the same time make a queue once, and do not update it.
func TestQueueIsMadeOnce(t *testing.T) {
	server := storetest.StartBus(t, nil)
	ear, err := nats.Connect(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer ear.Close()
	updates, err := ear.SubscribeSync("$JS.EVENT.ADVISORY.STREAM.UPDATED.>")
	if err == nil {
		err = ear.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	var programs sync.WaitGroup
	for range 8 {
		b := open(t, bus.Config{URL: server.URL})
		programs.Go(func() {
			if _, err := b.Queue(t.Context(), "analysis", bus.QueueConfig{}); err != nil {
				t.Error(err)
			}
		})
	}
	programs.Wait()
	queue(t, open(t, bus.Config{URL: server.URL}), "analysis", bus.QueueConfig{MaxJobs: 1})
	if _, err := updates.NextMsg(time.Minute); err != nil {
		t.Fatal("another capacity:", err)
	}
	if more, _, err := updates.Pending(); more > 0 || err != nil {
		t.Errorf("%d more updates, %v", more, err)
	}
}

// A silent worker loses its job to somebody else; one that extends the deadline
// keeps it.
func TestDeadline(t *testing.T) {
	b := open(t, bus.Config{})
	// A machine may be too busy to be heard of within a short deadline.
	for try, deadline := range []time.Duration{300 * time.Millisecond, 3 * time.Second, 30 * time.Second} {
		q := queue(t, b, fmt.Sprint("analysis", try), bus.QueueConfig{Deadline: deadline})
		put(t, q, "one", true)
		if keeps(t, q, deadline) {
			return
		}
	}
	t.Error("who works on a job loses it")
}

// keeps pulls a job, and reports whether it is kept by extending its deadline,
// and is delivered to somebody else, once, after that stops.
func keeps(t *testing.T, q *bus.Queue, deadline time.Duration) bool {
	t.Helper()
	job := pull(t, "one", 1, q)
	for began := time.Now(); time.Since(began) < 2*deadline; time.Sleep(deadline / 10) {
		if err := job.Extend(); err != nil {
			t.Fatal(err)
		}
		l, err := q.Length(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if l.Working != 1 {
			return false
		}
	}
	again, err := bus.Pull(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Done(t.Context()); err != nil {
		t.Fatal(err)
	}
	l, err := q.Length(t.Context())
	return err == nil && again.Try == 2 && l == (bus.Length{})
}

// A waiting program hears of a job at once.
func TestBell(t *testing.T) {
	defer bus.Patient()()
	b := open(t, bus.Config{})
	q := queue(t, b, "analysis", bus.QueueConfig{})
	looked := make(chan struct{})
	look := sync.OnceFunc(func() { close(looked) })
	if _, err := b.Subscribe("_INBOX.>", func(bus.Message) { look() }); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	pulled := make(chan error, 1)
	go func() {
		_, err := bus.Pull(ctx, q)
		pulled <- err
	}()
	<-looked // the queue is empty, and the server knew before who waits for the bell
	put(t, q, "one", true)
	if err := <-pulled; err != nil {
		t.Error(err)
	}
}

// Jobs survive a restart of the server, and each is done once.
func TestJobsOutliveServer(t *testing.T) {
	s := storetest.StartBus(t, nil)
	b := open(t, bus.Config{URL: s.URL})
	q := queue(t, b, "analysis", bus.QueueConfig{})
	const jobs = 100
	for i := range jobs {
		put(t, q, fmt.Sprint(i), true)
	}
	s.Restart()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var mu sync.Mutex
	done := map[string]int{}
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(func() {
			for {
				job, err := bus.Pull(ctx, q)
				if err != nil {
					return
				}
				if err := job.Done(ctx); err != nil {
					t.Error(err)
				}
				mu.Lock()
				if done[job.ID]++; len(done) == jobs {
					cancel()
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	for id, n := range done {
		if n != 1 {
			t.Errorf("job %s is done %d times", id, n)
		}
	}
	if len(done) != jobs {
		t.Errorf("%d jobs are done, want %d", len(done), jobs)
	}
}

// Asking for the length of a queue does not create it.
func TestLength(t *testing.T) {
	b := open(t, bus.Config{})
	if l, err := b.Length(t.Context(), "analysis", bus.QueueConfig{}); err != nil || l != (bus.Length{}) || b.Made(t.Context(), "analysis") {
		t.Errorf("before there is one: %+v, %v", l, err)
	}
	q := queue(t, b, "analysis", bus.QueueConfig{})
	put(t, q, "one", true)
	if l, err := b.Length(t.Context(), "analysis", bus.QueueConfig{}); err != nil || l.Waiting != 1 || l.Working != 0 || l.Oldest <= 0 {
		t.Errorf("with a job: %+v, %v", l, err)
	}
	if l, err := b.Length(t.Context(), "no such/name", bus.QueueConfig{}); err == nil {
		t.Errorf("a name that is none: %+v", l)
	}
}
