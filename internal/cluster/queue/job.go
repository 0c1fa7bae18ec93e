package queue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"
)

// Urgency orders jobs; lower values come first.
type Urgency int

// The urgencies.
const (
	Now   Urgency = iota // a person waits with a clock running
	Soon                 // a person waits
	Later                // nobody waits
)

// urgencies are the names of the urgencies, for queues and metrics.
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
