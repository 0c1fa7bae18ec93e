package jobs

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"thera/internal/cluster/bus"
	"thera/internal/cluster/queue"
	"thera/internal/safefile"
	"thera/internal/site/store/database"
)

// ledger keeps the answers of a proof, in an order that is the same for all
// processes working on it, and which process asks which question.
type ledger interface {
	// news passes on the entries added by others since the last call, at first
	// all of them.
	news(ctx context.Context, take func(proofEntry)) error
	// add passes on the news, then adds and passes on an entry.
	add(ctx context.Context, e proofEntry, take func(proofEntry)) error
	// claim reports whether this process is to ask a question.
	claim(ctx context.Context, position string) (bool, error)
	// drop gives up a claim.
	drop(ctx context.Context, position string) error
	// heartbeat keeps the claims; they expire some time after the last call.
	heartbeat(ctx context.Context) error
	// shared reports whether other processes may work on the proof.
	shared() bool
	close() error
}

func openLedger(opt ProofOptions, proof string, take func(proofEntry)) (ledger, error) {
	if opt.Store != nil {
		return &storeLedger{db: opt.Store, proof: proof, asker: rand.Text()}, nil
	}
	journal, err := safefile.OpenJournal(opt.Journal, safefile.JournalOptions{Title: "thera proof " + proof}, safefile.JSON(func(e proofEntry) error {
		take(e)
		return nil
	}))
	return fileLedger{journal}, err
}

// fileLedger is a file that belongs to one process. All of it has been read
// when it was opened.
type fileLedger struct{ journal *safefile.Journal }

func (fileLedger) news(context.Context, func(proofEntry)) error { return nil }

func (l fileLedger) add(_ context.Context, e proofEntry, take func(proofEntry)) error {
	take(e)
	return l.journal.AppendJSON(e)
}

func (fileLedger) claim(context.Context, string) (bool, error) { return true, nil }
func (fileLedger) drop(context.Context, string) error          { return nil }
func (fileLedger) heartbeat(context.Context) error             { return nil }
func (fileLedger) shared() bool                                { return false }
func (l fileLedger) close() error                              { return l.journal.Close() }

// storeLedger is in a database, shared by any number of processes.
type storeLedger struct {
	db           *database.DB
	proof, asker string
	last         int // number of the last entry read
}

const claimLifetime = 5 * queue.DefaultHeartbeat

const dropQuestion = `DELETE FROM proof_questions WHERE proof = $1 AND position = $2 AND asker = $3`

func (l *storeLedger) news(ctx context.Context, take func(proofEntry)) error {
	texts, err := database.List(ctx, l.db.Reader(), database.Texts,
		`SELECT answer FROM proof_answers WHERE proof = $1 AND number > $2 ORDER BY number`, l.proof, l.last)
	if err != nil {
		return err
	}
	for _, text := range texts {
		var e proofEntry
		if err := json.Unmarshal([]byte(text), &e); err != nil {
			return fmt.Errorf("proof %q: answer %d: %w", l.proof, l.last+1, err)
		}
		l.last++
		take(e)
	}
	return nil
}

func (l *storeLedger) add(ctx context.Context, e proofEntry, take func(proofEntry)) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	for {
		err := l.db.Update(ctx, func(tx *sql.Tx) error {
			err := l.db.ExecIn(ctx, tx, `INSERT INTO proof_answers (proof, number, answer) VALUES `+database.Values(3), l.proof, l.last+1, string(text))
			if err == nil {
				err = database.IgnoreNotFound(l.db.ExecIn(ctx, tx, dropQuestion, l.proof, e.Position, l.asker))
			}
			return err
		})
		if err == nil {
			l.last++
			take(e)
			return nil
		}
		if !errors.Is(err, database.ErrExists) {
			return err
		}
		if err := l.news(ctx, take); err != nil {
			return err
		}
	}
}

func (l *storeLedger) claim(ctx context.Context, position string) (bool, error) {
	err := l.db.Exec(ctx, `INSERT INTO proof_questions (proof, position, asker, beat) VALUES ($1, $2, $3, `+l.db.Now()+`)
		ON CONFLICT (proof, position) DO UPDATE SET asker = excluded.asker, beat = excluded.beat
		WHERE proof_questions.beat < excluded.beat - $4 OR proof_questions.asker = excluded.asker`,
		l.proof, position, l.asker, claimLifetime.Milliseconds())
	if errors.Is(err, database.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

func (l *storeLedger) drop(ctx context.Context, position string) error {
	return database.IgnoreNotFound(l.db.Exec(ctx, dropQuestion, l.proof, position, l.asker))
}

func (l *storeLedger) heartbeat(ctx context.Context) error {
	return database.IgnoreNotFound(l.db.Exec(ctx, `UPDATE proof_questions SET beat = `+l.db.Now()+` WHERE proof = $1 AND asker = $2`, l.proof, l.asker))
}

func (*storeLedger) shared() bool { return true }

func (l *storeLedger) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return database.IgnoreNotFound(l.db.Exec(ctx, `DELETE FROM proof_questions WHERE proof = $1 AND asker = $2`, l.proof, l.asker))
}

// Metrics has the metrics of a worker and of the queues, for Prometheus.
type Metrics struct {
	jobs    *prometheus.CounterVec
	seconds *prometheus.HistogramVec
	queues  prometheus.Collector
	build   prometheus.Gauge
}

// NewMetrics returns the metrics of a worker on a bus, and of the queues that hold jobs
// for workers of a version, which is that of this program.
func NewMetrics(b *bus.Bus, version string) *Metrics {
	schema, _ := database.ProgramSchema() // never fails: it is in the program
	m := &Metrics{
		build: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "thera_build_info", Help: "1, with the version of this program and of its stores.",
			ConstLabels: prometheus.Labels{"version": version, "schema": strconv.Itoa(int(schema.Program))},
		}),
		jobs: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thera_worker_jobs_total", Help: "Jobs of this worker, by kind and how they ended.",
		}, []string{"kind", "end"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "thera_worker_job_seconds", Help: "Time for a job, by kind.", Buckets: prometheus.ExponentialBuckets(.01, 4, 8),
		}, []string{"kind"}),
		queues: queue.NewQueueMetrics(b, version),
	}
	m.build.Set(1)
	for kind := range Kinds() {
		for _, end := range []string{queue.Answered, queue.Failed, queue.Dropped} {
			m.jobs.WithLabelValues(kind, end) // starts at 0
		}
		m.seconds.WithLabelValues(kind)
	}
	return m
}

// Finished counts a job.
func (m *Metrics) Finished(kind, end string, took time.Duration) {
	m.jobs.WithLabelValues(kind, end).Inc()
	m.seconds.WithLabelValues(kind).Observe(took.Seconds())
}

// Collectors returns the metrics.
func (m *Metrics) Collectors() []prometheus.Collector {
	return []prometheus.Collector{m.jobs, m.seconds, m.queues, m.build}
}
