package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"thera/internal/cluster/queue"
	"thera/internal/lab/tune"
	"thera/internal/site/jobs"
)

func (p *program) tuneCommand() *cobra.Command {
	var games, nodes, seed, generations, epochs uint64
	var hand, powers, network, order, placements bool
	var data, variant string
	var crew crewFlags
	recipes := tune.Recipes()
	var tuned []string
	for _, r := range recipes {
		tuned = append(tuned, r.Game)
	}
	cmd := &cobra.Command{
		Use:   "tune GAME",
		Short: "Fit the evaluation's weights to self-play",
		Long: `Let the engine play against itself from random openings, fit the weights of the
evaluation to scores and results, and print them as the file the game's package has
them in: amazons/eval/fitted10x10.go or that of another board, 9000 games of 2000
nodes a move unless flags say otherwise, or santorini/eval/network.bin, 60000 games
of 800 nodes. The same flags and engine give the same weights.

--data names a directory that keeps games and networks. With the same flags, whatever
is missing there is made, to the last byte as if there had been no interruption. All
games of Amazons on the board that are there are learned from.

With --network, learn amazons/eval/network.bin instead, what the weights leave out:
from the games on the board of --variant and those of all other boards that are in the
directory, where each board and seed has a file.

For Santorini --generations repeats all this: each network plays the games from which,
and from all before, the next one learns. That begins as the network that played, or as
nothing if that was by hand, and keeps what it says of powers. A generation whose network
is in the directory is done, whatever the flags, so that later ones can have others.
--powers has seats play with powers, in all pairings, and learns anew what they change:
what the network says of play without them stays as it is.

With --order, learn the order in which alpha-beta looks at moves instead, and print
fittedorder.go in amazons/eval or santorini/eval. What searches choose is learned: in
Amazons of 5000 nodes, in 3000 games that are played for it, and in Santorini of 1500
nodes near 20000 of the games of the first generation in the directory that --data names.
What they choose is kept there.

With --workers, workers play the games, which are the same.

With --placements, find the best reply to each first placement in Santorini
instead, with 10000000 nodes each, and print santorini/opening/placements.txt.`,
		Example: `  thera tune amazons --variant 8x8 --seed 1 --data games > amazons/eval/fitted8x8.go
  thera tune amazons --network --variant 8x8 --seed 1 --data games > network.bin
  thera tune santorini --generations 3 --seed 1 --data games > network.bin
  thera tune santorini --order --data games > fittedorder.go
  thera tune santorini --placements > placements.txt`,
		Args:      namedArgs,
		ValidArgs: tuned,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			i := slices.Index(tuned, args[0])
			if i < 0 {
				return usagef("game %q can't be tuned: want %s", args[0], strings.Join(tuned, " or "))
			}
			recipe := recipes[i]
			if placements {
				if recipe.Place == nil || network || order || variant != "" || games > 0 || hand || powers || generations > 0 || epochs > 0 || data != "" {
					return usagef("--placements: want it with santorini, and with --nodes alone")
				}
				return p.placements(cmd.Context(), recipe, cmp.Or(nodes, 10_000_000))
			}
			if order {
				if recipe.Order == nil || network || data == "" || variant != "" || hand || powers || generations > 0 || crew.url != "" {
					return usagef("--order: want it with --data, and with --games, --nodes, --seed and --epochs alone")
				}
				opt := tune.Options{Games: int(cmp.Or(games, recipe.OrderGames)), Nodes: cmp.Or(nodes, recipe.OrderNodes), Seed: seed, Epochs: int(cmp.Or(epochs, 6)), Data: data}
				command := fmt.Sprintf("thera tune %s --order --games %d --nodes %d --seed %d --epochs %d", recipe.Game, opt.Games, opt.Nodes, seed, opt.Epochs)
				return p.fit(cmd.Context(), recipe.Order, opt, command)
			}
			if network && recipe.Network == nil {
				return usagef("--network: want it with amazons, whose weights leave something out")
			}
			games, nodes := cmp.Or(games, recipe.Games), cmp.Or(nodes, recipe.Nodes)
			opt := tune.Options{Games: int(games), Nodes: nodes, Seed: seed, Epochs: int(cmp.Or(epochs, recipe.Epochs)), ByHand: hand, Powers: powers, Data: data}
			command := fmt.Sprintf("thera tune %s --games %d --nodes %d --seed %d", recipe.Game, games, nodes, seed)
			if opt.Variant, err = variantOf(recipe, variant); err != nil {
				return err
			}
			if opt.Variant != "" {
				command += " --variant " + opt.Variant
			}
			if recipe.Generations == 0 && (hand || powers || generations > 0) {
				return usagef("game %q: want no --hand, --powers and --generations, which are for santorini", args[0])
			}
			if recipe.Generations == 0 && epochs > 0 && !network {
				return usagef("--epochs: want it with a network; weights are found at once")
			}
			fit := recipe.Fit
			if network {
				fit = recipe.Network
				command += " --network"
			}
			if recipe.Generations > 0 {
				opt.Generations = int(cmp.Or(generations, recipe.Generations))
				command += fmt.Sprintf(" --generations %d", opt.Generations)
			}
			if recipe.Generations > 0 || network {
				command += fmt.Sprintf(" --epochs %d", opt.Epochs)
			}
			if hand {
				command += " --hand"
			}
			if powers {
				command += " --powers"
			}
			if crew.url == "" {
				return p.fit(cmd.Context(), fit, opt, command)
			}
			return p.withDesk(cmd.Context(), crew, func(desk *queue.Dispatcher) error {
				opt.Elsewhere = jobs.SelfPlay(desk, p.crewProgress("parts of 8 games"))
				return p.fit(cmd.Context(), fit, opt, command)
			})
		},
	}
	wholeNumber(cmd, "games", "play this `NUMBER` of games, for each generation", 1, &games)
	wholeNumber(cmd, "nodes", "search this `NUMBER` of positions a move", 1, &nodes)
	wholeNumber(cmd, "seed", "play the games of this `NUMBER` (default 0)", 0, &seed)
	wholeNumber(cmd, "generations", "make this `NUMBER` of networks, one from the games of the other (default 1)", 1, &generations)
	wholeNumber(cmd, "epochs", "learn this `NUMBER` of times from each position (default 14, with --order 6, --network 8)", 1, &epochs)
	cmd.Flags().StringVar(&variant, "variant", "", "fit weights for the board of this `VARIANT`")
	cmd.Flags().StringVar(&data, "data", "", "keep games and networks in this `DIRECTORY`, and go on with what is there")
	cmd.Flags().BoolVar(&hand, "hand", false, "have Santorini's evaluation by hand play the first generation, not the network")
	cmd.Flags().BoolVar(&powers, "powers", false, "have seats play Santorini with powers, in all pairings, and learn what they change")
	crew.addWorkers(cmd)
	cmd.Flags().BoolVar(&network, "network", false, "learn what the weights of Amazons leave out")
	cmd.Flags().BoolVar(&order, "order", false, "learn the order of moves")
	cmd.Flags().BoolVar(&placements, "placements", false, "find the best placements in Santorini")
	return cmd
}

