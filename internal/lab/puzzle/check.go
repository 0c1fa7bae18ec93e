package puzzle

import (
	"context"
	"fmt"

	"thera/internal/catalog"
)

// Check returns an error for a puzzle, found by anyone, that can be shown to be
// wrong: a move of its line is not legal, or a solver's move is not proven to
// be the only winning one within four times the work of finding it.
func Check(ctx context.Context, entry catalog.Entry, p Puzzle) error {
	pos, err := entry.Game.Parse(p.Position)
	if err != nil {
		return err
	}
	moves := len(pos.Moves())
	if p.Game != entry.Game.Name() || p.Position != pos.String() || p.ID != ID(p.Game, p.Position) || p.Moves != moves ||
		moves < entry.Puzzles.FewestMoves || moves > entry.Puzzles.MostMoves || len(p.Line)%2 == 0 || p.Effort < 1 || p.Effort > MaxEffort {
		return fmt.Errorf("puzzle %s, %q: want its id, %d to %d moves, its effort, and a line of the solver's turns and replies",
			p.ID, p.Position, entry.Puzzles.FewestMoves, entry.Puzzles.MostMoves)
	}
	prover := newProver(entry, 4*findNodes, 4*findNodes)
	for i, m := range p.Line {
		if i%2 == 0 {
			win, err := prover.only(ctx, pos, m)
			if err != nil {
				return err
			}
			if win.Move != m || i == 0 && p.Plies > 0 && win.Plies != p.Plies {
				return fmt.Errorf("puzzle %s, %q: %q in %d plies is not proven to be the one winning move, it may be %q in %d",
					p.ID, pos, m, p.Plies, win.Move, win.Plies)
			}
		}
		if pos, err = pos.Play(m); err != nil {
			return fmt.Errorf("puzzle %s: %w", p.ID, err)
		}
	}
	return nil
}
