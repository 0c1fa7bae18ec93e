package queue

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"thera/internal/cluster/bus"
)

// Dispatchers and workers exchange JSON. A worker sends a note and gets a reply that
// says whether to continue.

type queuedJob struct {
	Dispatcher string          `json:"desk"`
	Kind       string          `json:"kind"`
	Input      json.RawMessage `json:"input"`
	Limit      time.Duration   `json:"limit_ns"`
}

// note is what a worker tells a dispatcher about a job.
type note struct {
	Worker   string    `json:"worker"`
	Job      string    `json:"job"` // its ID in the queue
	Progress *Progress `json:"progress,omitempty"`
	Output   []byte    `json:"output,omitempty"`
	Error    string    `json:"error,omitempty"`
}

type reply string

const (
	replyContinue reply = "go on"
	replyDrop     reply = "drop" // the job is no longer wanted
	// put it back for another worker
	replyReturn   reply = "give it to another"
	replyExcluded reply = "leave" // the worker is excluded
)

type fetch struct {
	Hash string `json:"hash"`
	From int    `json:"from"` // byte offset
}

// presence is the heartbeat of a worker, sent to all dispatchers.
type presence struct {
	Worker  string `json:"worker"`
	Version string `json:"version"`
	Slots   int    `json:"slots"`
}

const (
	claimSubject     = "claim"
	heartbeatSubject = "beat"
	answerSubject    = "answer"
	fileSubject      = "file"
	presenceSubject  = "work.present"
	// maxPiece is the largest piece of a file, and output, in one message. NATS
	// accepts 1 MiB by default.
	maxPiece = 512 << 10
)

func subject(dispatcher, what string) string { return "work.desk." + dispatcher + "." + what }

// DefaultHeartbeat is the interval at which workers report. A worker that
// misses maxMissedHeartbeats of them is taken to be dead.
const (
	DefaultHeartbeat    = 2 * time.Second
	maxMissedHeartbeats = 5
)

func queues(ctx context.Context, b *bus.Bus, version string, beat time.Duration) (all [len(urgencies)]*bus.Queue, err error) {
	for i, urgency := range urgencies {
		if all[i], err = b.Queue(ctx, queueName(version, urgency), bus.QueueConfig{Deadline: maxMissedHeartbeats * beat}); err != nil {
			return all, err
		}
	}
	return all, nil
}

func queueName(version, urgency string) string {
	sum := sha256.Sum256([]byte(version))
	return fmt.Sprintf("work-%x-%s", sum[:6], urgency)
}

func token() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

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

// Urgency orders jobs; lower values come first.
type Urgency int

// The urgencies.
const (
	Now   Urgency = iota // a person waits with a clock running
	Soon                 // a person waits
	Later                // nobody waits
)

var urgencies = [...]string{"now", "soon", "later"}

// Job is a job to be done.
type Job struct {
	Kind    string
	Input   json.RawMessage
	Urgency Urgency
	// Limit is how long a worker may take, 0 for DefaultLimit. A job that takes
	// longer is tried once more by another worker.
	Limit time.Duration
	// Report, if not nil, is called with the worker's progress, never after the
	// answer. It must not block.
	Report func(Progress)
}

// DefaultLimit is the time limit of jobs that set none.
const DefaultLimit = 10 * time.Minute

// Progress is how far a worker has got.
type Progress struct {
	Done float64 `json:"done"` // 0–1
	// Part is the partial result, in the kind's own format; nil for none.
	Part json.RawMessage `json:"part,omitempty"`
}

// Answer is the output of a job.
type Answer struct {
	Worker string // who did it; "" for the dispatcher
	Output []byte
}

// Kind does jobs of one kind. The output must depend only on the input and the
// files it names, on every machine, unless the kind says otherwise. An error is
// one of the input, or that of ctx.
type Kind func(ctx context.Context, t *Task) (output []byte, err error)

// Task is a job as its worker sees it.
type Task struct {
	Input  json.RawMessage
	report func(Progress)
	file   func(ctx context.Context, hash string) ([]byte, error)
}

// Report reports progress. part is the partial result, nil for none.
func (t *Task) Report(done float64, part any) {
	if t.report == nil {
		return
	}
	p := Progress{Done: done}
	if part != nil {
		text, err := json.Marshal(part)
		if err != nil {
			return // it is included in the answer
		}
		p.Part = text
	}
	t.report(p)
}

// File returns the file with a hash. All tasks share it; it must not be changed.
func (t *Task) File(ctx context.Context, hash string) ([]byte, error) { return t.file(ctx, hash) }

// Hash returns the name of a file: its SHA-256 in hexadecimal.
func Hash(file []byte) string {
	sum := sha256.Sum256(file)
	return hex.EncodeToString(sum[:])
}
