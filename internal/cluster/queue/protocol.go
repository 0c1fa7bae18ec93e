package queue

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"thera/internal/cluster/bus"
)

// Dispatchers and workers exchange JSON. A worker sends a note and gets a reply that
// says whether to continue.
//
// A worker sends on subjects that begin with its own name, which the bus verifies where
// workers have tokens. It also names the key of the job, which only a worker that has
// pulled the job knows.

type queuedJob struct {
	Dispatcher string          `json:"desk"`
	Key        string          `json:"key"`
	Kind       string          `json:"kind"`
	Input      json.RawMessage `json:"input"`
	Limit      time.Duration   `json:"limit_ns"`
}

// note is what a worker tells a dispatcher about a job.
type note struct {
	Worker   string    `json:"worker"`
	Job      string    `json:"job"` // its ID in the queue
	Key      string    `json:"key"` // of the job
	Progress *Progress `json:"progress,omitempty"`
	Output   []byte    `json:"output,omitempty"`
	Error    string    `json:"error,omitempty"`
}

// reply is a dispatcher's answer to a worker. One that ends the work on a job is the cause for
// which its context ends.
type reply string

// Error implements error.
func (r reply) Error() string { return "the dispatcher says: " + string(r) }

const (
	replyContinue reply = "go on"
	replyDrop     reply = "drop" // the job is no longer wanted
	// put it back for another worker
	replyReturn   reply = "give it to another"
	replyExcluded reply = "leave" // the worker is excluded
	// another worker has claimed the job since
	replySuperseded reply = "another has it"
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
	presenceSubject  = "present"
	// maxPiece is the largest piece of a file, and output, in one message. NATS
	// accepts 1 MiB by default.
	maxPiece = 512 << 10
)

// subject returns the subject on which a sender says something to a dispatcher, or to
// all of them if that is "all".
func subject(s sender, dispatcher, what string) string {
	return s.root + "." + s.user + "." + dispatcher + "." + what
}

// allDispatchers is in place of a dispatcher's ID, which is hexadecimal.
const allDispatchers = "all"

// roots are the subjects below which workers send.
var roots = [...]string{bus.WorkerSubject, bus.TrustedSubject}

// sender is who sends a note, by its subject.
type sender struct{ root, user string }

// senderOf returns the sender on a subject that subject has made.
func senderOf(text string) sender {
	root, rest, _ := strings.Cut(text, ".")
	user, _, _ := strings.Cut(rest, ".")
	return sender{root, user}
}

func (s sender) isTrusted() bool { return s.root == bus.TrustedSubject }

// worker returns the name of one of the sender's workers: nobody else can have it.
func (s sender) worker(id string) string { return s.user + "/" + id }

// DefaultHeartbeat is the interval at which workers report. A worker that
// misses maxMissedHeartbeats of them is taken to be dead.
const (
	DefaultHeartbeat    = 2 * time.Second
	maxMissedHeartbeats = 5
)

func queues(ctx context.Context, b *bus.Bus, version string, beat time.Duration) (all [len(urgencies)]*bus.Queue, err error) {
	for i, urgency := range urgencies {
		c := bus.QueueConfig{Deadline: maxMissedHeartbeats * beat, Reserved: Urgency(i) == Reserved}
		if all[i], err = b.Queue(ctx, queueName(version, urgency), c); err != nil {
			return all, err
		}
	}
	return all, nil
}

// protocol changes with what dispatchers and workers send each other, in case that does
// not change the program's version.
const protocol = "2"

func queueName(version, urgency string) string {
	sum := sha256.Sum256([]byte(version + " " + protocol))
	return fmt.Sprintf("work-%x-%s", sum[:6], urgency)
}

func token() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

func (d *Dispatcher) listen() error {
	hear := func(do func(sender, note) reply) func(context.Context, bus.Message) ([]byte, error) {
		return func(_ context.Context, m bus.Message) ([]byte, error) {
			var n note
			if err := json.Unmarshal(m.Data, &n); err != nil {
				return nil, fmt.Errorf("note: %w", err)
			}
			return []byte(do(senderOf(m.Subject), n)), nil
		}
	}
	answers := map[string]func(context.Context, bus.Message) ([]byte, error){
		claimSubject: hear(d.onClaim), heartbeatSubject: hear(d.onHeartbeat), answerSubject: hear(d.onAnswer),
		fileSubject: func(_ context.Context, m bus.Message) ([]byte, error) { return d.file(m.Data) },
	}
	for _, root := range roots {
		anybody := sender{root, "*"}
		for what, answer := range answers {
			if err := d.keep(d.Bus.Answer(subject(anybody, d.id, what), answer)); err != nil {
				return err
			}
		}
		err := d.keep(d.Bus.Subscribe(subject(anybody, allDispatchers, presenceSubject), func(m bus.Message) { d.onPresence(senderOf(m.Subject), m.Data) }))
		if err != nil {
			return err
		}
	}
	return nil
}

