package main

import (
	"cmp"
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
		Short: "Benchmark the engines and print their signature",
		Long: `Benchmark the engines: search fixed positions of every game to fixed depths on one
thread, and print the nodes and the nodes per second, for each game and in total.
The total number of nodes is the signature of the engines' behavior: it is the
same on every machine and changes whenever the search or evaluation changes.

With --json, print {"game", "nodes", "seconds", "nodes_per_second"}; the last
object is the total and has no game.`,
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

// benchResult is the measurement of a game, or the total if Game is empty.
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
	return fmt.Sprintf("%-10s %9d nodes %9d nodes/s", cmp.Or(r.Game, "total"), r.Nodes, r.NodesPerSecond)
}
