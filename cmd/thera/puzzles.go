package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/cluster/queue"
	"thera/internal/lab/puzzle"
	"thera/internal/site/jobs"
)

func (p *program) puzzlesCommand() *cobra.Command {
	f := puzzleFlags{count: 10}
	cmd := &cobra.Command{
		Use:   "puzzles GAME",
		Short: "Find positions with a single winning move",
		Long: `Find positions with a single winning move in games that the engine plays against
itself, and print them with that move and a grade, which is higher for puzzles that
the engine finds harder. It is proven that the move wins and that every other move
loses. The same flags find the same puzzles, with or without --workers.

With --json, print {"id", "game", "position", "plies", "effort", "grade", "line",
"themes", "legal_moves"} for each puzzle: the distance to the win, in games where it
is known, the number of positions searched to find the move, the solution, in which
each move of the solver is the only one that wins, and the number of legal moves,
also as "moves", for older programs.

With --from, select puzzles from a file with one puzzle per line in this JSON format:
an equal number of each grade, as far as available, and all puzzles of the file
--keep. With --measure, measure their efforts again, which is necessary if another
engine found them.`,
		Example: `  thera puzzles santorini --count 5
  thera puzzles amazons --variant 6x6 --count 30 --seed 1 --json
  cat found-*.jsonl | thera puzzles amazons --from - --keep old.jsonl --count 300 --json`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			entry, err := catalog.Find(args[0])
			if err != nil {
				return usageError{err}
			}
			if err := f.options.Check(entry); err != nil {
				return usageError{err}
			}
			if f.from != "" {
				if err := notWith(cmd, "from", "variant", "seed", "moves", "workers"); err != nil {
					return err
				}
				return p.choosePuzzles(cmd.Context(), entry, f)
			}
			if err := onlyWith(cmd, "from", "keep", "measure"); err != nil {
				return err
			}
			if f.crew.url != "" {
				return p.puzzlesByWorkers(cmd.Context(), entry, f)
			}
			return p.puzzles(cmd.Context(), entry, f.options, f.count)
		},
	}
	f.addTo(cmd)
	p.jsonFlag(cmd)
	return cmd
}

type puzzleFlags struct {
	options    puzzle.Options
	count      int
	from, keep string // files
	measure    bool
	crew       crewFlags
}

func (f *puzzleFlags) addTo(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.options.Variant, "variant", "", "begin games at the start of this `VARIANT`")
	cmd.ValidArgsFunction = completeGame
	_ = cmd.RegisterFlagCompletionFunc("variant", completeVariant)
	cmd.Flags().StringVar(&f.from, "from", "", "select from the puzzles in `FILE`, - for standard input")
	cmd.Flags().StringVar(&f.keep, "keep", "", "with --from, first select all puzzles in `FILE`")
	cmd.Flags().BoolVar(&f.measure, "measure", false, "with --from, measure efforts again")
	wholeNumber(cmd, "count", "find `NUMBER` puzzles (default 10)", 1, &f.count)
	wholeNumber(cmd, "seed", "play games with `NUMBER` as the random seed (default 0)", 0, &f.options.Seed)
	wholeNumber(cmd, "moves", "find only puzzles with at least `NUMBER` legal moves", 0, &f.options.Moves)
	f.crew.addWorkers(cmd)
}

func (p *program) puzzles(ctx context.Context, entry catalog.Entry, opt puzzle.Options, count int) error {
	found := 0
	var report func(games int)
	if p.terminal {
		report = func(games int) {
			p.showLine(fmt.Sprintf("%d of %s, %s", found, counted(count, "puzzle", "puzzles"), counted(games, "game", "games")))
		}
	}
	for each, err := range puzzle.Find(ctx, entry, opt, report) {
		p.clear()
		if err != nil {
			return err
		}
		if err := p.print(newPuzzleResult(each)); err != nil {
			return err
		}
		if found++; found == count {
			break
		}
	}
	p.clear()
	if found < count && ctx.Err() != nil {
		return fmt.Errorf("interrupted after %d of %d puzzles", found, count)
	}
	return nil
}

func (p *program) choosePuzzles(ctx context.Context, entry catalog.Entry, f puzzleFlags) error {
	others, err := p.readPuzzles(ctx, entry, f.from, f.measure)
	if err != nil {
		return err
	}
	var kept []puzzle.Puzzle
	if f.keep != "" {
		if kept, err = p.readPuzzles(ctx, entry, f.keep, f.measure); err != nil {
			return err
		}
	}
	return p.printPuzzles(puzzle.Choose(kept, others, f.count))
}

func (p *program) printPuzzles(all []puzzle.Puzzle) error {
	return printAll(p, all, newPuzzleResult)
}

// readPuzzles reads the puzzles in a file and derives what their lines imply.
func (p *program) readPuzzles(ctx context.Context, entry catalog.Entry, name string, measure bool) ([]puzzle.Puzzle, error) {
	file, err := p.open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // only read
	all, err := puzzle.Read(file)
	if err != nil {
		return nil, inFile(name, err)
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

// puzzlesByWorkers has workers find puzzles, and prints them once they are verified,
// since a worker may be wrong.
func (p *program) puzzlesByWorkers(ctx context.Context, entry catalog.Entry, f puzzleFlags) error {
	return p.withDesk(ctx, f.crew, func(desk *queue.Dispatcher) error {
		found, err := jobs.Puzzles(ctx, desk, entry, f.options, f.count, p.crewProgress("games"))
		p.clear()
		return errors.Join(p.printPuzzles(found), err)
	})
}

type puzzleResult struct {
	puzzle.Puzzle

	LegalMoves int `json:"legal_moves"`
}

func newPuzzleResult(p puzzle.Puzzle) puzzleResult { return puzzleResult{p, p.Moves} }

func (r puzzleResult) String() string {
	among := "the only move"
	if r.Moves > 1 {
		among = fmt.Sprintf("one of %d moves", r.Moves)
	}
	return fmt.Sprintf("%s  %s  %s, %s, graded %d", r.Position, r.Move(), among, counted(r.Turns(), "turn", "turns"), r.Grade)
}
