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

type tuneFlags struct {
	options                                   tune.Options
	network, order, placements, search, seats bool
	crew                                      crewFlags
}

const tuneHelp = `Fit the weights of a game's evaluation: let the engine play against itself from
random openings, fit the weights to scores and results, and print the file that the
game's package embeds. For Amazons this is amazons/eval/fitted10x10.go, or that of
another board, by default from 9000 games with 2000 nodes per move; for Santorini
it is santorini/eval/network.bin, by default from 60000 games with 800 nodes per
move. The same flags and engine give the same weights.

--data names a directory for games and networks. Whatever is missing there for the
given flags is computed, so that the result of an interrupted run is the same to the
last byte. Amazons learns from all games on the board in the directory.

With --network, train amazons/eval/network.bin instead, which corrects the weights.
It learns from the games on the board of --variant and from those on other boards in
the directory, where each board and seed has its own file.

With --generations, Santorini repeats the whole process: each network plays the
games from which the next one learns, together with all games before. Each network
starts from the one that played, or from zero after the handcrafted evaluation, and
keeps what that knows about powers. A generation whose network is in the directory is
not repeated, whatever the flags, so that later generations can use other flags.
--powers plays with powers, in all pairings, and learns only their effect: the
evaluation of play without powers stays the same. It begins from no effect. With
--refine, learning begins with smaller steps from all that the network that played
knows, also about powers, which suits a few games of deep searches.

With --order, learn the move ordering of alpha-beta instead, and print fittedorder.go
of amazons/eval or santorini/eval. It learns from the moves that searches choose: in
Amazons with 5000 nodes, in 3000 games played for the purpose; in Santorini with 1500
nodes, near the first 20000 games of the first generation in the directory of --data.
The chosen moves are saved there.

With --seats, fit the values of Santorini with three and four seats that play for
themselves, and print santorini/eval/fittedseveral.go. It learns from games of the tree
search, by default 17000 with 2000 nodes per move, in which every tenth turn is random.

With --workers, workers play the games, which stay the same.

With --search, tune all constants of the alpha-beta search at once by simultaneous
perturbation (SPSA), and print a table of their values before and after. Each
iteration plays some games between the constants moved in a random direction and in
the opposite one, each opening with both colors, and moves them a little toward the
winner; by default 500 iterations of 16 games with 2000 nodes per move. With --powers
each opening has fair powers. With --json, print {"constant", "start", "end", "exact",
"least", "most", "step"} for each; exact is the end before rounding. The values suit
searches of about as many nodes; matches have to show whether they are better in
longer ones.

With --placements, find the best reply to each first placement in Santorini
instead, with 10000000 nodes each, and print santorini/opening/placements.txt.`

func (p *program) tuneCommand() *cobra.Command {
	var f tuneFlags
	recipes := tune.Recipes()
	var tuned []string
	for _, r := range recipes {
		tuned = append(tuned, r.Game)
	}
	cmd := &cobra.Command{
		Use:   "tune GAME",
		Short: "Fit the weights of the evaluation to self-play",
		Long:  tuneHelp,
		Example: `  thera tune amazons --variant 8x8 --seed 1 --data games > amazons/eval/fitted8x8.go
  thera tune amazons --network --variant 8x8 --seed 1 --data games > network.bin
  thera tune santorini --generations 3 --seed 1 --data games > network.bin
  thera tune santorini --order --data games > fittedorder.go
  thera tune santorini --seats --seed 1 --data games > fittedseveral.go
  thera tune santorini --search --seed 1 --data search
  thera tune santorini --placements > placements.txt`,
		Args:      namedArgs,
		ValidArgs: tuned,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			i := slices.Index(tuned, args[0])
			if i < 0 {
				return usagef("game %q can't be tuned: want %s", args[0], strings.Join(tuned, " or "))
			}
			if err := f.check(cmd, recipes[i]); err != nil {
				return err
			}
			return p.tune(cmd.Context(), recipes[i], f)
		},
	}
	f.addTo(cmd)
	p.jsonFlag(cmd)
	return cmd
}

