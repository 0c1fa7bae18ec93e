package puzzle

import (
	"context"
	"fmt"
	"math"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

// unaided is a depth that no search reaches; a request with a depth gets the
// search alone, without help from a solver.
const unaided = 99

// Measure sets the effort of a puzzle with a position and a line.
func (p *Puzzle) Measure(ctx context.Context, entry catalog.Entry) error {
	pos, err := entry.Game.Parse(p.Position)
	if err != nil {
		return err
	}
	if len(p.Line) == 0 {
		return errNoLine
	}
	var reader engine.Engine
	if entry.Puzzles.NewReader != nil {
		reader = entry.Puzzles.NewReader()
	} else {
		reader = entry.NewEngine(engine.Config{HashMiB: 16})
	}
	p.Effort, err = reading(ctx, reader, pos, p.Move(), entry.Puzzles.Effort != catalog.UntilPlayed)
	if err != nil || entry.Puzzles.Effort != catalog.AmongParts {
		return err
	}
	solver := entry.NewSolver(catalog.SolverConfig{MemoryMiB: 8, OutcomeOnly: true})
	v, err := solver.Solve(ctx, engine.Problem{Position: pos, All: true, Limits: engine.Limits{Nodes: MaxEffort}})
	if err != nil {
		return fmt.Errorf("%s: %w", pos, err)
	}
	p.Effort = uint64(math.Round(math.Sqrt(float64(p.Effort) * float64(min(max(1, v.Nodes), MaxEffort)))))
	return nil
}

// reading returns the number of nodes after which a new engine settles on the right move
// and, if proven is set, has seen that it wins; MaxEffort if that does not happen.
func reading(ctx context.Context, e engine.Engine, pos game.Position, right game.Move, proven bool) (uint64, error) {
	found, since := false, uint64(0)
	note := func(info engine.Info) {
		_, seen := info.Score.Proven()
		if now := info.Best() == right && (seen || !proven); now != found {
			found, since = now, info.Nodes
		}
	}
	last, err := e.Search(ctx, engine.Request{
		Position: pos, Limits: engine.Limits{Nodes: MaxEffort, Depth: unaided}, Report: note,
	})
	if err != nil {
		return 0, err
	}
	if note(last); !found {
		return MaxEffort, nil
	}
	return min(max(1, since), MaxEffort), nil
}
