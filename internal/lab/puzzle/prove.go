package puzzle

import (
	"context"
	"errors"
	"fmt"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

const (
	// findNodes is for the proof that a move loses, while looking for puzzles.
	findNodes = 20_000
	// glanceNodes is for the proof that a position is won: most positions asked
	// about are not.
	glanceNodes = findNodes / 5
)

// prover proves which moves win.
type prover struct {
	entry  catalog.Entry
	solver engine.Solver
	// glance and nodes are for the proofs that a position is won, and that a move loses.
	glance, nodes uint64
}

func newProver(entry catalog.Entry, glance, nodes uint64) prover {
	return prover{entry, entry.NewSolver(catalog.SolverConfig{MemoryMiB: 8, OutcomeOnly: true}), glance, nodes}
}

// win is a winning move; without a Move there is none.
type win struct {
	Move  game.Move
	Plies int // how long the win takes, 0 if the solver doesn't say
}

// only returns the single winning move of a position, none if that is not
// proven or a move ends the game at once. likely is the move to refute first.
func (p prover) only(ctx context.Context, pos game.Position, likely game.Move) (none win, err error) {
	v, err := p.solve(ctx, pos, p.glance)
	if err != nil || !v.Proven || !v.Winners.Has(pos.Turn()) {
		return none, err
	}
	moves := pos.Moves()
	if likely != v.Moves[0] {
		moves = append([]game.Move{likely}, moves...)
	}
	for _, m := range moves {
		if m == v.Moves[0] {
			continue
		}
		next, err := pos.Play(m)
		if err != nil {
			return none, fmt.Errorf("move %q: %w", m, err)
		}
		if next.Winners() != 0 {
			return none, nil
		}
		if answer, err := p.solve(ctx, next, p.nodes); err != nil || !answer.Proven || answer.Winners.Has(pos.Turn()) {
			return none, err
		}
	}
	return win{v.Moves[0], v.Plies}, nil
}

func (p prover) solve(ctx context.Context, pos game.Position, nodes uint64) (engine.Verdict, error) {
	return p.solver.Solve(ctx, engine.Problem{Position: pos, Limits: engine.Limits{Nodes: nodes}})
}

// takesPower reports whether a winning move needs the power of the seat to
// move. In a position without powers it returns true.
func (p prover) takesPower(ctx context.Context, pos game.Position, win game.Move) (bool, error) {
	board, turn := pos.Board(), pos.Turn()
	if board.Powers == nil {
		return true, nil
	}
	if board.Powers[turn] == p.entry.Cards.None {
		return false, nil
	}
	board.Powers[turn] = p.entry.Cards.None
	without, err := p.entry.Game.Compose(board, turn)
	if err != nil {
		return false, fmt.Errorf("%s without its power: %w", pos, err)
	}
	next, err := without.Play(win)
	if errors.Is(err, game.ErrIllegal) {
		return true, nil
	}
	if err != nil || next.Winners() != 0 {
		return false, err
	}
	answer, err := p.solve(ctx, next, p.nodes)
	return err == nil && (!answer.Proven || !answer.Winners.Has(turn)), err
}