func (f *tuneFlags) addTo(cmd *cobra.Command) {
	flags, o := cmd.Flags(), &f.options
	wholeNumber(cmd, "games", "play `NUMBER` games, in each generation or iteration", 1, &o.Games)
	wholeNumber(cmd, "nodes", "search `NUMBER` positions per move", 1, &o.Nodes)
	wholeNumber(cmd, "seed", "play with `NUMBER` as the random seed (default 0)", 0, &o.Seed)
	wholeNumber(cmd, "generations", "train `NUMBER` networks, each from games of the one before (default 1)", 1, &o.Generations)
	wholeNumber(cmd, "epochs", "learn `NUMBER` times from each position (default 14, with --order 6, with --network 8)", 1, &o.Epochs)
	wholeNumber(cmd, "iterations", "with --search, move the constants `NUMBER` times (default 500)", 1, &o.Iterations)
	flags.StringVar(&o.Variant, "variant", "", "fit weights for the board of this `VARIANT`")
	flags.StringVar(&o.Data, "data", "", "save games and networks in this `DIRECTORY`, and continue from those in it")
	flags.BoolVar(&o.ByHand, "hand", false, "play the first generation of Santorini with the handcrafted evaluation, not the network")
	flags.BoolVar(&o.Powers, "powers", false, "play Santorini with powers, in all pairings, and learn their effect; with --search, fair powers")
	flags.BoolVar(&o.Refine, "refine", false, "begin with smaller steps from all that the network knows")
	f.crew.addWorkers(cmd)
	flags.BoolVar(&f.network, "network", false, "train the network that corrects the weights of Amazons")
	flags.BoolVar(&f.order, "order", false, "learn the move ordering")
	flags.BoolVar(&f.search, "search", false, "tune the constants of the alpha-beta search")
	flags.BoolVar(&f.seats, "seats", false, "fit the values of three and four seats in Santorini")
	flags.BoolVar(&f.placements, "placements", false, "find the best placements in Santorini")
}

// check rejects flags that do not apply to the game or to each other.
func (f tuneFlags) check(cmd *cobra.Command, recipe tune.Recipe) error {
	set := func(names ...string) bool { return slices.ContainsFunc(names, cmd.Flags().Changed) }
	o, generations := f.options, recipe.Generations > 0
	for _, rule := range []struct {
		broken bool
		want   string
	}{
		{
			f.placements && (recipe.Place == nil || set("search", "network", "order", "variant", "games", "hand", "powers", "refine", "generations", "epochs", "data", "seed", "workers")),
			"--placements: want it with santorini, and with --nodes alone",
		},
		{
			f.order && (recipe.Order == nil || o.Data == "" || set("search", "network", "variant", "hand", "powers", "refine", "generations", "workers")),
			"--order: want it with --data, and with --games, --nodes, --seed and --epochs alone",
		},
		{
			f.seats && (recipe.Seats == nil || set("placements", "search", "network", "order", "variant", "hand", "powers", "refine", "generations", "epochs")),
			"--seats: want it with santorini, and with --games, --nodes, --seed, --data and --workers alone",
		},
		{
			f.search && set("network", "hand", "refine", "generations", "epochs", "workers"),
			"--search: want it without --network, --hand, --refine, --generations, --epochs and --workers",
		},
		{f.search && o.Games%2 != 0, fmt.Sprintf("--games %d: want an even number with --search, for each opening is played with both colors", o.Games)},
		{o.Refine && o.ByHand, "--refine and --hand: want only one of them, for the handcrafted evaluation knows nothing of the network's"},
		{!f.search && set("iterations", "json"), "--iterations and --json: want them with --search"},
		{f.network && recipe.Network == nil, "--network: want it with amazons, where it corrects the weights"},
		{recipe.Variants == nil && o.Variant != "", "--variant: " + recipe.Game + " has one evaluation for all variants"},
		{
			recipe.Variants != nil && o.Variant != "" && !slices.Contains(recipe.Variants, o.Variant),
			fmt.Sprintf("variant %q of %s: want one of %s", o.Variant, recipe.Game, strings.Join(recipe.Variants, ", ")),
		},
		{!generations && set("hand", "powers", "refine", "generations"), fmt.Sprintf("game %q: want no --hand, --powers, --refine and --generations, which are for santorini", recipe.Game)},
		{!generations && !f.network && !f.order && set("epochs"), "--epochs: want it with a network; weights are fitted in one step"},
	} {
		if rule.broken {
			return usagef("%s", rule.want)
		}
	}
	return nil
}

