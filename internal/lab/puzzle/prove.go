package puzzle

import (
	"context"
	"errors"
	"fmt"
	"math"

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

type prover struct {
	entry  catalog.Entry
	solver engine.Solver
	// glance and nodes are for the proofs that a position is won, and that a move loses.
	glance, nodes uint64
}

func newProver(entry catalog.Entry, glance, nodes uint64) prover {
	return prover{entry, entry.NewSolver(catalog.SolverConfig{TableMiB: 8, OutcomeOnly: true}), glance, nodes}
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
	return engine.TrySolve(ctx, p.solver, engine.Problem{Position: pos, Limits: engine.Limits{Nodes: nodes}})
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

// unaided is a depth that no search reaches; a request with a depth gets the
// search alone, without help from a solver.
const unaided = 99

// Measure sets the effort of a puzzle with a position and a line.
func (p *Puzzle) Measure(ctx context.Context, entry catalog.Entry) error {
	pos, err := entry.Game.Parse(p.Position)
	if err != nil {
		return err
	}
	if len(p.Line) == 0 {
		return errNoLine
	}
	var reader engine.Engine
	if entry.Puzzles.NewReader != nil {
		reader = entry.Puzzles.NewReader()
	} else {
		reader = entry.NewEngine(engine.Config{TableMiB: 16})
	}
	p.Effort, err = reading(ctx, reader, pos, p.Move(), entry.Puzzles.Effort != catalog.UntilPlayed)
	if err != nil || entry.Puzzles.Effort != catalog.AmongParts {
		return err
	}
	solver := entry.NewSolver(catalog.SolverConfig{TableMiB: 8, OutcomeOnly: true})
	v, err := solver.Solve(ctx, engine.Problem{Position: pos, All: true, Limits: engine.Limits{Nodes: MaxEffort}})
	if errors.Is(err, engine.ErrUnsupported) {
		v.Nodes, err = MaxEffort, nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", pos, err)
	}
	p.Effort = uint64(math.Round(math.Sqrt(float64(p.Effort) * float64(min(max(1, v.Nodes), MaxEffort)))))
	return nil
}

// reading returns the number of nodes after which a new engine settles on the right move
// and, if proven is set, has seen that it wins; MaxEffort if that does not happen.
func reading(ctx context.Context, e engine.Engine, pos game.Position, right game.Move, proven bool) (uint64, error) {
	found, since := false, uint64(0)
	note := func(info engine.Info) {
		_, seen := info.Score.Proven()
		if now := info.Best() == right && (seen || !proven); now != found {
			found, since = now, info.Nodes
		}
	}
	last, err := e.Search(ctx, engine.Request{
		Position: pos, Limits: engine.Limits{Nodes: MaxEffort, Depth: unaided}, Report: note,
	})
	if err != nil {
		return 0, err
	}
	if note(last); !found {
		return MaxEffort, nil
	}
	return min(max(1, since), MaxEffort), nil
}
