package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/lab/dataset"
)

type dumpFlags struct {
	recipe dataset.Recipe
	out    string
	resume bool
	thread int
	store  string
	verify string
	proofs int
}

const dumpHelp = `Write a dataset for learning to a new folder, or check one. DATASET is

  games        whole games with their winners
  evaluations  positions with the best lines and the win probability of the mover
  puzzles      positions with exactly one winning move, and the solution
  proofs       positions with the proven winner and all winning moves

The engine plays games against itself, each from random moves, at levels and nodes of
your choice. Positions come from these games. The folder has, for each of the splits
train, validation and test, the same rows as NDJSON compressed by zstd and as Parquet;
a schema, a data card and checksums. No game and no position is in two splits. The
same flags and version give the same files, with any number of threads.

The rows of each game are first saved in a journal beside the folder, which appears
when it is complete. After an interrupt, the same command with --resume continues.

With --store, the games come from the store of thera serve, even while the server is
running: finished rated games outside classes. Players have numbers that mean nothing
outside the dataset; names of people, IDs and dates are left out, always, since the
service has no setting by which people agree to be named. Names of bots, ratings and
time controls are kept. Aborted and voided games are left out, and all games of
deleted accounts. Moves are not secret: games that the server shows can be found there
by their moves. An interrupted export can't be resumed, since games and accounts may
have changed by then: run it again.

--verify checks a folder: checksums, schema, that both formats have the same rows,
that all moves are legal, results follow from the rules and splits are disjoint. It
proves --proofs rows of puzzles or proofs again.

With --json, print {"dataset", "folder", "rows", "train", "validation", "test"}, and
with --verify also "proofs".`

func (p *program) dumpCommand() *cobra.Command {
	f := dumpFlags{thread: runtime.GOMAXPROCS(0), proofs: 10}
	f.recipe = dataset.Recipe{Games: 1000, Nodes: 1000, Plies: 4, Positions: 4, SearchNodes: 100_000, Lines: 3}
	cmd := &cobra.Command{
		Use:   "dump DATASET GAME",
		Short: "Write or check a dataset for learning",
		Long:  dumpHelp,
		Example: `  thera dump games amazons --games 100000 --level 4,6,8 --nodes 2000 --out amazons-games
  thera dump evaluations santorini --variant 2p --search-nodes 1000000 --out santorini-evaluations
  thera dump proofs hermit --variant 4x4 --variant 5x5 --out hermit-proofs --resume
  thera dump games --store postgres://localhost/thera --out people
  thera dump --verify hermit-proofs --proofs 100`,
		Args: func(cmd *cobra.Command, args []string) error { return f.checkArgs(cmd, args) },
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.verify != "" {
				return p.verifyDump(cmd.Context(), f)
			}
			if f.store != "" {
				return p.dumpStore(cmd.Context(), f, args[1:])
			}
			return p.dump(cmd, f, args)
		},
	}
	f.addTo(cmd)
	p.jsonFlag(cmd)
	return cmd
}

func (f *dumpFlags) addTo(cmd *cobra.Command) {
	r := &f.recipe
	cmd.Flags().StringVar(&f.out, "out", "", "write to this `FOLDER`, which must not exist")
	cmd.Flags().StringArrayVar(&r.Variants, "variant", nil, "begin games at the start of this `VARIANT`; given several times, games take turns")
	wholeNumber(cmd, "games", "play `NUMBER` games (default 1000)", 1, &r.Games)
	cmd.Flags().Func("level", "play at this `LEVEL`, 1 to 8; of several, as in 4,6,8, each player draws one (default 8)", f.setLevels)
	wholeNumber(cmd, "nodes", "search at most `NUMBER` positions per move (default 1000)", 1, &r.Nodes)
	wholeNumber(cmd, "plies", "begin each game with `NUMBER` random moves (default 4)", 0, &r.Plies)
	wholeNumber(cmd, "positions", "evaluate or prove at most `NUMBER` positions of each game (default 4)", 1, &r.Positions)
	wholeNumber(cmd, "search-nodes", "search `NUMBER` positions for each evaluation, or at most for each proof (default 100000)", 1, &r.SearchNodes)
	wholeNumber(cmd, "lines", "write the best `NUMBER` lines of each evaluation (default 3)", 1, &r.Lines)
	wholeNumber(cmd, "seed", "play with `NUMBER` as the random seed (default 0)", 0, &r.Seed)
	numberUpTo(cmd, "threads", "play `NUMBER` games at a time (default all cores)", 1, maxThreads, &f.thread)
	cmd.Flags().BoolVar(&f.resume, "resume", false, "continue an interrupted command")
	cmd.Flags().StringVar(&f.store, "store", "", "take rated games from the store `FILE_OR_URL`, as for thera serve")
	cmd.Flags().StringVar(&f.verify, "verify", "", "instead of writing, check the dataset in `FOLDER`")
	wholeNumber(cmd, "proofs", "with --verify, prove `NUMBER` rows again (default 10)", 0, &f.proofs)
	cmd.ValidArgsFunction = completeDump
	completeFlag(cmd, "level")
	_ = cmd.RegisterFlagCompletionFunc("variant", func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
		return completeVariant(cmd, args[min(1, len(args)):], text)
	})
}