// tune makes what the flags ask for, with the recipe's defaults.
func (p *program) tune(ctx context.Context, recipe tune.Recipe, f tuneFlags) error {
	o, fit := f.options, recipe.Fit
	switch {
	case f.placements:
		return p.placements(ctx, recipe, cmp.Or(o.Nodes, 10_000_000))
	case f.search:
		return p.tuneSearch(ctx, recipe, o)
	case f.order:
		o.Games, o.Nodes, o.Epochs = cmp.Or(o.Games, recipe.OrderGames), cmp.Or(o.Nodes, recipe.OrderNodes), cmp.Or(o.Epochs, 6)
		command := fmt.Sprintf("thera tune %s --order --games %d --nodes %d --seed %d --epochs %d", recipe.Game, o.Games, o.Nodes, o.Seed, o.Epochs)
		return p.fit(ctx, recipe.Order, o, command)
	case f.seats:
		o.Games, o.Nodes = cmp.Or(o.Games, recipe.SeatsGames), cmp.Or(o.Nodes, recipe.SeatsNodes)
		command := fmt.Sprintf("thera tune %s --seats --games %d --nodes %d --seed %d", recipe.Game, o.Games, o.Nodes, o.Seed)
		return p.fitWith(ctx, f.crew, recipe.Seats, o, command)
	case f.network:
		fit = recipe.Network
	}
	o.Games, o.Nodes, o.Epochs = cmp.Or(o.Games, recipe.Games), cmp.Or(o.Nodes, recipe.Nodes), cmp.Or(o.Epochs, recipe.Epochs)
	o.Generations = cmp.Or(o.Generations, recipe.Generations)
	if o.Variant == "" && recipe.Variants != nil {
		o.Variant = recipe.Variants[0]
	}
	command := fmt.Sprintf("thera tune %s --games %d --nodes %d --seed %d", recipe.Game, o.Games, o.Nodes, o.Seed)
	for _, part := range []struct {
		given bool
		text  string
	}{
		{o.Variant != "", " --variant " + o.Variant},
		{f.network, " --network"},
		{o.Generations > 0, fmt.Sprintf(" --generations %d", o.Generations)},
		{o.Generations > 0 || f.network, fmt.Sprintf(" --epochs %d", o.Epochs)},
		{o.ByHand, " --hand"},
		{o.Powers, " --powers"},
		{o.Refine, " --refine"},
	} {
		if part.given {
			command += part.text
		}
	}
	return p.fitWith(ctx, f.crew, fit, o, command)
}

// fitWith has workers play the games, if there are any.
func (p *program) fitWith(ctx context.Context, crew crewFlags, fit tune.Fit, o tune.Options, command string) error {
	if crew.url == "" {
		return p.fit(ctx, fit, o, command)
	}
	return p.withDesk(ctx, crew, func(desk *queue.Dispatcher) error {
		o.Elsewhere = jobs.SelfPlay(desk, p.crewProgress("parts of 8 games"))
		return p.fit(ctx, fit, o, command)
	})
}

func (p *program) fit(ctx context.Context, fit tune.Fit, opt tune.Options, command string) error {
	if p.terminal {
		opt.Progress = func(generation, played int) {
			p.showLine(fmt.Sprintf("generation %d: %d of %d games", generation, played, opt.Games))
		}
	}
	file, err := fit(ctx, opt, command, func(line string) {
		p.clear()
		fmt.Fprintln(p.stderr, line)
	})
	p.clear()
	if errors.Is(err, context.Canceled) && opt.Data != "" {
		return interruptedTuning(opt)
	}
	if err != nil {
		return err
	}
	_, err = p.stdout.Write(file)
	return err
}

// tuneSearch tunes the constants of the search and prints them.
func (p *program) tuneSearch(ctx context.Context, recipe tune.Recipe, o tune.Options) error {
	o.Iterations, o.Games, o.Nodes = cmp.Or(o.Iterations, 500), cmp.Or(o.Games, 16), cmp.Or(o.Nodes, 2000)
	if o.Variant == "" && recipe.Variants != nil {
		o.Variant = recipe.Variants[0]
	}
	constants, err := recipe.Search(ctx, o, p.tuneProgress("iterations"))
	p.clear()
	if errors.Is(err, context.Canceled) && o.Data != "" {
		return interruptedTuning(o)
	}
	if err != nil {
		return err
	}
	if !p.json {
		fmt.Fprintf(p.stdout, "%-24s %6s %6s %9s %11s %5s\n", "constant", "start", "end", "exact", "range", "step")
	}
	return printAll(p, constants, func(c tune.SearchConstant) searchConstant { return searchConstant{c} })
}

type searchConstant struct{ tune.SearchConstant }

func (c searchConstant) String() string {
	of := fmt.Sprintf("%d…%d", c.Least, c.Most)
	return fmt.Sprintf("%-24s %6d %6d %9.2f %11s %5d", c.Name, c.Start, c.End, c.Exact, of, c.Step)
}

func interruptedTuning(o tune.Options) error {
	return fmt.Errorf("interrupted; the same command continues with what is in %s", o.Data)
}

// tuneProgress returns what shows on a terminal how many of some things are done.
func (p *program) tuneProgress(what string) func(done, of int) {
	if !p.terminal {
		return nil
	}
	return func(done, of int) { p.showLine(fmt.Sprintf("%d of %d %s", done, of, what)) }
}

func (p *program) placements(ctx context.Context, recipe tune.Recipe, nodes uint64) error {
	book, err := recipe.Place(ctx, nodes, p.tuneProgress("placements"))
	p.clear()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "# thera tune %s --placements --nodes %d\n%s", recipe.Game, nodes, book)
	return err
}
