package puzzle

import (
	"context"
	"fmt"
	"slices"

	"thera/engine"
	"thera/internal/catalog"
)

// Check refuses a puzzle of a game, found by anybody, that can be shown not to be
// one: its move is not legal, or does not win, or another one does too. What can't
// be proven either way within four times the work of finding it is let pass.
func Check(ctx context.Context, entry catalog.Entry, p Puzzle) error {
	pos, err := entry.Game.Parse(p.Position)
	if err != nil {
		return err
	}
	moves := pos.Moves()
	if p.Game != entry.Game.Name() || p.Position != pos.String() || p.Moves != len(moves) || len(moves) > maxMoves ||
		p.Plies < MinPlies || p.Plies > MaxPlies || !slices.Contains(moves, p.Move) || len(p.Line) == 0 || p.Line[0] != p.Move {
		return fmt.Errorf("puzzle %q: want a legal move, its line, and as many moves as there are", p.Position)
	}
	prover := entry.NewEngine(engine.Config{HashMiB: 16})
	for _, m := range moves {
		next, err := pos.Play(m)
		if err != nil {
			return err
		}
		if next.Winners() != 0 {
			return fmt.Errorf("puzzle %q: %s ends the game", p.Position, m)
		}
		answer, err := prover.Search(ctx, engine.Request{Position: next, Limits: engine.Limits{Nodes: 4 * proofNodes}})
		if err != nil {
			return err
		}
		if plies, proven := answer.Score.Proven(); proven && (m == p.Move) != answer.Score.Lost() {
			return fmt.Errorf("puzzle %q with %s: after %s the other side is proven to win, or lose, in %d plies", p.Position, p.Move, m, plies)
		}
	}
	return nil
}
