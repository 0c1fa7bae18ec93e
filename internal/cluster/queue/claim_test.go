package queue

import (
	"log/slog"
	"strconv"
	"testing"
	"time"

	"thera/internal/cluster/bus"
)

// TestClaims wants a dispatcher to believe only the worker that has pulled a job, has
// claimed it last and may do it.
func TestClaims(t *testing.T) {
	ann, bob, trusted := sender{bus.WorkerSubject, "ann"}, sender{bus.WorkerSubject, "bob"}, sender{bus.TrustedSubject, "cid"}
	open := func(urgency Urgency) (*Dispatcher, *pending, note) {
		d := &Dispatcher{
			DispatcherConfig: DispatcherConfig{HeartbeatInterval: time.Hour, Log: slog.New(slog.DiscardHandler)},
			jobs:             map[string]*pending{}, workers: map[string]*workerState{},
		}
		p := &pending{Job: Job{Urgency: urgency}, id: "d-1", key: "key", excluded: map[string]bool{}, answer: make(chan Answer, 1), fail: make(chan error, 1)}
		d.jobs[p.id] = p
		return d, p, note{Worker: "w", Job: p.id, Key: p.key, Output: []byte("right")}
	}
	answered := func(p *pending) string {
		select {
		case a := <-p.answer:
			return a.Worker
		default:
			return ""
		}
	}
	with := func(n note, worker, key string) note {
		n.Worker, n.Key = worker, key
		return n
	}
	for name, test := range map[string]struct {
		urgency Urgency
		do      func(d *Dispatcher, n note) reply
		want    reply
		by      string
	}{
		"claimant": {Soon, func(d *Dispatcher, n note) reply { d.onClaim(ann, n); return d.onAnswer(ann, n) }, replyContinue, "ann/w"},
		"no claim": {Soon, func(d *Dispatcher, n note) reply { return d.onAnswer(ann, n) }, replySuperseded, ""},
		"no key":   {Soon, func(d *Dispatcher, n note) reply { return d.onClaim(bob, with(n, "w", "")) }, replyDrop, ""},
		"answer without key": {Soon, func(d *Dispatcher, n note) reply {
			d.onClaim(ann, n)
			return d.onAnswer(ann, with(n, "w", "guess"))
		}, replyDrop, ""},
		"under another's name": {Soon, func(d *Dispatcher, n note) reply {
			d.onClaim(ann, n)
			return d.onAnswer(bob, with(n, "ann/w", "key"))
		}, replySuperseded, ""},
		"another worker of the same user": {Soon, func(d *Dispatcher, n note) reply {
			d.onClaim(ann, n)
			return d.onAnswer(ann, with(n, "other", "key"))
		}, replySuperseded, ""},
		"replaced": {Soon, func(d *Dispatcher, n note) reply {
			d.onClaim(ann, n)
			d.onClaim(bob, n)
			return d.onAnswer(ann, n)
		}, replySuperseded, ""},
		"replacing": {Soon, func(d *Dispatcher, n note) reply {
			d.onClaim(ann, n)
			d.onClaim(bob, n)
			return d.onAnswer(bob, n)
		}, replyContinue, "bob/w"},
		"heartbeat of the replaced": {Soon, func(d *Dispatcher, n note) reply {
			d.onClaim(ann, n)
			d.onClaim(bob, n)
			return d.onHeartbeat(ann, n)
		}, replySuperseded, ""},
		"twice": {Soon, func(d *Dispatcher, n note) reply {
			d.onClaim(ann, n)
			d.onAnswer(ann, n)
			return d.onAnswer(ann, n)
		}, replyDrop, "ann/w"},
		"reserved":            {Reserved, func(d *Dispatcher, n note) reply { return d.onClaim(ann, n) }, replyDrop, ""},
		"reserved, answered":  {Reserved, func(d *Dispatcher, n note) reply { return d.onAnswer(ann, n) }, replyDrop, ""},
		"reserved to trusted": {Reserved, func(d *Dispatcher, n note) reply { d.onClaim(trusted, n); return d.onAnswer(trusted, n) }, replyContinue, "cid/w"},
	} {
		d, p, n := open(test.urgency)
		if got := test.do(d, n); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
		if by := answered(p); by != test.by {
			t.Errorf("%s: answered by %q, want %q", name, by, test.by)
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
