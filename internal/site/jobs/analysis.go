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

// Analysts are workers that analyze games. It is made by [NewAnalysts].
type Analysts struct {
	desk    *queue.Dispatcher
	trusted string

	mu      sync.Mutex
	doubted map[string]bool // workers of whom an analysis has been, or is being, done again
}

// NewAnalysts returns the workers that a desk can ask, of which one is not
// doubted: that inside the same program.
func NewAnalysts(desk *queue.Dispatcher, trusted string) *Analysts {
	return &Analysts{desk: desk, trusted: trusted, doubted: map[string]bool{}}
}

// Places implements [analysis.Others].
func (a *Analysts) Places() int { return Thinkers{a.desk}.Places() }

// longest is how long a worker may take for a game.
const longest = 30 * time.Minute

func analysisJob(g analysis.Game) queue.Job {
	j := job(analysisKind, queue.Soon, g)
	j.Limit = longest
	return j
}

// Analyze implements [analysis.Others]. What a worker answers that is no analysis
// of the game puts it out, and another one is asked.
func (a *Analysts) Analyze(ctx context.Context, g analysis.Game, report func([]analysis.Judged)) ([]analysis.Judged, string, error) {
	j := analysisJob(g)
	j.Report = func(p queue.Progress) {
		var part []analysis.Judged
		if json.Unmarshal(p.Part, &part) == nil {
			report(part)
		}
	}
	for {
		answer, err := a.desk.Ask(ctx, j)
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
		a.desk.Log.Warn("wrong analysis", "worker", answer.Worker, "cause", err)
		a.desk.PutOut(answer.Worker)
	}
}

// Doubt implements [analysis.Others]: the first analysis of each worker is done
// again, and of the others a share, where there is somebody else to do it.
func (a *Analysts) Doubt(ctx context.Context, g analysis.Game, all []analysis.Judged, worker string) ([]analysis.Judged, []string, error) {
	if worker == a.trusted || len(a.desk.Workers()) < 2 || !a.doubts(worker) {
		return all, nil, nil
	}
	output, err := json.Marshal(all)
	if err != nil {
		return all, nil, err
	}
	truth, wrong, err := a.desk.Again(ctx, analysisJob(g), queue.Answer{Worker: worker, Output: output}, bytes.Equal)
	if err != nil || len(wrong) == 0 {
		return all, nil, err
	}
	for _, liar := range wrong {
		a.desk.PutOut(liar)
	}
	var right []analysis.Judged
	err = json.Unmarshal(truth.Output, &right)
	return right, wrong, err
}

// doubts reports whether an analysis of a worker is to be done again.
func (a *Analysts) doubts(worker string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	known := a.doubted[worker]
	a.doubted[worker] = true
	return !known || rand.IntN(queue.DefaultShare) == 0
}
