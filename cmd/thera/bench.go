package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"thera/engine"
	"thera/internal/catalog"
)

func (p *program) benchCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the engines and print their signature",
		Long: `Search fixed positions of every game to fixed depths, on one thread, and print
the nodes searched and the nodes per second of each game and of all together.
The total number of nodes is the signature of the engines' behavior: it is the
same on every machine and changes when what they do changes.

With --json, an object is {"game", "nodes", "seconds", "nodes_per_second"}; the
last one is the total and has no game.`,
		Example: `  thera bench
  thera bench --json | tail -1`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return p.bench(cmd.Context(), catalog.Games())
		},
	}
	p.jsonFlag(cmd)
	return cmd
}

// bench measures the engines of the games and prints each and the total.
func (p *program) bench(ctx context.Context, games []catalog.Entry) error {
	var total benchResult
	for _, entry := range games {
		result, err := benchGame(ctx, entry)
		if err != nil {
			return err
		}
		if err := p.print(result); err != nil {
			return err
		}
		total = newBenchResult("", total.Nodes+result.Nodes, total.took+result.took)
	}
	return p.print(total)
}

// benchGame searches all benchmarks of a game.
func benchGame(ctx context.Context, entry catalog.Entry) (benchResult, error) {
	var nodes uint64
	var took time.Duration
	for _, b := range entry.Benchmarks {
		pos, err := entry.Game.Parse(b.Position)
		if err != nil {
			return benchResult{}, err
		}
		e := entry.NewEngine(engine.Config{})
		info, err := e.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Depth: b.Depth}})
		if ctx.Err() != nil {
			return benchResult{}, errors.New("interrupted: no signature without all searches")
		}
		if err != nil {
			return benchResult{}, err
		}
		nodes += info.Nodes
		took += info.Time
	}
	return newBenchResult(entry.Game.Name(), nodes, took), nil
}

// benchResult is what was measured of a game, or of all if it has no name.
type benchResult struct {
	Game           string  `json:"game,omitempty"`
	Nodes          uint64  `json:"nodes"`
	Seconds        float64 `json:"seconds"`
	NodesPerSecond uint64  `json:"nodes_per_second"`

	took time.Duration
}

func newBenchResult(game string, nodes uint64, took time.Duration) benchResult {
	return benchResult{game, nodes, took.Seconds(), perSecond(nodes, took), took}
}

func (r benchResult) String() string {
	name := r.Game
	if name == "" {
		name = "total"
	}
	return fmt.Sprintf("%-10s %9d nodes %9d nodes/s", name, r.Nodes, r.NodesPerSecond)
}
