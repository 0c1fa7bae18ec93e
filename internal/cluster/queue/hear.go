package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"thera/internal/cluster/bus"
)

// listen has the desk hear its workers.
func (d *Dispatcher) listen() error {
	for what, hear := range map[string]func(note) reply{claims: d.claimed, beats: d.beat, answers: d.answered} {
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
	stop, err := d.Bus.Answer(subject(d.id, files), func(_ context.Context, data []byte) ([]byte, error) { return d.file(data) })
	if err != nil {
		return err
	}
	d.stops = append(d.stops, stop)
	if stop, err = d.Bus.Subscribe(presents, func(m bus.Message) { d.see(m.Data) }); err == nil {
		d.stops = append(d.stops, stop)
	}
	return err
}

// enter takes a job in.
func (d *Dispatcher) enter(p *pending) (err error) {
	p.data, err = json.Marshal(order{Desk: d.id, Kind: p.Kind, Input: p.Input, Limit: p.Limit})
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.name(p)
	return nil
}

// name gives a job an id of its own. d.mu is held.
func (d *Dispatcher) name(p *pending) {
	d.count++
	p.id = fmt.Sprintf("%s-%d", d.id, d.count)
	d.jobs[p.id] = p
}

// rename gives a job that is tried once more a new id: a queue takes each once.
func (d *Dispatcher) rename(p *pending) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.jobs, p.id)
	d.name(p)
}

// forget drops a job that has its answer, or whose answer nobody wants. Who has
// pulled it hears of that at the next beat.
func (d *Dispatcher) forget(p *pending) {
	p.telling.Lock()
	p.over = true
	p.telling.Unlock()
	d.mu.Lock()
	_, waits := d.jobs[p.id]
	delete(d.jobs, p.id)
	queue := d.queues[p.Urgency]
	d.mu.Unlock()
	if !waits {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), d.Beat)
	defer cancel()
	_ = queue.Remove(ctx, p.id) // a job that stays is dropped by who claims it
}

// heard notes that a worker is there, and returns it with the job that it speaks
// of, if that is waited for. d.mu is held.
func (d *Dispatcher) heard(n note) (w *seen, p *pending, waits bool) {
	w = d.worker(n.Worker)
	w.last = time.Now()
	p, waits = d.jobs[n.Job]
	return w, p, waits
}

// claimed says whether a worker may begin a job.
func (d *Dispatcher) claimed(n note) reply {
	d.mu.Lock()
	defer d.mu.Unlock()
	w, p, ok := d.heard(n)
	switch {
	case w.out:
		return leave
	case !ok:
		return drop
	case p.not[n.Worker]:
		return giveUp
	}
	if p.begun++; p.begun > maxBegun {
		p.give(fmt.Errorf("%s job: %d workers have begun it and were not heard of again", p.Kind, maxBegun))
		return drop
	}
	return goOn
}

// give ends a try, unless it has ended already.
func (p *pending) give(err error) {
	select {
	case p.fail <- err:
	default:
	}
}

// beat hears how far a job is.
func (d *Dispatcher) beat(n note) reply {
	d.mu.Lock()
	w, p, ok := d.heard(n)
	out := w.out
	d.mu.Unlock()
	switch {
	case out:
		return leave
	case !ok:
		return drop
	}
	if n.Progress != nil {
		p.tell(*n.Progress)
	}
	return goOn
}

// answered hears an answer. The first one counts.
func (d *Dispatcher) answered(n note) reply {
	d.mu.Lock()
	defer d.mu.Unlock()
	w, p, ok := d.heard(n)
	switch {
	case w.out:
		return leave
	case !ok || p.not[n.Worker]:
		return drop
	case n.Error != "":
		p.not[n.Worker] = d.others(n.Worker)
		p.give(fmt.Errorf("%s job at worker %s: %w", p.Kind, n.Worker, errors.New(n.Error)))
		return goOn
	}
	w.Done++
	delete(d.jobs, n.Job)
	p.answer <- Answer{Worker: n.Worker, Output: n.Output}
	return goOn
}

// others reports whether there is a worker beside one. d.mu is held.
func (d *Dispatcher) others(worker string) bool {
	for name, w := range d.workers {
		if name != worker && d.present(w) {
			return true
		}
	}
	return false
}

// see hears that a worker is there.
func (d *Dispatcher) see(data []byte) {
	var p presence
	if json.Unmarshal(data, &p) != nil || p.Worker == "" || p.Version != d.Version {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.worker(p.Worker)
	w.Slots, w.last = p.Slots, time.Now()
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
		return nil, fmt.Errorf("file %q from %d: want one that the desk offers", f.Hash, f.From)
	}
	return file[f.From:min(len(file), f.From+piece)], nil
}
