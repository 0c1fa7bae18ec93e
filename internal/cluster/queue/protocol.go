package queue

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"thera/internal/cluster/bus"
)

// What desks and workers say to each other, as JSON. A worker asks a desk, and
// hears from it whether to go on.

// queuedJob is a job in a queue.
type queuedJob struct {
	Dispatcher string          `json:"desk"`
	Kind       string          `json:"kind"`
	Input      json.RawMessage `json:"input"`
	Limit      time.Duration   `json:"limit_ns"`
}

// note is what a worker tells a desk of a job.
type note struct {
	Worker   string    `json:"worker"`
	Job      string    `json:"job"` // its id in the queue
	Progress *Progress `json:"progress,omitempty"`
	Output   []byte    `json:"output,omitempty"`
	Error    string    `json:"error,omitempty"`
}

// reply is what the desk thinks of it.
type reply string

const (
	replyContinue reply = "go on"
	replyDrop     reply = "drop" // nobody wants the job any more
	replyReturn   reply = "give it to another"
	replyExcluded reply = "leave" // the worker is put out
)

// fetch is what a worker wants of a file.
type fetch struct {
	Hash string `json:"hash"`
	From int    `json:"from"` // bytes
}

// presence is what a worker tells everybody at each beat.
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
	// maxPiece is how much of a file, and how much of an output at most, is in a
	// message: NATS takes 1 MiB unless it is told otherwise.
	maxPiece = 512 << 10
)

// subject is where a desk hears about something.
func subject(desk, what string) string { return "work.desk." + desk + "." + what }

// DefaultHeartbeat is how often a worker tells that it is there and how far it is.
// One that was not heard for lost beats is taken for dead.
const (
	DefaultHeartbeat    = 2 * time.Second
	maxMissedHeartbeats = 5
)

// queues opens the queues of a version by urgency.
func queues(ctx context.Context, b *bus.Bus, version string, beat time.Duration) (all [len(urgencies)]*bus.Queue, err error) {
	for i, urgency := range urgencies {
		if all[i], err = b.Queue(ctx, queueName(version, urgency), bus.QueueConfig{Deadline: maxMissedHeartbeats * beat}); err != nil {
			return all, err
		}
	}
	return all, nil
}

// queueName returns what the queue of a version for an urgency is called.
func queueName(version, urgency string) string {
	sum := sha256.Sum256([]byte(version))
	return fmt.Sprintf("work-%x-%s", sum[:6], urgency)
}

// token returns a name that nobody else has.
func token() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // it never fails
	return hex.EncodeToString(b[:])
}
