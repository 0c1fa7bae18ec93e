package queue

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"thera/internal/cluster/bus"
	"thera/internal/site/store/storetest"
)

// withJob returns a dispatcher with a job.
func withJob(urgency Urgency) (*Dispatcher, *pending) {
	d := &Dispatcher{
		DispatcherConfig: DispatcherConfig{HeartbeatInterval: time.Hour, Log: slog.New(slog.DiscardHandler)},
		jobs:             map[string]*pending{}, workers: map[string]*workerState{},
	}
	p := &pending{Job: Job{Urgency: urgency}, id: "d-1", key: "key", excluded: map[string]bool{}, answer: make(chan Answer, 1), fail: make(chan error, 1)}
	d.jobs[p.id] = p
	return d, p
}

// TestClaims wants a dispatcher to believe only the worker that has pulled a job, has
// claimed it last and may do it.
func TestClaims(t *testing.T) {
	ann, bob, trusted := sender{bus.WorkerSubject, "ann"}, sender{bus.WorkerSubject, "bob"}, sender{bus.TrustedSubject, "cid"}
	answered := func(p *pending) string {
		select {
		case a := <-p.answer:
			return a.Worker
		default:
			return ""
		}
	}
	type step struct {
		hear        func(*Dispatcher, sender, note) reply
		from        sender
		worker, key string
	}
	claims := func(from sender) step { return step{(*Dispatcher).onClaim, from, "w", "key"} }
	answers := func(from sender) step { return step{(*Dispatcher).onAnswer, from, "w", "key"} }
	for name, test := range map[string]struct {
		urgency Urgency
		steps   []step
		want    reply // to the last
		by      string
	}{
		"claimant":             {Soon, []step{claims(ann), answers(ann)}, replyContinue, "ann/w"},
		"no claim":             {Soon, []step{answers(ann)}, replySuperseded, ""},
		"no key":               {Soon, []step{{(*Dispatcher).onClaim, bob, "w", ""}}, replyDrop, ""},
		"answer without key":   {Soon, []step{claims(ann), {(*Dispatcher).onAnswer, ann, "w", "guess"}}, replyDrop, ""},
		"under another's name": {Soon, []step{claims(ann), {(*Dispatcher).onAnswer, bob, "ann/w", "key"}}, replySuperseded, ""},
		"another worker of the same user": {
			Soon, []step{claims(ann), {(*Dispatcher).onAnswer, ann, "other", "key"}}, replySuperseded, "",
		},
		"replaced":  {Soon, []step{claims(ann), claims(bob), answers(ann)}, replySuperseded, ""},
		"replacing": {Soon, []step{claims(ann), claims(bob), answers(bob)}, replyContinue, "bob/w"},
		"heartbeat of the replaced": {
			Soon, []step{claims(ann), claims(bob), {(*Dispatcher).onHeartbeat, ann, "w", "key"}}, replySuperseded, "",
		},
		"twice":               {Soon, []step{claims(ann), answers(ann), answers(ann)}, replyDrop, "ann/w"},
		"reserved":            {Reserved, []step{claims(ann)}, replyDrop, ""},
		"reserved, answered":  {Reserved, []step{answers(ann)}, replyDrop, ""},
		"reserved to trusted": {Reserved, []step{claims(trusted), answers(trusted)}, replyContinue, "cid/w"},
	} {
		d, p := withJob(test.urgency)
		var got reply
		for _, s := range test.steps {
			got = s.hear(d, s.from, note{Worker: s.worker, Job: p.id, Key: s.key, Output: []byte("right")})
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
		if by := answered(p); by != test.by {
			t.Errorf("%s: answered by %q, want %q", name, by, test.by)
		}
	}
}

// TestClaimAfterFailure wants a job that has failed at a worker to be for another one, as
// long as there is one that may do it.
func TestClaimAfterFailure(t *testing.T) {
	ann := sender{bus.TrustedSubject, "ann"}
	const other = "bob/w"
	for name, test := range map[string]struct {
		urgency Urgency
		change  func(*Dispatcher, *pending) // after the failure
		want    reply
	}{
		"another is there":      {Soon, func(*Dispatcher, *pending) {}, replyReturn},
		"it has died":           {Soon, func(d *Dispatcher, _ *pending) { d.workers[other].lastSeen = time.Time{} }, replyContinue},
		"it is excluded":        {Soon, func(d *Dispatcher, _ *pending) { d.Exclude(other) }, replyContinue},
		"it may not recheck":    {Soon, func(_ *Dispatcher, p *pending) { p.excluded[other] = true }, replyContinue},
		"it is not trusted":     {Reserved, func(*Dispatcher, *pending) {}, replyContinue},
		"it has become trusted": {Reserved, func(d *Dispatcher, _ *pending) { d.workers[other].IsTrusted = true }, replyReturn},
	} {
		d, p := withJob(test.urgency)
		d.worker(other).lastSeen = time.Now()
		say := func(hear func(sender, note) reply, text string) reply {
			return hear(ann, note{Worker: "w", Job: p.id, Key: p.key, Error: text})
		}
		_ = say(d.onClaim, "")
		_ = say(d.onAnswer, "no space left")
		if got := say(d.onAnswer, "no space left"); got != replyDrop || len(p.fail) != 1 {
			t.Errorf("%s: the failure is repeated: %q, %d failures; want %q, one", name, got, len(p.fail), replyDrop)
		}
		test.change(d, p)
		d.reassignID(p) // as Ask does
		if got := say(d.onClaim, ""); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// TestSender wants the sender of a note to be the one that the subject names.
func TestSender(t *testing.T) {
	for _, s := range []sender{{bus.WorkerSubject, "ann"}, {bus.TrustedSubject, "bob"}} {
		if got := senderOf(subject(s, "d0", claimSubject)); got != s || got.isTrusted() != (s.user == "bob") {
			t.Errorf("%+v, want %+v", got, s)
		}
	}
}

// TestCrowdOfWorkers bounds what workers can make a dispatcher remember.
func TestCrowdOfWorkers(t *testing.T) {
	d := &Dispatcher{DispatcherConfig: DispatcherConfig{HeartbeatInterval: time.Hour, Version: "v"}, workers: map[string]*workerState{}}
	ann := sender{bus.WorkerSubject, "ann"}
	for n := range 2 * maxWorkers {
		d.onPresence(ann, encode(presence{strconv.Itoa(n), "v", 1 << 30}))
	}
	all := d.Workers()
	if len(all) != maxWorkers || all[0].Slots != maxSlots {
		t.Errorf("%d workers, the first with %d slots", len(all), all[0].Slots)
	}
	for _, w := range d.workers {
		w.lastSeen = time.Time{}
	}
	d.onPresence(ann, encode(presence{"new", "v", 1}))
	if all := d.Workers(); len(d.workers) != 1 || len(all) != 1 {
		t.Errorf("%d workers are remembered, want the one that is there", len(d.workers))
	}
}

// TestLostProgress has the last partial result of a job sent again if the first note with it
// was lost.
func TestLostProgress(t *testing.T) {
	b := storetest.OpenBus(t, "")
	all, err := queues(t.Context(), b, "test", time.Hour)
	if err == nil {
		_, err = all[Soon].Put(t.Context(), "1", nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	job, err := bus.Pull(t.Context(), all[Soon])
	if err != nil {
		t.Fatal(err)
	}
	var lost atomic.Bool
	heard := make(chan struct{}, 100)
	stop, err := b.Answer(subject(sender{bus.WorkerSubject, "worker"}, "desk", heartbeatSubject), func(_ context.Context, m bus.Message) ([]byte, error) {
		var n note
		if err := json.Unmarshal(m.Data, &n); err != nil || n.Progress == nil {
			return []byte(replyContinue), err
		}
		if !lost.Swap(true) {
			return nil, errors.New("nobody has heard it")
		}
		select {
		case heard <- struct{}{}:
		default:
		}
		return []byte(replyContinue), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	a := &assignment{Worker: NewWorker(WorkerConfig{Bus: b, HeartbeatInterval: 20 * time.Millisecond}), job: job, partial: make(chan struct{}, 1)}
	a.Dispatcher = "desk"
	ctx, cancel := context.WithCancelCause(t.Context())
	var beating sync.WaitGroup
	beating.Go(func() { a.heartbeat(ctx, cancel) })
	a.noteProgress(Progress{Done: 0.5, Part: []byte("1")})
	select {
	case <-heard:
	case <-time.After(time.Minute):
		t.Error("the partial result is not sent again")
	}
	cancel(nil)
	beating.Wait()
}

// The panic of a job is its error, and its stack is in the log.
func TestPanicIsLogged(t *testing.T) {
	var log bytes.Buffer
	faulty := func(context.Context, *Task) ([]byte, error) { panic("a fault") }
	_, err := runKind(t.Context(), slog.New(slog.NewTextHandler(&log, nil)), "faulty", faulty, &Task{})
	if err == nil || err.Error() != "panic: a fault" || !strings.Contains(log.String(), "msg=panic kind=faulty cause=") || !strings.Contains(log.String(), "TestPanicIsLogged") {
		t.Errorf("%v, logged %q", err, log.String())
	}
}
