package queue_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"thera/game/gametest"
	"thera/internal/cluster/bus"
	"thera/internal/cluster/queue"
	"thera/internal/site/store/storetest"
)

// beat is such that a machine can be busy for a second before a worker is taken for
// dead.
const beat = 200 * time.Millisecond

// office is a bus with a dispatcher, and workers that come and go.
type office struct {
	t          *testing.T
	bus        *bus.Bus
	dispatcher *queue.Dispatcher
	beat       time.Duration
}

// kinds are those of all workers that are honest.
func kinds() map[string]queue.Kind {
	return map[string]queue.Kind{
		"square": func(_ context.Context, t *queue.Task) ([]byte, error) {
			var n int
			if err := json.Unmarshal(t.Input, &n); err != nil {
				return nil, err
			}
			return []byte(strconv.Itoa(n * n)), nil
		},
		"wait": func(ctx context.Context, t *queue.Task) ([]byte, error) {
			t.Report(0.5, "half")
			<-ctx.Done()
			return nil, ctx.Err()
		},
		"panic": func(context.Context, *queue.Task) ([]byte, error) { panic("of no use") },
		"length": func(ctx context.Context, t *queue.Task) ([]byte, error) {
			var hash string
			if err := json.Unmarshal(t.Input, &hash); err != nil {
				return nil, err
			}
			file, err := t.File(ctx, hash)
			return []byte(strconv.Itoa(len(file))), err
		},
	}
}

func open(t *testing.T) *office {
	t.Helper()
	return openBeating(t, beat)
}

