package pns

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"thera/engine"
	"thera/game"
	"thera/solve"
)

// Options configures a solver. A zero field means its default.
type Options struct {
	// TableMiB is the size of the table of positions in MiB; default 256. A
	// position takes 16 bytes.
	TableMiB int
	// Threads is the number of goroutines that search; default 1. With one, the
	// same problem always takes the same nodes.
	Threads int
}

// New returns a solver for games of two seats. The error for a position of more seats wraps
// [engine.ErrUnsupported]. The kernel's Winners may report a winner before the game is over
// if the win is certain, and positions with equal results may have equal hashes; its results
// are otherwise those of the game. read converts a position of the game into one to search,
// and reports whether it belongs to that game; for the rules' own kernel it is
// [game.KernelOf].
//
// The solver keeps its table from one Solve to the next, and serves one goroutine at a
// time. It does not determine distances, so Plies is 0 in its verdicts.
func New[P any, M game.Code, K game.Kernel[P, M]](opt Options, read func(game.Position) (P, bool)) engine.Solver {
	return NewOrdered[P, M, K](opt, read, nil)
}

// NewOrdered is New for a game in which good moves are known from others. Of positions
// with many moves the solver considers those with the highest priorities first, and more
// of them when these seem hard to win by. prioritize writes the priorities, which are
// initially zero and at most 1<<30; it must not allocate, and several goroutines call it.
func NewOrdered[P any, M game.Code, K game.Kernel[P, M]](
	opt Options, read func(game.Position) (P, bool), prioritize func(p *P, moves []M, priorities []int32),
) engine.Solver {
	s := &solver[P, M, K]{read: read, shared: &shared{table: newTable(cmp.Or(max(opt.TableMiB, 0), 256))}}
	// Parts searched alone are small, and few compared with positions: a
	// sixteenth of the memory is for them.
	s.shared.parts = make(partTable, max(len(s.shared.table.buckets)/4, 1))
	for range max(opt.Threads, 1) {
		s.workers = append(s.workers, &worker[P, M, K]{shared: s.shared, prioritize: prioritize})
	}
	s.workers[0].reportsProgress = true
	return s
}

type solver[P any, M game.Code, K game.Kernel[P, M]] struct {
	read    func(game.Position) (P, bool)
	shared  *shared
	workers []*worker[P, M, K]
	// wasAsked reports whether there may be anything in the tables.
	wasAsked bool
}

// Solve implements [engine.Solver].
func (s *solver[P, M, K]) Solve(ctx context.Context, p engine.Problem) (engine.Verdict, error) {
	root, ok := s.read(p.Position)
	if !ok {
		return engine.Verdict{}, fmt.Errorf("position %q: not of this solver's game", p.Position)
	}
	if winners := p.Position.Winners(); winners != 0 {
		return engine.Verdict{Proven: true, Winners: winners, Grundy: -1}, nil
	}
	if seats := p.Position.Board().Seats; seats != 2 {
		return engine.Verdict{}, fmt.Errorf("position %q of %d seats is %w: want two", p.Position, seats, engine.ErrUnsupported)
	}
	r, err := s.begin(ctx, p)
	if err != nil {
		return engine.Verdict{}, err
	}
	defer r.Close()
	return r.verdict(p, &root)
}

// Forget implements [engine.Forgetter].
func (s *solver[P, M, K]) Forget() bool {
	if s.wasAsked { // large tables take long to clear
		s.shared.table.clear()
		clear(s.shared.parts)
		for _, w := range s.workers {
			w.frames = nil // they have killers
		}
		s.wasAsked = false
	}
	return true
}

// verdict determines the winner, then winning moves. It saves what was found unless there
// is a proof. If an earlier save has failed, it has ended the search, so its error stays.
func (r *run[P, M, K]) verdict(p engine.Problem, root *P) (engine.Verdict, error) {
	v := engine.Verdict{Grundy: -1}
	switch n := r.prove(root); {
	case n.loss == 0:
		v.Proven, v.Winners = true, game.Only(1-p.Position.Turn())
	case n.win == 0:
		if v.Moves, v.Proven = r.winning(p); v.Proven {
			v.Winners, v.All = game.Only(p.Position.Turn()), p.All
		}
	}
	if !v.Proven && r.err == nil {
		r.err = r.Save()
	}
	v.Nodes, v.Time = r.Spent()
	return v, r.err
}

type candidate[P any] struct {
	after P
	move  game.Move
	loss  uint32 // how hard the win seems to prove
}

// winning returns moves that win a position just proven to be won, and whether
// it could prove all that were asked for.
func (r *run[P, M, K]) winning(p engine.Problem) (found []game.Move, ok bool) {
	moves := p.Position.Moves()
	if m, known := r.winner(); known && !p.All && slices.Contains(moves, m) {
		return []game.Move{m}, true
	}
	candidates := make([]candidate[P], len(moves))
	for i, m := range moves {
		next, err := p.Position.Play(m)
		if err != nil {
			return nil, false
		}
		after, _ := r.solver.read(next)
		candidates[i] = candidate[P]{after, m, r.solver.workers[0].evaluate(&after).loss}
	}
	if !p.All {
		slices.SortStableFunc(candidates, func(a, b candidate[P]) int { return cmp.Compare(a.loss, b.loss) })
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

// winner returns the move by which a worker last proved the root won, if one was tried.
func (r *run[P, M, K]) winner() (m game.Move, ok bool) {
	for _, w := range r.solver.workers {
		f := w.frame(0)
		if i := f.winner(); i >= 0 {
			return game.Move(f.moves[i].String()), true
		}
	}
	return "", false
}

// run is one Solve. Its workers share everything except their frames; see [shared].
type run[P any, M game.Code, K game.Kernel[P, M]] struct {
	*solve.Run
	solver *solver[P, M, K]
	err    error // of the last save
}

// begin reads the checkpoint and starts the meter.
func (s *solver[P, M, K]) begin(ctx context.Context, p engine.Problem) (*run[P, M, K], error) {
	s.wasAsked = true
	t := s.shared.table
	r, err := solve.Begin(ctx, p, solve.Work{
		Title: "thera proofs 2", Size: recordSize, Put: t.putRecord, Records: t.records, Fill: t.fill,
		Effort: recordEffort, Done: s.shared.fractionDone,
	})
	if err != nil {
		t.clear() // what was read can't be trusted
		return nil, err
	}
	s.shared.meter = r.Meter
	for i := range s.shared.progress {
		s.shared.progress[i].Reset()
	}
	for _, w := range s.workers {
		w.count = r.Meter.Counter()
	}
	return &run[P, M, K]{Run: r, solver: s}, nil
}

// prove lets all workers search until root is proven or the run has to end. When it is
// time for a checkpoint they abandon their lines, and continue from the table afterwards.
func (r *run[P, M, K]) prove(root *P) numbers {
	for {
		n := unknown
		r.Search(func() { n = r.ask(root) })
		if n.proven() || r.Meter.Expired() || r.err != nil {
			return n
		}
		r.err = r.Save()
	}
}

// ask lets all workers search the same position. The first proof stops them. The first
// worker runs on the goroutine of Solve, so one thread needs no other.
func (r *run[P, M, K]) ask(root *P) numbers {
	answer := unknown
	var first sync.Once
	var workers sync.WaitGroup
	search := func(w *worker[P, M, K]) {
		if n := w.prove(root); n.proven() {
			first.Do(func() { answer = n })
			r.Meter.Stop()
		}
	}
	for _, w := range r.solver.workers[1:] {
		workers.Go(func() { search(w) })
	}
	search(r.solver.workers[0])
	workers.Wait()
	return answer
}
