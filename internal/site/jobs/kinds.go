package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"thera/internal/cluster/queue"
	"thera/internal/lab/match"
	"thera/internal/site/analysis"
)

// The kinds of jobs.
const (
	gameKind     = "game"     // a game of a match
	puzzleKind   = "puzzle"   // look for a puzzle in one game of self-play
	proofKind    = "proof"    // a question of a proof
	turnKind     = "turn"     // a turn of a house bot
	analysisKind = "analysis" // of a finished game
)

// Kinds returns all kinds by name.
func Kinds() map[string]queue.Kind {
	return map[string]queue.Kind{
		gameKind:     kind(func(ctx context.Context, _ *queue.Task, in match.Order) (match.Result, error) { return in.Play(ctx) }),
		puzzleKind:   kind(findPuzzle),
		selfPlayKind: kind(playSelf),
		proofKind:    kind(new(provers).prove),
		turnKind:     kind(findTurn),
		analysisKind: kind(analyze),
	}
}

func kind[I, O any](do func(ctx context.Context, t *queue.Task, in I) (O, error)) queue.Kind {
	return func(ctx context.Context, t *queue.Task) ([]byte, error) {
		var in I
		if err := json.Unmarshal(t.Input, &in); err != nil {
			return nil, fmt.Errorf("input %.80q: %w", t.Input, err)
		}
		out, err := do(ctx, t, in)
		if err != nil {
			return nil, err
		}
		return json.Marshal(out)
	}
}

func job(kind string, urgency queue.Urgency, in any) queue.Job {
	text, err := json.Marshal(in)
	if err != nil {
		text = nil // the worker reports that it cannot be parsed
	}
	return queue.Job{Kind: kind, Input: text, Urgency: urgency}
}

func ask[O any](ctx context.Context, dispatcher *queue.Dispatcher, j queue.Job) (out O, err error) {
	a, err := dispatcher.Ask(ctx, j)
	if err == nil {
		err = json.Unmarshal(a.Output, &out)
	}
	return out, err
}

func analyze(ctx context.Context, t *queue.Task, in analysis.Game) ([]analysis.Judged, error) {
	return in.Judge(ctx, func(known []analysis.Judged) {
		t.Report(float64(len(known))/float64(in.Positions()), known)
	})
}

// Analyzers are workers that analyze games. Create it with [NewAnalyzers].
type Analyzers struct {
	dispatcher *queue.Dispatcher
	trusted    string
	sampler    *queue.Sampler
}

// NewAnalyzers returns the workers of a dispatcher. The trusted one, inside
// this program, is not rechecked.
func NewAnalyzers(dispatcher *queue.Dispatcher, trusted string) *Analyzers {
	return &Analyzers{dispatcher: dispatcher, trusted: trusted, sampler: queue.NewSampler(queue.DefaultRecheckRate)}
}

// Slots implements [analysis.Workers].
func (a *Analyzers) Slots() int { return Searchers{a.dispatcher}.Slots(false) }

const analysisLimit = 30 * time.Minute

func analysisJob(g analysis.Game) queue.Job {
	j := job(analysisKind, queue.Soon, g)
	j.Limit = analysisLimit
	return j
}

// Analyze implements [analysis.Workers]. A worker whose output is not an
// analysis of the game is excluded, and another one is asked.
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

// Recheck implements [analysis.Workers]: the first analysis of each worker and
// a random sample of the others are done again, if there is another worker.
func (a *Analyzers) Recheck(ctx context.Context, g analysis.Game, all []analysis.Judged, worker string) ([]analysis.Judged, []string, error) {
	if worker == a.trusted || len(a.dispatcher.Workers()) < 2 || !a.sampler.Choose(worker) {
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
