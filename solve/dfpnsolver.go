package solve

import (
	"context"
	"fmt"
	"slices"

	"thera/engine"
	"thera/game"
)

// ProofOptions configures a solver by proof-number search. The zero value of
// each field means its default.
type ProofOptions struct {
	// TableMiB is the size of the table of positions; default 256.
	TableMiB int
	// Threads is the number of goroutines that search; default 1. With one the
	// same problem always takes the same nodes.
	Threads int
}

// NewProofSolver returns a solver by proof-number search for a game of two
// seats. The kernel's Winners may tell a winner before the game is over, if he
// is certain, and positions with equal results may have equal hashes; its
// results are otherwise those of the game. read makes a position of the game
// into one to search, and reports whether it is of that game: for the rules'
// own kernel it is [game.KernelOf].
//
// The solver keeps its table from one Solve to the next. It does not ask how
// long a win takes, so that Plies is 0 in its verdicts.
func NewProofSolver[P any, M game.Code, K game.Kernel[P, M]](opt ProofOptions, read func(game.Position) (P, bool)) engine.Solver {
	if opt.TableMiB == 0 {
		opt.TableMiB = 256
	}
	shared := &proofShared{table: newProofTable(opt.TableMiB)}
	shared.parts = make(partTable, max(len(shared.table.buckets)/4, 1))
	s := &proofSolver[P, M, K]{read: read, proofShared: shared}
	for range max(opt.Threads, 1) {
		s.workers = append(s.workers, &proofSearch[P, M, K]{proofShared: shared})
	}
	s.workers[0].leads = true
	return s
}

type proofSolver[P any, M game.Code, K game.Kernel[P, M]] struct {
	read    func(game.Position) (P, bool)
	workers []*proofSearch[P, M, K]
	*proofShared
}

// Solve implements [engine.Solver].
func (s *proofSolver[P, M, K]) Solve(ctx context.Context, p engine.Problem) (engine.Verdict, error) {
	root, ok := s.read(p.Position)
	if !ok {
		return engine.Verdict{}, fmt.Errorf("position %q: not of this solver's game", p.Position)
	}
	moves := p.Position.Moves()
	if len(moves) == 0 {
		return engine.Verdict{}, fmt.Errorf("position %q: %w", p.Position, engine.ErrOver)
	}
	r := proofRun[P, M, K]{proofSolver: s}
	if err := r.begin(ctx, p); err != nil {
		return engine.Verdict{}, err
	}
	stopReports := report(p.Report, r.now)
	v := engine.Verdict{Grundy: -1}
	switch n := r.prove(&root); {
	case n.loss == 0:
		v.Proven, v.Winners = true, game.Only(1-p.Position.Turn())
	case n.win == 0:
		if v.Moves, v.Proven = r.winning(p, moves); v.Proven {
			v.Winners = game.Only(p.Position.Turn())
		}
	}
	stopReports()
	if !v.Proven {
		r.save()
	}
	total := r.spent()
	v.Nodes, v.Time = total.Nodes, total.Time
	return v, r.err
}

// winning returns moves that win a position just proven to be won, and
// whether it could prove all that were asked for.
func (r *proofRun[P, M, K]) winning(p engine.Problem, moves []game.Move) (found []game.Move, ok bool) {
	if m, known := r.winner(); known && !p.All && slices.Contains(moves, m) {
		return []game.Move{m}, true
	}
	candidates := make([]candidate[P], len(moves))
	for i, m := range moves {
		next, err := p.Position.Play(m)
		if err != nil {
			return nil, false
		}
		after, _ := r.read(next)
		candidates[i] = candidate[P]{after, m, r.workers[0].look(&after)}
	}
	if !p.All {
		slices.SortStableFunc(candidates, func(a, b candidate[P]) int { return int(a.loss) - int(b.loss) })
	}
	for i := range candidates {
		c := &candidates[i]
		switch n := r.prove(&c.after); {
		case !n.proven():
			return nil, false
		case n.loss > 0:
		case !p.All:
			return []game.Move{c.move}, true
		default:
			found = append(found, c.move)
		}
	}
	return found, true
}

// candidate is a move that may win.
type candidate[P any] struct {
	after P
	move  game.Move
	numbers
}

// winner returns the move by which a worker last proved the root to be won, if
// the search has tried one.
func (r *proofRun[P, M, K]) winner() (m game.Move, ok bool) {
	for _, w := range r.workers {
		f := w.frame(0)
		if i := f.winner(); i >= 0 {
			return game.Move(f.moves[i].String()), true
		}
	}
	return "", false
}
