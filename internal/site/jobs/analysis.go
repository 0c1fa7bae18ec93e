package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"sync"
	"time"

	"thera/internal/cluster/queue"
	"thera/internal/site/analysis"
)

func analyze(ctx context.Context, t *queue.Task, in analysis.Game) ([]analysis.Judged, error) {
	return in.Judge(ctx, func(known []analysis.Judged) {
		t.Report(float64(len(known))/float64(in.Positions()), known)
	})
}

// Analyzers are workers that analyze games. It is made by [NewAnalysts].
type Analyzers struct {
	dispatcher *queue.Dispatcher
	trusted    string

	mu        sync.Mutex
	rechecked map[string]bool // workers of whom an analysis has been, or is being, done again
}

// NewAnalyzers returns the workers that a desk can ask, of which one is not
// doubted: that inside the same program.
func NewAnalyzers(dispatcher *queue.Dispatcher, trusted string) *Analyzers {
	return &Analyzers{dispatcher: dispatcher, trusted: trusted, rechecked: map[string]bool{}}
}

// Slots implements [analysis.Others].
func (a *Analyzers) Slots() int { return Searchers{a.dispatcher}.Slots() }

// analysisLimit is how long a worker may take for a game.
const analysisLimit = 30 * time.Minute

func analysisJob(g analysis.Game) queue.Job {
	j := job(analysisKind, queue.Soon, g)
	j.Limit = analysisLimit
	return j
}

// Analyze implements [analysis.Others]. What a worker answers that is no analysis
// of the game puts it out, and another one is asked.
func (a *Analyzers) Analyze(ctx context.Context, g analysis.Game, report func([]analysis.Judged)) ([]analysis.Judged, string, error) {
	j := analysisJob(g)
	j.Report = func(p queue.Progress) {
		var part []analysis.Judged
		if json.Unmarshal(p.Part, &part) == nil {
			report(part)
		}
	}
	for {
		answer, err := a.dispatcher.Ask(ctx, j)
		if err != nil {
			return nil, "", err
		}
		var all []analysis.Judged
		err = json.Unmarshal(answer.Output, &all)
		if err == nil {
			err = g.Check(all)
		}
		if err == nil && len(all) == g.Positions() {
			return all, answer.Worker, nil
		}
		a.dispatcher.Log.Warn("wrong analysis", "worker", answer.Worker, "cause", err)
		a.dispatcher.Exclude(answer.Worker)
	}
}

// Recheck implements [analysis.Others]: the first analysis of each worker is done
// again, and of the others a share, where there is somebody else to do it.
func (a *Analyzers) Recheck(ctx context.Context, g analysis.Game, all []analysis.Judged, worker string) ([]analysis.Judged, []string, error) {
	if worker == a.trusted || len(a.dispatcher.Workers()) < 2 || !a.needsRecheck(worker) {
		return all, nil, nil
	}
	output, err := json.Marshal(all)
	if err != nil {
		return all, nil, err
	}
	truth, wrong, err := a.dispatcher.Recheck(ctx, analysisJob(g), queue.Answer{Worker: worker, Output: output}, bytes.Equal)
	if err != nil || len(wrong) == 0 {
		return all, nil, err
	}
	for _, liar := range wrong {
		a.dispatcher.Exclude(liar)
	}
	var right []analysis.Judged
	err = json.Unmarshal(truth.Output, &right)
	return right, wrong, err
}

// needsRecheck reports whether an analysis of a worker is to be done again.
func (a *Analyzers) needsRecheck(worker string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	known := a.rechecked[worker]
	a.rechecked[worker] = true
	return !known || rand.IntN(queue.DefaultRecheckRate) == 0
}
