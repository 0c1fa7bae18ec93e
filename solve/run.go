// Package proving holds what one Solve is in every solver: it counts its work,
// reports how far it has come, and keeps what it has found out in a checkpoint.
//
//	r, err := proving.Begin(ctx, problem, proving.Work{Title: "thera nimbers 2", …})
//	…
//	r.Search(func() { answer = ask(workers) }) // until it is time to save
//	…
//	err = r.Save()
//	verdict.Nodes, verdict.Time = r.Spent()
//
// Vocabulary: a record is an entry of the solver's table as bytes, all of one
// size. The work of a Solve is its nodes and its time, those of earlier ones on
// the same checkpoint included.
//
// The package proves nothing. What the records say and when to give up are the
// solver's.
package solve

import (
	"context"
	"iter"
	"time"

	"thera/engine"
	"thera/internal/meter"
	"thera/internal/safefile"
)

// Work is the problem that a solver is working on.
type Work struct {
	Title   string                  // what the checkpoint holds, before the text of the position
	Size    int                     // bytes in a record
	Put     func(record []byte)     // puts a record into the table
	Records func() iter.Seq[[]byte] // of the table, each valid until the next
	Fill    func() float64          // the share of the table in use, 0–1
	Done    func() float64          // the share of the work that is done, 0–1
}

// Run is one Solve.
type Run struct {
	Meter *meter.Meter // without the work of earlier ones
	work  Work
	file  *safefile.Checkpoint
}

// Begin reads the checkpoint and starts the meter. After an error what is in the
// table can't be trusted.
func Begin(ctx context.Context, p engine.Problem, work Work) (*Run, error) {
	r := &Run{work: work, file: safefile.NewCheckpoint(p.Checkpoint, work.Title+" "+p.Position.String(), work.Size)}
	if err := r.file.Load(work.Put); err != nil {
		return nil, err
	}
	r.Meter = meter.Start(ctx, meter.Limits{Nodes: p.Limits.Nodes, Time: p.Limits.Time})
	if p.Report != nil {
		r.Meter.Report(func() {
			nodes, took := r.Spent()
			p.Report(engine.Progress{Nodes: nodes, Time: took, Fill: work.Fill(), Done: work.Done()})
		})
	}
	return r, nil
}

// Spent returns the work done so far.
func (r *Run) Spent() (nodes uint64, took time.Duration) {
	past := r.file.Past()
	return past.Nodes + r.Meter.Nodes(), past.Time + r.Meter.Time()
}

// Due reports whether it is time to save.
func (r *Run) Due() bool { return r.file.UntilSave() <= 0 }

// Save writes the checkpoint. Nobody writes to the table meanwhile.
func (r *Run) Save() error {
	nodes, took := r.Spent()
	return r.file.Save(safefile.Spent{Nodes: nodes, Time: took}, r.work.Records())
}

// Search has workers search. It stops the meter when it is time to save: then
// they give up what they are doing, and may go on from what is in the table.
func (r *Run) Search(workers func()) {
	r.Meter.Resume()
	pause := time.AfterFunc(r.file.UntilSave(), r.Meter.Stop)
	defer pause.Stop()
	workers()
}
