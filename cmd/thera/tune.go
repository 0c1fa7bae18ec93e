package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"thera/internal/tune"
)

func (p *program) tuneCommand() *cobra.Command {
	var games, nodes, seed uint64
	cmd := &cobra.Command{
		Use:   "tune GAME",
		Short: "Fit the evaluation's weights to self-play",
		Long: `Let the engine play against itself from random openings, fit the weights of the
evaluation to the results, and print them as the Go file amazons/fitted.go. The
same flags give the same weights. Only amazons can be tuned.`,
		Example: `  thera tune amazons --games 2500 --nodes 1500 --seed 1 > amazons/fitted.go`,
		Args:    namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] != "amazons" {
				return usagef("game %q can't be tuned: want amazons", args[0])
			}
			return p.tune(cmd.Context(), int(games), nodes, seed)
		},
	}
	wholeNumber(cmd, "games", "play this `NUMBER` of games (default 2500)", 1, &games)
	wholeNumber(cmd, "nodes", "search this `NUMBER` of positions a move (default 1500)", 1, &nodes)
	wholeNumber(cmd, "seed", "play the games of this `NUMBER` (default 0)", 0, &seed)
	games, nodes = 2500, 1500
	return cmd
}

func (p *program) tune(ctx context.Context, games int, nodes, seed uint64) error {
	opt := tune.Options{Games: games, Nodes: nodes, Seed: seed, OpeningPlies: 8}
	if p.terminal {
		opt.Progress = func(played int) { fmt.Fprintf(p.stderr, "\r%d of %d games", played, games) }
	}
	samples, err := tune.PlayAmazons(ctx, opt)
	if p.terminal {
		fmt.Fprintln(p.stderr)
	}
	if err != nil {
		return err
	}
	weights, loss := tune.FitAmazons(samples)
	fmt.Fprintf(p.stderr, "%d positions, loss %.5f nats\n", len(samples), loss)
	_, err = fmt.Fprint(p.stdout, tune.AmazonsSource(weights, fmt.Sprintf("thera tune amazons --games %d --nodes %d --seed %d", games, nodes, seed)))
	return err
}
