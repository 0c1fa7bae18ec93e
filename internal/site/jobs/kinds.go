package jobs

import (
	"context"
	"encoding/json"
	"fmt"

	"thera/internal/cluster/queue"
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
		gameKind:     kind(playGame),
		puzzleKind:   kind(findPuzzle),
		selfPlayKind: kind(playSelf),
		proofKind:    new(provers).kind(),
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
