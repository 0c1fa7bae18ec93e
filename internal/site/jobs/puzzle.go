package jobs

import (
	"context"
	"encoding/json"

	"thera/internal/catalog"
	"thera/internal/cluster/queue"
	"thera/internal/lab/puzzle"
)

// puzzleInput is a game of self-play in which to look for a puzzle.
type puzzleInput struct {
	Game    string `json:"game"`
	Variant string `json:"variant"`
	Seed    uint64 `json:"seed"`
	Moves   int    `json:"moves"`
	Number  uint64 `json:"number"`
}

func findPuzzle(ctx context.Context, _ *queue.Task, in puzzleInput) (puzzle.Puzzle, error) {
	entry, err := catalog.Find(in.Game)
	if err != nil {
		return puzzle.Puzzle{}, err
	}
	return puzzle.One(ctx, entry, puzzle.Options{Variant: in.Variant, Seed: in.Seed, Moves: in.Moves}, in.Number)
}

// Puzzles returns the first puzzles that [puzzle.Find] finds. A solver checks
// each of them.
func Puzzles(ctx context.Context, dispatcher *queue.Dispatcher, entry catalog.Entry, opt puzzle.Options, count int, progress func(queue.Status)) ([]puzzle.Puzzle, error) {
	// found returns the puzzles in the outputs; what can't be read is none.
	found := func(outputs [][]byte) (all []puzzle.Puzzle) {
		for _, output := range outputs {
			var p puzzle.Puzzle
			if json.Unmarshal(output, &p) == nil && p.ID != "" && len(all) < count {
				all = append(all, p)
			}
		}
		return all
	}
	batch := queue.Batch{
		Dispatcher: dispatcher,
		Job: func(i int) queue.Job {
			return job(puzzleKind, queue.Later, puzzleInput{entry.Game.Name(), opt.Variant, opt.Seed, opt.Moves, uint64(i)})
		},
		Enough: func(first [][]byte) bool { return len(found(first)) == count },
		Check: func(_ int, output []byte) error {
			var p puzzle.Puzzle
			if err := json.Unmarshal(output, &p); err != nil || p.ID == "" {
				return err
			}
			return puzzle.Check(ctx, entry, p)
		},
		Progress: progress,
	}
	outputs, err := batch.Run(ctx)
	return found(outputs), err
}