// openBeating is open for workers with another heartbeat.
func openBeating(t *testing.T, beat time.Duration) *office {
	t.Helper()
	b, err := bus.Open(t.Context(), bus.Config{Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	dispatcher, err := queue.OpenDispatcher(t.Context(), queue.DispatcherConfig{Bus: b, Kinds: kinds(), Version: "test", HeartbeatInterval: beat})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(dispatcher.Close)
	return &office{t, b, dispatcher, beat}
}

// hire starts a worker on a connection of its own. stop stops it and returns
// how it ended; kill first cuts it off from the bus.
func (o *office) hire(kinds map[string]queue.Kind) (w *queue.Worker, stop func() error, kill func()) {
	o.t.Helper()
	return o.hireAs(kinds, "worker", false)
}

// hireAs is hire for a worker with a user's token.
func (o *office) hireAs(kinds map[string]queue.Kind, user string, trusted bool) (w *queue.Worker, stop func() error, kill func()) {
	o.t.Helper()
	b, err := bus.Open(o.t.Context(), bus.Config{URL: o.bus.Address()})
	for end := time.Now().Add(time.Minute); err != nil; b, err = bus.Open(o.t.Context(), bus.Config{URL: o.bus.Address()}) {
		if time.Now().After(end) { // the server may be too busy to greet it
			o.t.Fatal(err)
		}
	}
	w = queue.NewWorker(queue.WorkerConfig{Bus: b, Kinds: kinds, Version: "test", Name: "test", User: user, IsTrusted: trusted, HeartbeatInterval: o.beat})
	ctx, cancel := context.WithCancel(o.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	var once sync.Once
	leave := func() error { return nil }
	stop = func() (err error) {
		once.Do(func() {
			cancel()
			err = <-ended
			_ = leave()
			_ = b.Close()
		})
		return err
	}
	kill = func() {
		once.Do(func() {
			_ = b.Close()
			cancel()
			<-ended //nolint:errcheck // whatever it says, it is gone
		})
	}
	o.t.Cleanup(func() { _ = stop() })
	return w, stop, kill
}

func square(n int) queue.Job {
	return queue.Job{Kind: "square", Input: json.RawMessage(strconv.Itoa(n)), Urgency: queue.Later}
}

func TestAsk(t *testing.T) {
	o := open(t)
	w, _, _ := o.hire(kinds())
	a, err := o.dispatcher.Ask(t.Context(), square(7))
	if err != nil || string(a.Output) != "49" || a.Worker != w.Name() {
		t.Errorf("%q by %q, %v", a.Output, a.Worker, err)
	}
	file := make([]byte, 1_300_000)
	input, _ := json.Marshal(o.dispatcher.Offer(file))
	if a, err := o.dispatcher.Ask(t.Context(), queue.Job{Kind: "length", Input: input}); err != nil || string(a.Output) != "1300000" {
		t.Errorf("a file comes over with %q bytes, %v", a.Output, err)
	}
	for _, test := range []struct{ kind, input, want string }{
		{"square", `"seven"`, "cannot unmarshal string"},
		{"cube", `7`, "cube"},
		{"panic", `7`, "of no use"},
	} {
		_, err := o.dispatcher.Ask(t.Context(), queue.Job{Kind: test.kind, Input: json.RawMessage(test.input)})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s of %s: error %v, want one with %q", test.kind, test.input, err, test.want)
		}
	}
}

// TestLimit wants a job that takes too long to be an error that says so.
func TestLimit(t *testing.T) {
	o := open(t)
	o.hire(kinds())
	_, err := o.dispatcher.Ask(t.Context(), queue.Job{Kind: "wait", Input: json.RawMessage("0"), Limit: beat})
	if err == nil || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("error %v", err)
	}
}

// TestUrgent checks that a job for which a person waits is done while all slots
// are busy, and that jobs end when they are no longer wanted.
func TestUrgent(t *testing.T) {
	o := open(t)
	w, _, _ := o.hire(kinds())
	ctx, cancel := context.WithCancel(t.Context())
	reported := make(chan queue.Progress, 100) // more than once, should it be begun again
	waited := make(chan error, 1)
	go func() {
		_, err := o.dispatcher.Ask(ctx, queue.Job{
			Kind: "wait", Input: json.RawMessage("0"), Urgency: queue.Later,
			Report: func(p queue.Progress) { reported <- p },
		})
		waited <- err
	}()
	if p := <-reported; p.Done != 0.5 || string(p.Part) != `"half"` {
		t.Errorf("%+v is reported", p)
	}
	urgent := square(3)
	urgent.Urgency = queue.Now
	if a, err := o.dispatcher.Ask(t.Context(), urgent); err != nil || string(a.Output) != "9" {
		t.Errorf("%q, %v", a.Output, err)
	}
	cancel()
	if err := <-waited; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	storetest.Until(t, "the job that nobody wants ends", func() bool { return w.ActiveJobs() == 0 })
}

// TestPart has a partial result reported before the next heartbeat.
func TestPart(t *testing.T) {
	o := openBeating(t, time.Hour)
	o.hire(kinds())
	ctx, cancel := context.WithCancel(t.Context())
	reported := make(chan queue.Progress, 1)
	waited := make(chan error, 1)
	go func() {
		_, err := o.dispatcher.Ask(ctx, queue.Job{Kind: "wait", Input: json.RawMessage("0"), Report: func(p queue.Progress) { reported <- p }})
		waited <- err
	}()
	select {
	case p := <-reported:
		if string(p.Part) != `"half"` {
			t.Errorf("%+v is reported", p)
		}
	case <-time.After(time.Minute):
		t.Error("nothing is reported")
	}
	cancel()
	if err := <-waited; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestClose closes dispatchers while they put their jobs into the queues again, which is no
// failure.
func TestClose(t *testing.T) {
	o := open(t)
	var log bytes.Buffer
	for n := range 40 {
		d, err := queue.OpenDispatcher(t.Context(), queue.DispatcherConfig{
			Bus: o.bus, Version: "test", HeartbeatInterval: time.Millisecond, Log: slog.New(slog.NewTextHandler(&log, nil)),
		})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(15*time.Millisecond + time.Duration(n)*50*time.Microsecond)
		d.Close()
	}
	if log.Len() > 0 { // nobody writes any more
		t.Error(log.String())
	}
}

// TestReserved gives reserved jobs to trusted workers only, and other jobs to all.
func TestReserved(t *testing.T) {
	o := open(t)
	o.hireAs(kinds(), "ann", false)
	trusted, _, _ := o.hireAs(kinds(), "bob", true)
	for n := range 20 {
		job := square(n)
		job.Urgency = queue.Reserved
		if a, err := o.dispatcher.Ask(t.Context(), job); err != nil || a.Worker != trusted.Name() {
			t.Errorf("answered by %q, %v", a.Worker, err)
		}
	}
	storetest.Until(t, "both are known", func() bool {
		all := o.dispatcher.Workers()
		return len(all) == 2 && !all[0].IsTrusted && all[1].IsTrusted
	})
}

// TestHandover wants a job to be done by a second worker when the first one is
// stopped, and when it is cut off.
func TestHandover(t *testing.T) {
	for _, killed := range []bool{false, true} {
		o := open(t)
		stuck := kinds()
		begun := make(chan bool, 100)
		stuck["square"] = func(ctx context.Context, _ *queue.Task) ([]byte, error) {
			begun <- true
			<-ctx.Done()
			return nil, ctx.Err()
		}
		_, stop, kill := o.hire(stuck)
		answers := make(chan string, 1)
		go func() {
			a, err := o.dispatcher.Ask(t.Context(), square(5))
			answers <- fmt.Sprintf("%s %v", a.Output, err)
		}()
		<-begun
		o.hire(kinds())
		if killed {
			kill()
		} else if err := stop(); err != nil {
			t.Error(err)
		}
		if a := <-answers; a != "25 <nil>" {
			t.Error(a)
		}
	}
}

// TestBusRestarted has the bus lose all jobs.
func TestBusRestarted(t *testing.T) {
	address := storetest.Address(t)
	first, err := bus.Open(t.Context(), bus.Config{Listen: address})
	if err != nil {
		t.Fatal(err)
	}
	b, err := bus.Open(t.Context(), bus.Config{URL: first.Address()})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close() //nolint:errcheck // a test
	dispatcher, err := queue.OpenDispatcher(t.Context(), queue.DispatcherConfig{Bus: b, Kinds: kinds(), Version: "test", HeartbeatInterval: beat})
	if err != nil {
		t.Fatal(err)
	}
	defer dispatcher.Close()
	answers := make(chan string, 1)
	go func() {
		a, err := dispatcher.Ask(t.Context(), square(6))
		answers <- fmt.Sprintf("%s %v", a.Output, err)
	}()
	time.Sleep(2 * beat)
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	again, err := bus.Open(t.Context(), bus.Config{Listen: address})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close() //nolint:errcheck // a test
	(&office{t, again, dispatcher, beat}).hire(kinds())
	if a := <-answers; a != "36 <nil>" {
		t.Error(a)
	}
}

// TestDroppedJob has a job leave its queue, as if a worker had dropped it because it could
// not reach the dispatcher: another worker gets it all the same.
func TestDroppedJob(t *testing.T) {
	o := open(t)
	answers := make(chan string, 1)
	go func() {
		a, err := o.dispatcher.Ask(t.Context(), square(8))
		answers <- fmt.Sprintf("%s %v", a.Output, err)
	}()
	job, err := bus.Pull(t.Context(), o.dispatcher.Queue(queue.Later))
	if err == nil {
		err = job.Drop()
	}
	if err != nil {
		t.Fatal(err)
	}
	o.hire(kinds())
	select {
	case a := <-answers:
		if a != "64 <nil>" {
			t.Error(a)
		}
	case <-time.After(time.Minute):
		t.Error("nobody does the job")
	}
}

func (o *office) squares(n int) queue.Batch {
	return queue.Batch{Dispatcher: o.dispatcher, Jobs: n, Job: square}
}

func wantSquares(t *testing.T, outputs [][]byte, n int) {
	t.Helper()
	if len(outputs) != n {
		t.Fatalf("%d outputs, want %d", len(outputs), n)
	}
	for i, output := range outputs {
		if string(output) != strconv.Itoa(i*i) {
			t.Errorf("output %d is %q", i, output)
		}
	}
}

// TestKills has workers cut off at random while they do a batch, of which nothing is done
// before that.
func TestKills(t *testing.T) {
	o := open(t)
	jobs := 60
	if gametest.Long() {
		jobs = 1000
	}
	var kills atomic.Int64
	slow := after(func() bool { return kills.Load() > 0 })
	plain := slow["square"]
	slow["square"] = func(ctx context.Context, task *queue.Task) ([]byte, error) {
		select {
		case <-time.After(beat / 5):
		case <-ctx.Done():
		}
		return plain(ctx, task)
	}
	var killers sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	for i := range 3 {
		rng := rand.New(rand.NewPCG(1, uint64(i)))
		killers.Go(func() {
			for ctx.Err() == nil {
				_, _, kill := o.hire(slow)
				time.Sleep(time.Duration(rng.IntN(int(8 * beat))))
				kill()
				kills.Add(1)
			}
		})
	}
	o.hire(slow)
	b := o.squares(jobs)
	once := map[int]int{}
	b.Journal, b.Title = filepath.Join(t.TempDir(), "journal"), "squares"
	outputs, err := b.Run(t.Context())
	cancel()
	killers.Wait()
	if err != nil {
		t.Fatal(err)
	}
	wantSquares(t, outputs, jobs)
	text, err := os.ReadFile(b.Journal)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var e struct{ Job *int }
		if json.Unmarshal([]byte(line), &e) == nil && e.Job != nil {
			once[*e.Job]++
		}
	}
	for i := range jobs {
		if once[i] != 1 {
			t.Errorf("job %d has %d results", i, once[i])
		}
	}
	t.Logf("%d workers killed", kills.Load())
}

// after returns kinds that wait until something has happened, so that one
// worker cannot do all jobs before another one has any.
func after(happened func() bool) map[string]queue.Kind {
	all := kinds()
	plain := all["square"]
	all["square"] = func(ctx context.Context, task *queue.Task) ([]byte, error) {
		for !happened() && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		return plain(ctx, task)
	}
	return all
}

// TestLiar has a worker that is wrong now and then, beside an honest one, or
// alone.
func TestLiar(t *testing.T) {
	for _, honest := range []bool{true, false} {
		o := open(t)
		liars := kinds()
		plain := liars["square"]
		var calls, lies atomic.Int64
		liars["square"] = func(ctx context.Context, task *queue.Task) ([]byte, error) {
			output, err := plain(ctx, task)
			if calls.Add(1)%3 == 1 {
				lies.Add(1)
				output = append(output, '0')
			}
			return output, err
		}
		liar, stop, _ := o.hire(liars)
		if honest {
			o.hire(after(func() bool { return lies.Load() > 0 }))
		}
		b := o.squares(100)
		b.RecheckRate = 4
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		defer cancel()
		if !honest {
			b.Progress = func(s queue.Status) {
				if s.Excluded == 1 {
					o.hire(kinds())
					b.Progress = nil
				}
			}
		}
		outputs, err := b.Run(ctx)
		if err != nil {
			t.Fatal(err)
		}
		wantSquares(t, outputs, 100)
		if !o.dispatcher.IsExcluded(liar.Name()) {
			t.Errorf("the liar is not put out, after %d lies", lies.Load())
		}
		storetest.Until(t, "the liar leaves", func() bool { return liar.ActiveJobs() == 0 })
		if err := stop(); err != nil && !errors.Is(err, queue.ErrExcluded) {
			t.Error(err)
		}
	}
}

// TestChecked has a worker with visibly wrong outputs.
func TestChecked(t *testing.T) {
	o := open(t)
	liars := kinds()
	var lied atomic.Bool
	liars["square"] = func(context.Context, *queue.Task) ([]byte, error) {
		lied.Store(true)
		return []byte("0"), nil
	}
	liar, _, _ := o.hire(liars)
	o.hire(after(lied.Load))
	b := o.squares(30)
	b.Check = func(i int, output []byte) error {
		if string(output) != strconv.Itoa(i*i) {
			return errors.New("no square")
		}
		return nil
	}
	outputs, err := b.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	wantSquares(t, outputs, 30)
	if !o.dispatcher.IsExcluded(liar.Name()) {
		t.Error("the liar is not put out")
	}
}

// TestJournal interrupts a batch and continues it.
func TestJournal(t *testing.T) {
	o := open(t)
	o.hire(kinds())
	b := o.squares(40)
	b.Journal, b.Title = filepath.Join(t.TempDir(), "journal"), "squares"
	ctx, cancel := context.WithCancel(t.Context())
	b.Progress = func(s queue.Status) {
		if s.Done == 10 {
			cancel()
		}
	}
	if _, err := b.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	file, err := os.OpenFile(b.Journal, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = file.WriteString(`{"job":39,"outp`)
	}
	if err != nil || file.Close() != nil {
		t.Fatal(err)
	}
	least := 0
	b.Progress = func(s queue.Status) {
		if least == 0 {
			least = s.Done
		}
	}
	outputs, err := b.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	wantSquares(t, outputs, 40)
	if least <= 10 {
		t.Errorf("it goes on with %d results, want more than 10", least)
	}
	b.Title = "cubes"
	if _, err := b.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "squares") {
		t.Errorf("another batch on the same journal: %v", err)
	}
	b.Title = "squares"
	b.Jobs = 30 // the journal has more
	if outputs, err = b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantSquares(t, outputs, 30)
	for _, job := range []string{"-1", "4000000000"} {
		if err := os.WriteFile(b.Journal, []byte("squares\n{\"job\":"+job+",\"output\":\"MQ==\"}\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "line 2: ") || !strings.Contains(err.Error(), "want 0 to 4194303") {
			t.Errorf("job %s: %v", job, err)
		}
	}
}

// TestExclusionIsResumed continues a batch whose journal excludes a worker that is still
// there.
func TestExclusionIsResumed(t *testing.T) {
	o := open(t)
	liars := kinds()
	var lies atomic.Int64
	liars["square"] = func(context.Context, *queue.Task) ([]byte, error) {
		lies.Add(1)
		return []byte("0"), nil
	}
	liar, _, _ := o.hire(liars)
	o.hire(kinds())
	b := o.squares(10)
	b.Journal, b.Title = filepath.Join(t.TempDir(), "journal"), "squares"
	if err := os.WriteFile(b.Journal, fmt.Appendf(nil, "squares\n{\"job\":0,\"out\":%q}\n", liar.Name()), 0o666); err != nil {
		t.Fatal(err)
	}
	outputs, err := b.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	wantSquares(t, outputs, 10)
	if n := lies.Load(); n > 0 || !o.dispatcher.IsExcluded(liar.Name()) {
		t.Errorf("the liar still gets jobs: %d lies", n)
	}
}

// TestEnough ends a batch without a number of jobs.
func TestEnough(t *testing.T) {
	o := open(t)
	o.hire(kinds())
	b := o.squares(0)
	b.Enough = func(first [][]byte) bool { return len(first) > 0 && len(first[len(first)-1]) > 2 }
	outputs, err := b.Run(t.Context())
	if err != nil || len(outputs) < 11 {
		t.Fatalf("%d outputs, %v", len(outputs), err)
	}
	wantSquares(t, outputs, len(outputs))
}

// TestSkip does only some jobs of a batch.
func TestSkip(t *testing.T) {
	o := open(t)
	o.hire(kinds())
	b := o.squares(4)
	b.Skip = func(i int) bool { return i%2 == 0 }
	outputs, err := b.Run(t.Context())
	if err != nil || len(outputs) != 4 || string(bytes.Join(outputs, []byte(","))) != ",1,,9" {
		t.Errorf("%q, %v; want 1 and 9", outputs, err)
	}
}