// setLevels reads levels separated by commas.
func (f *dumpFlags) setLevels(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		level, err := strconv.Atoi(part)
		if err != nil || level < 1 || level > catalog.MaxLevel {
			return fmt.Errorf("want levels from 1 to %d, as in 4,6,8", catalog.MaxLevel)
		}
		f.recipe.Levels = append(f.recipe.Levels, level)
	}
	return nil
}

func completeDump(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	switch len(args) {
	case 0:
		var names []string
		for _, k := range dataset.Kinds() {
			names = append(names, string(k))
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	case 1:
		return catalog.Names(), cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// recipeFlags are the flags that say how games are played and positions searched.
var recipeFlags = []string{"variant", "games", "level", "nodes", "plies", "positions", "search-nodes", "lines", "seed", "threads", "resume"}

func (f *dumpFlags) checkArgs(cmd *cobra.Command, args []string) error {
	if f.verify != "" {
		if len(args) > 0 {
			return usagef("unexpected argument %q with --verify", args[0])
		}
		return notWith(cmd, "verify", append([]string{"out", "store"}, recipeFlags...)...)
	}
	if err := onlyWith(cmd, "verify", "proofs"); err != nil {
		return err
	}
	if f.store == "" {
		if err := namedArgs(cmd, args); err != nil {
			return err
		}
	}
	if len(args) == 0 {
		return usagef("missing DATASET: want %s", cmd.UseLine())
	}
	kind, err := dataset.ParseKind(args[0])
	if err != nil {
		return usageError{err}
	}
	if f.out == "" {
		return usagef("missing --out: want the folder to write")
	}
	f.recipe.Kind = kind
	if f.store == "" {
		return f.checkFor(cmd, kind)
	}
	if kind != dataset.Games {
		return usagef("--store and %q: want games, which are what a store has", kind)
	}
	if f.resume {
		return usagef("--store and --resume: an export of a store is not saved on the way; run it again without --resume")
	}
	if err := notWith(cmd, "store", recipeFlags...); err != nil {
		return err
	}
	return atMost(2)(cmd, args)
}

// checkFor rejects flags that don't matter for a kind of dataset.
func (f *dumpFlags) checkFor(cmd *cobra.Command, kind dataset.Kind) error {
	without := map[dataset.Kind][]string{
		dataset.Games:   {"positions", "search-nodes", "lines"},
		dataset.Puzzles: {"level", "nodes", "plies", "positions", "search-nodes", "lines"},
		dataset.Proofs:  {"lines"},
	}
	for _, name := range without[kind] {
		if cmd.Flags().Changed(name) {
			return usagef("--%s has no effect on %s: leave it out", name, kind)
		}
	}
	return nil
}

func (p *program) dump(cmd *cobra.Command, f dumpFlags, args []string) error {
	r := f.recipe
	var err error
	if r.Entry, err = catalog.Find(args[1]); err != nil {
		return usageError{err}
	}
	if r.Levels == nil {
		r.Levels = []int{catalog.MaxLevel}
	}
	slices.Sort(r.Levels)
	if err := r.Check(); err != nil {
		return usageError{err}
	}
	opt := dataset.Options{Version: buildVersion().short(), Threads: f.thread, Resume: f.resume}
	if p.terminal {
		opt.Progress = func(games, rows int) {
			p.showLine(fmt.Sprintf("%s of %s, %s", grouped(uint64(games)), counted(r.Games, "game", "games"), counted(rows, "row", "rows")))
		}
	}
	made, err := r.Make(cmd.Context(), f.out, opt)
	p.clear()
	switch {
	case errors.Is(err, dataset.ErrNotResumed):
		return fmt.Errorf("%w: want --resume to continue it, or another folder", err)
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%w; the same command with --resume continues", err)
	case err != nil:
		return err
	}
	return p.print(dumpResult{made})
}

// short returns the version with the commit, if that is known.
func (r versionResult) short() string {
	if r.Commit == "" || strings.Contains(r.Version, r.Commit[:min(12, len(r.Commit))]) {
		return r.Version
	}
	return fmt.Sprintf("%s, commit %.12s", r.Version, r.Commit)
}

type dumpResult struct{ dataset.Summary }

func (r dumpResult) String() string {
	return fmt.Sprintf("%s: %s of %s: %s train, %s validation, %s test", r.Folder, counted(r.Rows, "row", "rows"), r.Dataset,
		grouped(uint64(r.Train)), grouped(uint64(r.Validation)), grouped(uint64(r.Test)))
}

func (p *program) verifyDump(ctx context.Context, f dumpFlags) error {
	opt := dataset.VerifyOptions{Proofs: f.proofs}
	if p.terminal {
		opt.Progress = func(rows, proofs int) {
			if proofs > 0 || rows%1000 == 0 {
				p.showLine(fmt.Sprintf("%s, %s", counted(rows, "row", "rows"), counted(proofs, "proof", "proofs")))
			}
		}
	}
	checked, err := dataset.Verify(ctx, filepath.Clean(f.verify), opt)
	p.clear()
	if err := cmp.Or(ctx.Err(), err); err != nil {
		return fmt.Errorf("not verified: %w", err)
	}
	return p.print(verifiedDump{checked})
}

type verifiedDump struct{ dataset.Checked }

func (r verifiedDump) String() string {
	text := dumpResult{r.Summary}.String() + "; all correct"
	if r.Dataset == dataset.Puzzles || r.Dataset == dataset.Proofs {
		text += ", " + counted(r.Proofs, "row", "rows") + " proven again"
	}
	return text
}
