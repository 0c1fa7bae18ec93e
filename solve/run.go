package solve

import (
	"context"
	"iter"
	"time"

	"thera/engine"
	"thera/internal/safefile"
)

// Work is the problem that a solver is working on. All fields are required.
type Work struct {
	Title   string                  // title of the checkpoint, before the text of the position
	Size    int                     // bytes in a record
	Put     func(record []byte)     // stores a record in the table
	Records func() iter.Seq[[]byte] // of the table, each valid until the next
	Fill    func() float64          // fraction of the table in use, 0 to 1
	Effort  func(record []byte) int // ranks records by the work they save, 0 to 2047
	Done    func() float64          // fraction of the work that is done, 0 to 1
}

const maxEffort = 1<<11 - 1

// hardest returns the records that save the most work, at most the given number. Of
// records that rank alike, all are kept or none.
func (w *Work) hardest(most int) iter.Seq[[]byte] {
	var counts [maxEffort + 1]int
	for record := range w.Records() {
		counts[w.Effort(record)]++
	}
	least := len(counts)
	for kept := 0; least > 0 && kept+counts[least-1] <= most; least-- {
		kept += counts[least-1]
	}
	return func(yield func([]byte) bool) {
		for record := range w.Records() {
			if w.Effort(record) >= least && !yield(record) {
				return
			}
		}
	}
}

// Run is one Solve. Its methods are for one goroutine at a time, except Spent and those of
// the Meter.
type Run struct {
	Meter *engine.Meter // excludes the work of earlier Solves
	work  Work
	most  int // records in the checkpoint, 0 for any number
	file  *safefile.Checkpoint
}

// Begin takes the checkpoint, which Close gives back, reads it and starts the meter. After
// an error the contents of the table can't be trusted.
func Begin(ctx context.Context, p engine.Problem, work Work) (*Run, error) {
	r := &Run{work: work, most: p.CheckpointMiB << 20 / work.Size, file: safefile.NewCheckpoint(p.Checkpoint, work.Title+" "+p.Position.String(), work.Size)}
	if err := r.file.Load(work.Put); err != nil {
		return nil, err
	}
	r.Meter = engine.StartMeter(ctx, p.Limits, nil)
	if p.Report != nil {
		r.Meter.Report(func() {
			nodes, took := r.Spent()
			p.Report(engine.Progress{Nodes: nodes, Time: took, Fill: work.Fill(), Done: work.Done()})
		})
	}
	return r, nil
}

// Close lets other processes have the checkpoint.
func (r *Run) Close() { r.file.Close() }

// Spent returns the work done so far, including earlier Solves of the checkpoint.
func (r *Run) Spent() (nodes uint64, took time.Duration) {
	past := r.file.Past()
	return past.Nodes + r.Meter.Nodes(), past.Time + r.Meter.Time()
}

// Due reports whether it is time to save.
func (r *Run) Due() bool { return r.file.UntilSave() <= 0 }

// Save writes the checkpoint. Nothing may write to the table meanwhile.
func (r *Run) Save() error {
	records := r.work.Records()
	if r.most > 0 {
		records = r.work.hardest(r.most)
	}
	nodes, took := r.Spent()
	return r.file.Save(safefile.Spent{Nodes: nodes, Time: took}, records)
}

// Search runs the workers until they return. It stops the meter when it is time to save:
// then they should abandon what they are doing; they can continue from the table.
func (r *Run) Search(workers func()) {
	r.Meter.Resume()
	pause := time.AfterFunc(r.file.UntilSave(), r.Meter.Stop)
	defer pause.Stop()
	workers()
}
