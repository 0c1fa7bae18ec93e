package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/cluster/queue"
	"thera/internal/lab/puzzle"
	"thera/internal/site/jobs"
)

func (p *program) puzzlesCommand() *cobra.Command {
	var variant string
	var count, seed, moves uint64
	var choice puzzleChoice
	var crew crewFlags
	cmd := &cobra.Command{
		Use:   "puzzles GAME",
		Short: "Find positions with one winning move",
		Long: `Let the engine play against itself and print positions in which exactly one move
wins, with that move and a grade, higher for those that the engine finds harder.
That it wins and that every other move loses is proven. The same flags find the
same puzzles, also with --workers.

With --json: {"id", "game", "position", "moves", "plies", "effort", "grade", "line",
"themes"}; moves is the number of legal moves, plies the distance to the win where
the game has one, effort the number of positions that it takes to find the move, and
line the solution: moves of the solver, each the only one that wins, with the replies
between them.

With --from, choose puzzles from a file in which there are many, one a line in that
JSON: as many of each grade as can be had, beside all those in the file that --keep
names. With --measure, their efforts are measured anew, as those of puzzles that were
found with another engine have to be.`,
		Example: `  thera puzzles santorini --count 5
  thera puzzles amazons --variant 6x6 --count 30 --seed 1 --json
  cat found-*.jsonl | thera puzzles amazons --from - --keep old.jsonl --count 300 --json`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			entry, err := catalog.Find(args[0])
			if err != nil {
				return usageError{err}
			}
			if _, err := entry.Game.Start(variant); err != nil {
				return usageError{err}
			}
			if choice.from != "" {
				for _, other := range []string{"variant", "seed", "moves", "workers"} {
					if cmd.Flags().Changed(other) {
						return usagef("--from and --%s: want one of them", other)
					}
				}
				return p.choosePuzzles(cmd.Context(), entry, choice, int(count))
			}
			for _, other := range []string{"keep", "measure"} {
				if cmd.Flags().Changed(other) {
					return usagef("--%s: want --from too", other)
				}
			}
			opt := puzzle.Options{Variant: variant, Seed: seed, Moves: int(moves)}
			if crew.url != "" {
				return p.puzzlesByWorkers(cmd.Context(), crew, entry, opt, int(count))
			}
			return p.puzzles(cmd.Context(), entry, opt, int(count))
		},
	}
	cmd.Flags().StringVar(&variant, "variant", "", "begin games at the start of this `VARIANT`")
	cmd.ValidArgsFunction = completeGame
	_ = cmd.RegisterFlagCompletionFunc("variant", completeVariant)
	cmd.Flags().StringVar(&choice.from, "from", "", "choose from the puzzles in this `FILE`, or - for standard input")
	cmd.Flags().StringVar(&choice.keep, "keep", "", "with --from, choose all of the puzzles in this `FILE` first")
	cmd.Flags().BoolVar(&choice.measure, "measure", false, "with --from, measure efforts anew")
	wholeNumber(cmd, "count", "find this `NUMBER` of puzzles (default 10)", 1, &count)
	wholeNumber(cmd, "seed", "play the games of this `NUMBER` (default 0)", 0, &seed)
	wholeNumber(cmd, "moves", "find those with at least this `NUMBER` of legal moves", 0, &moves)
	count = 10
	crew.addWorkers(cmd)
	p.jsonFlag(cmd)
	return cmd
}

func (p *program) puzzles(ctx context.Context, entry catalog.Entry, opt puzzle.Options, count int) error {
	found := 0
	for each, err := range puzzle.Find(ctx, entry, opt) {
		if err != nil {
			return err
		}
		if err := p.print(puzzleResult{each}); err != nil {
			return err
		}
		if found++; found == count {
			break
		}
	}
	if found < count && ctx.Err() != nil {
		return fmt.Errorf("interrupted after %d of %d puzzles", found, count)
	}
	return nil
}

// puzzleChoice says which files puzzles are chosen from.
type puzzleChoice struct {
	from, keep string
	measure    bool
}

// choosePuzzles prints some of the puzzles in files.
func (p *program) choosePuzzles(ctx context.Context, entry catalog.Entry, choice puzzleChoice, count int) error {
	others, err := p.readPuzzles(ctx, entry, choice.from, choice.measure)
	if err != nil {
		return err
	}
	var kept []puzzle.Puzzle
	if choice.keep != "" {
		if kept, err = p.readPuzzles(ctx, entry, choice.keep, choice.measure); err != nil {
			return err
		}
	}
	for _, each := range puzzle.Choose(kept, others, count) {
		if err := p.print(puzzleResult{each}); err != nil {
			return err
		}
	}
	return nil
}

// readPuzzles reads the puzzles in a file, with what follows from their lines.
func (p *program) readPuzzles(ctx context.Context, entry catalog.Entry, name string, measure bool) ([]puzzle.Puzzle, error) {
	file := p.stdin
	if name != "-" {
		opened, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer opened.Close()
		file = opened
	}
	all, err := puzzle.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for i := range all {
		if measure {
			err = all[i].Measure(ctx, entry)
		}
		if err == nil {
			err = all[i].Describe(entry)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: puzzle %d, %q: %w", name, i+1, all[i].Position, err)
		}
	}
	return all, ctx.Err()
}

// puzzlesByWorkers has workers find puzzles. They are printed when it is certain
// that no worker was wrong.
func (p *program) puzzlesByWorkers(ctx context.Context, crew crewFlags, entry catalog.Entry, opt puzzle.Options, count int) error {
	return p.withDesk(ctx, crew, func(desk *queue.Dispatcher) error {
		found, err := jobs.Puzzles(ctx, desk, entry, opt, count, p.crewProgress("games"))
		if err != nil {
			return err
		}
		p.clear()
		for _, each := range found {
			if err := p.print(puzzleResult{each}); err != nil {
				return err
			}
		}
		return nil
	})
}

// puzzleResult is a puzzle as it is printed.
type puzzleResult struct{ puzzle.Puzzle }

func (r puzzleResult) String() string {
	return fmt.Sprintf("%s  %s  one of %d moves, %s, graded %d", r.Position, r.Move(), r.Moves, counted(r.Turns(), "turn", "turns"), r.Grade)
}
