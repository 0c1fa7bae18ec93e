package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"thera/internal/cluster/bus"
)

func (d *Dispatcher) listen() error {
	for what, hear := range map[string]func(note) reply{claimSubject: d.onClaim, heartbeatSubject: d.onHeartbeat, answerSubject: d.onAnswer} {
		stop, err := d.Bus.Answer(subject(d.id, what), func(_ context.Context, data []byte) ([]byte, error) {
			var n note
			if err := json.Unmarshal(data, &n); err != nil {
				return nil, fmt.Errorf("note: %w", err)
			}
			return []byte(hear(n)), nil
		})
		if err != nil {
			return err
		}
		d.stops = append(d.stops, stop)
	}
	stop, err := d.Bus.Answer(subject(d.id, fileSubject), func(_ context.Context, data []byte) ([]byte, error) { return d.file(data) })
	if err != nil {
		return err
	}
	d.stops = append(d.stops, stop)
	if stop, err = d.Bus.Subscribe(presenceSubject, func(m bus.Message) { d.onPresence(m.Data) }); err == nil {
		d.stops = append(d.stops, stop)
	}
	return err
}

func (d *Dispatcher) register(p *pending) (err error) {
	p.data, err = json.Marshal(queuedJob{Dispatcher: d.id, Kind: p.Kind, Input: p.Input, Limit: p.Limit})
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.assignID(p)
	return nil
}

// assignID gives a job a new ID. d.mu must be held.
func (d *Dispatcher) assignID(p *pending) {
	d.count++
	p.id = fmt.Sprintf("%s-%d", d.id, d.count)
	d.jobs[p.id] = p
}

// reassignID gives a job that is tried again a new ID, because a queue accepts
// each ID once.
func (d *Dispatcher) reassignID(p *pending) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.jobs, p.id)
	d.assignID(p)
}

// forget removes a job that is answered or no longer wanted. Its worker learns
// of that at the next heartbeat.
func (d *Dispatcher) forget(p *pending) {
	p.reportMu.Lock()
	p.isDone = true
	p.reportMu.Unlock()
	d.mu.Lock()
	_, waits := d.jobs[p.id]
	delete(d.jobs, p.id)
	queue := d.queues[p.Urgency]
	d.mu.Unlock()
	if !waits {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), d.HeartbeatInterval)
	defer cancel()
	_ = queue.Remove(ctx, p.id) // a job that stays is dropped when claimed
}

// noteWorker records that a worker is alive, and returns it with the job it
// speaks of if that is pending. d.mu must be held.
func (d *Dispatcher) noteWorker(n note) (w *workerState, p *pending, waits bool) {
	w = d.worker(n.Worker)
	w.lastSeen = time.Now()
	p, waits = d.jobs[n.Job]
	return w, p, waits
}

// onClaim decides whether a worker may start a job.
func (d *Dispatcher) onClaim(n note) reply {
	d.mu.Lock()
	defer d.mu.Unlock()
	w, p, ok := d.noteWorker(n)
	switch {
	case w.isExcluded:
		return replyExcluded
	case !ok:
		return replyDrop
	case p.excluded[n.Worker]:
		return replyReturn
	}
	if p.attempts++; p.attempts > maxAttempts {
		p.endAttempt(fmt.Errorf("%s job: %d workers claimed it and disappeared", p.Kind, maxAttempts))
		return replyDrop
	}
	return replyContinue
}

func (p *pending) endAttempt(err error) {
	select {
	case p.fail <- err:
	default:
	}
}

// onHeartbeat receives a job's progress.
func (d *Dispatcher) onHeartbeat(n note) reply {
	d.mu.Lock()
	w, p, ok := d.noteWorker(n)
	out := w.isExcluded
	d.mu.Unlock()
	switch {
	case out:
		return replyExcluded
	case !ok:
		return replyDrop
	}
	if n.Progress != nil {
		p.report(*n.Progress)
	}
	return replyContinue
}

// onAnswer receives an answer. The first one counts.
func (d *Dispatcher) onAnswer(n note) reply {
	d.mu.Lock()
	defer d.mu.Unlock()
	w, p, ok := d.noteWorker(n)
	switch {
	case w.isExcluded:
		return replyExcluded
	case !ok || p.excluded[n.Worker]:
		return replyDrop
	case n.Error != "":
		p.excluded[n.Worker] = d.hasOthers(n.Worker)
		p.endAttempt(fmt.Errorf("%s job at worker %s: %w", p.Kind, n.Worker, errors.New(n.Error)))
		return replyContinue
	}
	w.Done++
	delete(d.jobs, n.Job)
	p.answer <- Answer{Worker: n.Worker, Output: n.Output}
	return replyContinue
}

// hasOthers reports whether another worker is alive. d.mu must be held.
func (d *Dispatcher) hasOthers(worker string) bool {
	for name, w := range d.workers {
		if name != worker && d.isAlive(w) {
			return true
		}
	}
	return false
}

func (d *Dispatcher) onPresence(data []byte) {
	var p presence
	if json.Unmarshal(data, &p) != nil || p.Worker == "" || p.Version != d.Version {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.worker(p.Worker)
	w.Slots, w.lastSeen = p.Slots, time.Now()
}

// file returns a piece of a file, nothing at its end.
func (d *Dispatcher) file(data []byte) ([]byte, error) {
	var f fetch
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("file: %w", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	file, ok := d.files[f.Hash]
	if !ok || f.From < 0 || f.From > len(file) {
		return nil, fmt.Errorf("file %q from %d: the dispatcher does not offer it", f.Hash, f.From)
	}
	return file[f.From:min(len(file), f.From+maxPiece)], nil
}
