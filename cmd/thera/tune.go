package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"thera/internal/tune"
)

func (p *program) tuneCommand() *cobra.Command {
	var games, nodes, seed uint64
	var hand, placements bool
	recipes := tune.Recipes()
	var tuned []string
	for _, r := range recipes {
		tuned = append(tuned, r.Game)
	}
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
		ValidArgs: tuned,
		RunE: func(cmd *cobra.Command, args []string) error {
			i := slices.Index(tuned, args[0])
			if i < 0 {
				return usagef("game %q can't be tuned: want %s", args[0], strings.Join(tuned, " or "))
			}
			recipe := recipes[i]
			if placements {
				if recipe.Place == nil || games > 0 || hand {
					return usagef("--placements: want it with santorini, and without --games and --hand")
				}
				return p.placements(cmd.Context(), recipe, cmp.Or(nodes, 10_000_000))
			}
			games, nodes := cmp.Or(games, recipe.Games), cmp.Or(nodes, recipe.Nodes)
			opt := tune.Options{Games: int(games), Nodes: nodes, Seed: seed, OpeningPlies: 8, ByHand: hand}
			command := fmt.Sprintf("thera tune %s --games %d --nodes %d --seed %d", recipe.Game, games, nodes, seed)
			if hand {
				command += " --hand"
			}
			return p.fit(cmd.Context(), recipe, opt, command)
		},
	}
	wholeNumber(cmd, "games", "play this `NUMBER` of games", 1, &games)
	wholeNumber(cmd, "nodes", "search this `NUMBER` of positions a move", 1, &nodes)
	wholeNumber(cmd, "seed", "play the games of this `NUMBER` (default 0)", 0, &seed)
	cmd.Flags().BoolVar(&hand, "hand", false, "have Santorini's evaluation by hand play the games, not the network")
	cmd.Flags().BoolVar(&placements, "placements", false, "find the best placements in Santorini")
	return cmd
}

// fit prints the file of a fitted evaluation.
func (p *program) fit(ctx context.Context, recipe tune.Recipe, opt tune.Options, command string) error {
	playing := p.terminal // a line of progress is being written over
	if p.terminal {
		opt.Progress = func(played int) { fmt.Fprintf(p.stderr, "\r%d of %d games", played, opt.Games) }
	}
	file, err := recipe.Fit(ctx, opt, command, func(line string) {
		if playing {
			fmt.Fprintln(p.stderr)
			playing = false
		}
		fmt.Fprintln(p.stderr, line)
	})
	if err != nil {
		return err
	}
	_, err = p.stdout.Write(file)
	return err
}

// placements prints an opening book.
func (p *program) placements(ctx context.Context, recipe tune.Recipe, nodes uint64) error {
	var progress func(done, of int)
	if p.terminal {
		progress = func(done, of int) { fmt.Fprintf(p.stderr, "\r%d of %d placements", done, of) }
	}
	book, err := recipe.Place(ctx, nodes, progress)
	if p.terminal {
		fmt.Fprintln(p.stderr)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "# thera tune %s --placements --nodes %d\n%s", recipe.Game, nodes, book)
	return err
}
