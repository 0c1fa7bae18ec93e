package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/jobs"
	"thera/internal/puzzle"
	"thera/internal/work"
)

func (p *program) puzzlesCommand() *cobra.Command {
	var variant string
	var count, seed uint64
	var crew crewFlags
	cmd := &cobra.Command{
		Use:   "puzzles GAME",
		Short: "Find positions with one winning move",
		Long: fmt.Sprintf(`Let the engine play against itself and print positions in which exactly one move
wins, with that move and the number of plies that the win takes, %d to %d. That it
wins and that every other move loses is proven. The same flags find the same
puzzles, also with --workers.

With --json: {"game", "position", "move", "plies", "moves", "line"}; moves is the
number of legal moves and line a list of moves, best play as far as it is known.`, puzzle.MinPlies, puzzle.MaxPlies),
		Example: `  thera puzzles santorini --count 5
  thera puzzles amazons --variant 6x6 --count 30 --seed 1 --json`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			entry, err := catalog.Find(args[0])
			if err != nil {
				return usageError{err}
			}
			if _, err := entry.Game.Start(variant); err != nil {
				return usageError{err}
			}
			opt := puzzle.Options{Variant: variant, Seed: seed}
			if crew.url != "" {
				return p.puzzlesByWorkers(cmd.Context(), crew, entry, opt, int(count))
			}
			return p.puzzles(cmd.Context(), entry, opt, int(count))
		},
	}
	cmd.Flags().StringVar(&variant, "variant", "", "begin games at the start of this `VARIANT`")
	cmd.ValidArgsFunction = completeGame
	_ = cmd.RegisterFlagCompletionFunc("variant", completeVariant)
	wholeNumber(cmd, "count", "find this `NUMBER` of puzzles (default 10)", 1, &count)
	wholeNumber(cmd, "seed", "play the games of this `NUMBER` (default 0)", 0, &seed)
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
	p.endInterruptedLine(ctx)
	return nil
}

// puzzlesByWorkers has workers find puzzles. They are printed when it is certain
// that no worker was wrong.
func (p *program) puzzlesByWorkers(ctx context.Context, crew crewFlags, entry catalog.Entry, opt puzzle.Options, count int) error {
	return p.withDesk(ctx, crew, func(desk *work.Desk) error {
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
	return fmt.Sprintf("%s  %s  win in %d plies, one of %d moves", r.Position, r.Move, r.Plies, r.Moves)
}
