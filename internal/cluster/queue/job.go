package queue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"
)

// Urgency is who comes first.
type Urgency int

// The urgencies, the first of which comes first.
const (
	Now   Urgency = iota // a person waits, with a clock running
	Soon                 // a person waits
	Later                // nobody waits
)

// urgencies are the names of the urgencies, for queues and metrics.
var urgencies = [...]string{"now", "soon", "later"}

// Job is what is to be done.
type Job struct {
	Kind    string
	Input   json.RawMessage
	Urgency Urgency
	// Limit is how long a worker may take, 0 for DefaultLimit. A job that takes
	// longer is tried once more elsewhere.
	Limit time.Duration
	// Report, if not nil, is called when the worker tells how far it is, and not
	// after the answer. It must not wait for anything.
	Report func(Progress)
}

// DefaultLimit is how long a job may take that does not say it.
const DefaultLimit = 10 * time.Minute

// Progress is how far a worker is.
type Progress struct {
	Done float64 `json:"done"` // 0–1
	// Part is what is known already, in a form that the kind decides; nil for
	// nothing.
	Part json.RawMessage `json:"part,omitempty"`
}

// Answer is what has come of a job.
type Answer struct {
	Worker string // who has done it
	Output []byte
}

// Kind does the jobs of one kind. The output depends on the input and the files
// that are named in it, on every machine, unless the kind says otherwise. An
// error is one of the input, or ctx's.
type Kind func(ctx context.Context, t *Task) (output []byte, err error)

// Task is a job as the one who does it sees it.
type Task struct {
	Input  json.RawMessage
	report func(Progress)
	file   func(ctx context.Context, hash string) ([]byte, error)
}

// Report says how far the task is, if somebody wants to know. part is what is
// known already, nil for nothing.
func (t *Task) Report(done float64, part any) {
	if t.report == nil {
		return
	}
	p := Progress{Done: done}
	if part != nil {
		text, err := json.Marshal(part)
		if err != nil {
			return // then it comes with the answer
		}
		p.Part = text
	}
	t.report(p)
}

// File returns the file with a hash, as [Hash] makes it. It belongs to all tasks.
func (t *Task) File(ctx context.Context, hash string) ([]byte, error) { return t.file(ctx, hash) }

// Hash returns what a file is named by: its SHA-256 in hexadecimal digits.
func Hash(file []byte) string {
	sum := sha256.Sum256(file)
	return hex.EncodeToString(sum[:])
}