// variantOf returns the variant whose board is to have weights of its own, "" for a
// game whose boards have none.
func variantOf(recipe tune.Recipe, name string) (string, error) {
	switch {
	case recipe.Variants == nil && name != "":
		return "", usagef("--variant: %s has one evaluation for all variants", recipe.Game)
	case recipe.Variants == nil:
		return "", nil
	case name == "":
		return recipe.Variants[0], nil
	case !slices.Contains(recipe.Variants, name):
		return "", usagef("variant %q of %s: want one of %s", name, recipe.Game, strings.Join(recipe.Variants, ", "))
	}
	return name, nil
}

// fit prints the file of a fitted evaluation.
func (p *program) fit(ctx context.Context, fit tune.Fit, opt tune.Options, command string) error {
	playing := false // a line of progress is being written over
	if p.terminal {
		opt.Progress = func(generation, played int) {
			playing = true
			fmt.Fprintf(p.stderr, "\rgeneration %d: %d of %d games", generation, played, opt.Games)
		}
	}
	file, err := fit(ctx, opt, command, func(line string) {
		if playing {
			fmt.Fprintln(p.stderr)
			playing = false
		}
		fmt.Fprintln(p.stderr, line)
	})
	if errors.Is(err, context.Canceled) && opt.Data != "" {
		return fmt.Errorf("interrupted; the same command goes on with what is in %s", opt.Data)
	}
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
