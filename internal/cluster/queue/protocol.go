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

// reply is the dispatcher's answer to a note.
type reply string

const (
	replyContinue reply = "go on"
	replyDrop     reply = "drop" // the job is no longer wanted
	// put it back for another worker
	replyReturn   reply = "give it to another"
	replyExcluded reply = "leave" // the worker is excluded
)

// fetch asks for a piece of a file.
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

// subject is the bus subject of a kind of message to a dispatcher.
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

// queueName returns the name of the queue of a version and urgency.
func queueName(version, urgency string) string {
	sum := sha256.Sum256([]byte(version))
	return fmt.Sprintf("work-%x-%s", sum[:6], urgency)
}

func token() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
