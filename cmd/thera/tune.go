package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"thera/engine"
	"thera/internal/catalog"
	"thera/internal/tune"
	"thera/santorini/opening"
)

// tuned are the games whose evaluation can be fitted, with how many games of
// how many nodes a move are played unless flags say otherwise.
var tuned = map[string]struct {
	games, nodes uint64
	tune         func(p *program, ctx context.Context, opt tune.Options, command string) error
}{
	"amazons":   {2500, 1500, (*program).tuneAmazons},
	"santorini": {60000, 800, (*program).tuneSantorini},
}

func (p *program) tuneCommand() *cobra.Command {
	var games, nodes, seed uint64
	var hand, placements bool
	cmd := &cobra.Command{
		Use:   "tune GAME",
		Short: "Fit the evaluation's weights to self-play",
		Long: `Let the engine play against itself from random openings, fit the weights of the
evaluation to the results, and print them as the file the game's package has
them in: amazons/eval/fitted.go, 2500 games of 1500 nodes a move unless flags say
otherwise, or santorini/eval/network.bin, 60000 games of 800 nodes. The same flags
and engine give the same weights.

With --placements, find the best reply to each first placement in Santorini
instead, with 10000000 nodes each, and print santorini/opening/placements.txt.`,
		Example: `  thera tune amazons --games 2500 --nodes 1500 --seed 1 > amazons/eval/fitted.go
  thera tune santorini --games 60000 --nodes 800 --seed 1 > network.bin
  thera tune santorini --placements > placements.txt`,
		Args:      namedArgs,
		ValidArgs: []string{"amazons", "santorini"},
		RunE: func(cmd *cobra.Command, args []string) error {
			t, ok := tuned[args[0]]
			if !ok {
				return usagef("game %q can't be tuned: want amazons or santorini", args[0])
			}
			if placements {
				if args[0] != "santorini" || games > 0 || hand {
					return usagef("--placements: want it with santorini, and without --games and --hand")
				}
				return p.placements(cmd.Context(), cmp.Or(nodes, 10_000_000))
			}
			if games == 0 {
				games = t.games
			}
			if nodes == 0 {
				nodes = t.nodes
			}
			opt := tune.Options{Games: int(games), Nodes: nodes, Seed: seed, OpeningPlies: 8, ByHand: hand}
			if p.terminal {
				opt.Progress = func(played int) { fmt.Fprintf(p.stderr, "\r%d of %d games", played, games) }
			}
			command := fmt.Sprintf("thera tune %s --games %d --nodes %d --seed %d", args[0], games, nodes, seed)
			if hand {
				command += " --hand"
			}
			return t.tune(p, cmd.Context(), opt, command)
		},
	}
	wholeNumber(cmd, "games", "play this `NUMBER` of games", 1, &games)
	wholeNumber(cmd, "nodes", "search this `NUMBER` of positions a move", 1, &nodes)
	wholeNumber(cmd, "seed", "play the games of this `NUMBER` (default 0)", 0, &seed)
	cmd.Flags().BoolVar(&hand, "hand", false, "have Santorini's evaluation by hand play the games, not the network")
	cmd.Flags().BoolVar(&placements, "placements", false, "find the best placements in Santorini")
	return cmd
}

// tuneAmazons prints the weights of Amazons as a Go file.
func (p *program) tuneAmazons(ctx context.Context, opt tune.Options, command string) error {
	samples, err := tune.PlayAmazons(ctx, opt)
	p.played(len(samples))
	if err != nil {
		return err
	}
	weights, loss := tune.FitAmazons(samples)
	fmt.Fprintf(p.stderr, "loss %.5f nats\n", loss)
	_, err = fmt.Fprint(p.stdout, tune.AmazonsSource(weights, command))
	return err
}

// tuneSantorini prints the weights of Santorini as the file of a network.
func (p *program) tuneSantorini(ctx context.Context, opt tune.Options, command string) error {
	opt.Blunders = 0.08
	samples, err := tune.PlaySantorini(ctx, opt)
	p.played(len(samples))
	if err != nil {
		return err
	}
	weights, err := tune.TrainSantorini(ctx, samples, tune.Training{
		Epochs: 12,
		Seed:   opt.Seed,
		Progress: func(epoch int, learned, kept float64) {
			fmt.Fprintf(p.stderr, "epoch %d: loss %.5f nats, %.5f of games kept out\n", epoch, learned, kept)
		},
	})
	if err != nil {
		return err
	}
	file, err := weights.AppendFile(nil, command)
	if err != nil {
		return err
	}
	_, err = p.stdout.Write(file)
	return err
}

// placements prints the opening book of Santorini.
func (p *program) placements(ctx context.Context, nodes uint64) error {
	kind, err := catalog.Santorini().Engine("alphabeta")
	if err != nil {
		return err
	}
	book, err := opening.Compute(ctx, kind.New(engine.Config{HashMiB: 256, Threads: 1}), nodes, func(done int) {
		if p.terminal {
			fmt.Fprintf(p.stderr, "\r%d of %d placements", done, opening.NumLines)
		}
	})
	if p.terminal {
		fmt.Fprintln(p.stderr)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "# thera tune santorini --placements --nodes %d\n%s", nodes, book)
	return err
}

// played says how many positions were kept of the games.
func (p *program) played(positions int) {
	if p.terminal {
		fmt.Fprintln(p.stderr)
	}
	fmt.Fprintf(p.stderr, "%d positions\n", positions)
}
