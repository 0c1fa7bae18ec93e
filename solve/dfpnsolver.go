package solve

import (
	"context"
	"fmt"
	"slices"
	"time"

	"thera/engine"
	"thera/game"
)

// ProofOptions configures a solver by proof-number search. The zero value of
// each field means its default.
type ProofOptions struct {
	// TableMiB is the size of the table of positions, rounded down to a power
	// of two; default 256.
	TableMiB int
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
	table := newProofTable(opt.TableMiB)
	parts := newPartTable(len(table.buckets) / 4)
	return &proofSolver[P, M, K]{read: read, search: proofSearch[P, M, K]{table: table, parts: parts}}
}

// checkpointInterval is how often a long search is written to its file.
const checkpointInterval = 2 * time.Minute

type proofSolver[P any, M game.Code, K game.Kernel[P, M]] struct {
	read   func(game.Position) (P, bool)
	search proofSearch[P, M, K]
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
	table := s.search.table
	file := checkpoint{file: p.Checkpoint, title: "thera proofs 1 " + p.Position.String(), record: proofRecord}
	past, err := file.load(table.putRecord)
	if err != nil {
		table.clear() // it has what can't be trusted
		return engine.Verdict{}, err
	}
	start := time.Now()
	s.search.nodes = 0
	s.search.clock = proofClock{ctx: ctx, limits: p.Limits, start: start}
	verdict := func() engine.Verdict {
		return engine.Verdict{Grundy: -1, Nodes: past.nodes + s.search.nodes, Time: past.time + time.Since(start)}
	}
	save := func() error {
		v := verdict()
		return file.save(spent{v.Nodes, v.Time}, table.used, table.records())
	}
	if p.Checkpoint != "" {
		// A file that can't be written is to be known now.
		if err := save(); err != nil {
			return engine.Verdict{}, err
		}
		s.search.clock.every(checkpointInterval, func() {
			if err = save(); err != nil {
				s.search.clock.stopped = true
			}
		})
	}
	if p.Report != nil {
		s.search.clock.every(time.Second, func() {
			v := verdict()
			p.Report(engine.Progress{Nodes: v.Nodes, Time: v.Time, Fill: s.search.table.fill(), Done: s.done()})
		})
	}

	result := s.search.prove(&root)
	var winning []game.Move
	if result.win == 0 {
		if winning, ok = s.winning(p, moves); !ok {
			result = numbers{1, 1}
		}
	}
	v := verdict()
	if err != nil {
		return v, err
	}
	if !result.proven() {
		return v, save()
	}
	v.Proven, v.Moves = true, winning
	v.Winners = game.Only(1 - p.Position.Turn())
	if result.win == 0 {
		v.Winners = game.Only(p.Position.Turn())
	}
	return v, nil
}

// winning returns moves that win a position just proven to be won, and
// whether it could prove all that were asked for.
func (s *proofSolver[P, M, K]) winning(p engine.Problem, moves []game.Move) (found []game.Move, ok bool) {
	if m, known := s.search.winner(); known && !p.All && slices.Contains(moves, game.Move(m.String())) {
		return []game.Move{game.Move(m.String())}, true
	}
	candidates := make([]candidate[P], len(moves))
	for i, m := range moves {
		next, err := p.Position.Play(m)
		if err != nil {
			return nil, false
		}
		after, _ := s.read(next)
		candidates[i] = candidate[P]{after, m, s.search.look(&after)}
	}
	if !p.All {
		slices.SortStableFunc(candidates, func(a, b candidate[P]) int { return int(a.loss) - int(b.loss) })
	}
	for i := range candidates {
		c := &candidates[i]
		switch n := s.search.prove(&c.after); {
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

// look returns what can be said of a position without searching.
func (s *proofSearch[P, M, K]) look(p *P) numbers {
	s.frame(0).pos = *p
	return s.first(0)
}

// candidate is a move that may win.
type candidate[P any] struct {
	after P
	move  game.Move
	numbers
}

// winner returns the move by which the root was last proven to be won, if the
// search has tried one.
func (s *proofSearch[P, M, K]) winner() (m M, ok bool) {
	f := s.frame(0)
	for i, n := range f.after {
		if n.loss == 0 {
			return f.moves[i], true
		}
	}
	return m, false
}

// done returns the share of the moves at the root that are refuted.
func (s *proofSolver[P, M, K]) done() float64 {
	refuted := 0
	f := s.search.frame(0)
	for _, n := range f.after {
		if n.win == 0 {
			refuted++
		}
	}
	return float64(refuted) / float64(max(len(f.moves), 1))
}