// keep keeps how to end a subscription.
func (d *Dispatcher) keep(stop func(), err error) error {
	if err == nil {
		d.stops = append(d.stops, stop)
	}
	return err
}

func (d *Dispatcher) register(p *pending) (err error) {
	p.key = rand.Text()
	p.data, err = json.Marshal(queuedJob{Dispatcher: d.id, Key: p.key, Kind: p.Kind, Input: p.Input, Limit: p.Limit})
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

// reassignID gives a job that is tried again a new ID, because the queue may still have
// the old one.
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

// noteWorker records that a worker is alive, and returns it with the job it speaks of if
// that is pending and the worker has pulled it. d.mu must be held.
func (d *Dispatcher) noteWorker(from sender, n note) (w *workerState, p *pending, ok bool) {
	w = d.worker(from.worker(n.Worker))
	w.lastSeen = time.Now()
	p, ok = d.jobs[n.Job]
	return w, p, ok && subtle.ConstantTimeCompare([]byte(p.key), []byte(n.Key)) == 1 && (p.Urgency != Reserved || from.isTrusted())
}

// onClaim makes a worker the claimant of a job. It replaces an earlier one, whose
// deadline has passed.
func (d *Dispatcher) onClaim(from sender, n note) reply {
	d.mu.Lock()
	defer d.mu.Unlock()
	w, p, ok := d.noteWorker(from, n)
	switch {
	case w.isExcluded:
		return replyExcluded
	case !ok:
		return replyDrop
	case p.excluded[w.Name], p.failedAt == w.Name && d.hasOthers(p, w.Name):
		return replyReturn
	}
	if p.attempts++; p.attempts > maxAttempts {
		p.endAttempt(fmt.Errorf("%s job: %d workers claimed it and disappeared", p.Kind, maxAttempts))
		return replyDrop
	}
	p.claimant = w.Name
	return replyContinue
}

func (p *pending) endAttempt(err error) {
	select {
	case p.fail <- err:
	default:
	}
}

func (d *Dispatcher) onHeartbeat(from sender, n note) reply {
	d.mu.Lock()
	w, p, ok := d.noteWorker(from, n)
	out, isClaimant := w.isExcluded, ok && p.claimant == w.Name
	d.mu.Unlock()
	switch {
	case out:
		return replyExcluded
	case !ok:
		return replyDrop
	case !isClaimant:
		return replySuperseded
	}
	if n.Progress != nil {
		p.report(*n.Progress)
	}
	return replyContinue
}

// onAnswer receives an answer. Only that of the claimant counts, once.
func (d *Dispatcher) onAnswer(from sender, n note) reply {
	d.mu.Lock()
	defer d.mu.Unlock()
	w, p, ok := d.noteWorker(from, n)
	switch {
	case w.isExcluded:
		return replyExcluded
	case !ok:
		return replyDrop
	case p.claimant != w.Name:
		return replySuperseded
	case n.Error != "":
		p.failedAt, p.claimant = w.Name, ""
		delete(d.jobs, n.Job) // until Ask puts it again
		p.endAttempt(fmt.Errorf("%s job at worker %s: %w", p.Kind, w.Name, errors.New(n.Error)))
		return replyContinue
	}
	w.Done++
	delete(d.jobs, n.Job)
	p.answer <- Answer{Worker: w.Name, Output: n.Output}
	return replyContinue
}

// hasOthers reports whether another worker is alive that may do a job. d.mu must be held.
func (d *Dispatcher) hasOthers(p *pending, worker string) bool {
	for name, w := range d.workers {
		if name != worker && d.isAlive(w) && !p.excluded[name] && (p.Urgency != Reserved || w.IsTrusted) {
			return true
		}
	}
	return false
}

func (d *Dispatcher) onPresence(from sender, data []byte) {
	var p presence
	if json.Unmarshal(data, &p) != nil || p.Worker == "" || p.Version != d.Version {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.worker(from.worker(p.Worker))
	w.Slots, w.IsTrusted, w.lastSeen = min(max(p.Slots, 1), maxSlots), from.isTrusted(), time.Now()
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
	// Reserved is like Now, for jobs that only trusted workers get.
	Reserved
)

var urgencies = [...]string{"now", "soon", "later", "reserved"}

// pullOrder returns the queues that a worker pulls from, the most urgent first; only
// those where a person waits with a clock running for the slot reserved for them.
func pullOrder[Q any](all [len(urgencies)]Q, trusted, onlyNow bool) (order []Q) {
	if trusted {
		order = append(order, all[Reserved])
	}
	if order = append(order, all[Now]); !onlyNow {
		order = append(order, all[Soon], all[Later])
	}
	return order
}

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
