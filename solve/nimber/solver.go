package nimber

import (
	"cmp"
	"context"
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"
	"sync"

	"thera/engine"
	"thera/game"
	"thera/solve"
)

// Options configures a solver. A zero field means its default.
type Options struct {
	// TableMiB is the largest size of the table, rounded down to a power of
	// two; default 256. A part takes 16 bytes.
	TableMiB int
	// Threads is the number of goroutines that search; default 1. With one, the
	// same problem always takes the same nodes.
	Threads int
	// OutcomeOnly skips the nimber of won positions: only the winner and
	// winning moves are determined.
	OutcomeOnly bool
}

// New returns a solver of an impartial game. split makes the Parts for a position and
// everything that can follow it. They are kept for later positions if they can express
// them, so that the table helps there too; a problem with a checkpoint has its own. A
// solver serves one goroutine at a time.
func New[P, M any](split func(game.Position) (Parts[P, M], error), opt Options) engine.Solver {
	opt.TableMiB = cmp.Or(max(opt.TableMiB, 0), 256)
	return &solver[P, M]{split: split, opt: opt}
}

type solver[P, M any] struct {
	split  func(game.Position) (Parts[P, M], error)
	opt    Options
	parts  Parts[P, M] // nil before the first Solve
	table  *table      // nil before the first Solve
	caches []*cache    // of each worker, with keys of parts
}

// Solve implements [engine.Solver]. The nimber comes last: it is missing if the
// work was stopped after the winner was known. That of a finished game is 0,
// since there is no move.
func (s *solver[P, M]) Solve(ctx context.Context, p engine.Problem) (engine.Verdict, error) {
	if winners := p.Position.Winners(); winners != 0 {
		return engine.Verdict{Proven: true, Winners: winners}, nil
	}
	whole, err := s.load(p)
	if err != nil {
		return engine.Verdict{}, err
	}
	r, err := s.begin(ctx, p)
	if err != nil {
		return engine.Verdict{}, err
	}
	defer r.Close()
	v, err := r.verdict(p, whole)
	v.Nodes, v.Time = r.Spent()
	return v, err
}

// Forget implements [engine.Forgetter].
func (s *solver[P, M]) Forget() bool {
	if s.table != nil {
		s.table.clear()
		s.table.shrink()
	}
	for _, c := range s.caches {
		*c = cache{}
	}
	s.parts = nil
	return true
}

// load makes s.parts able to express the position, and returns what is left of the game in
// it. Keys depend on the position that was split, so with a checkpoint that is always the
// position that the file is for.
func (s *solver[P, M]) load(p engine.Problem) (whole P, err error) {
	if s.table == nil {
		s.table = newTable(s.opt.TableMiB)
	}
	if s.parts != nil {
		if whole, err := s.parts.Whole(p.Position); err == nil && p.Checkpoint == "" {
			return whole, nil
		}
		s.table.clear()
		s.caches = nil
	}
	if s.parts, err = s.split(p.Position); err != nil {
		s.parts = nil
		return whole, err
	}
	return s.parts.Whole(p.Position)
}

// Parts is what the solver asks of a game with parts of type P and moves of type M, both
// plain values. Implementations are immutable and safe for concurrent use; no method
// keeps its arguments. What a move leaves stays where it lies, so that it is recognized
// after the same moves in another order. No nimber may be above 63, which holds wherever
// no game takes more than 63 moves.
type Parts[P, M any] interface {
	// Whole returns what is left of the game in a position, not necessarily
	// connected. It is an error if these Parts were made for a position from
	// which this one can't be reached.
	Whole(pos game.Position) (P, error)
	// AppendMoves appends the moves of a part. The first ones are searched
	// first, so put those that leave easy parts there.
	AppendMoves(moves []M, part *P) []M
	// AppendCut splits a whole into independent parts and appends them. It may leave out
	// parts whose nimbers it knows, and returns the nimber of their sum.
	AppendCut(parts []P, whole P) (all []P, nimber int)
	// AppendLeft splits what a move leaves of a part, and appends it as AppendCut does.
	AppendLeft(parts []P, part *P, move M) (all []P, nimber int)
	// Key identifies parts as they lie: only equal ones have equal keys. A key
	// has at most 63 bits in each word.
	Key(part *P) (hi, lo uint64)
	// CanonicalKey returns the key of a form that a part shares with other
	// parts that are equal games, as far as the game can tell cheaply. If there
	// are more such keys than fit in memory, those with more bits set stay longer.
	CanonicalKey(part *P) (hi, lo uint64)
	// Hardness ranks parts by the work of finding their nimbers.
	Hardness(part *P) int
	// IsZero reports whether a theorem says that the nimber of a part is 0. It
	// is fast, and usually false.
	IsZero(part *P) bool
}

// key identifies a part; see [Parts.Key] and [Parts.CanonicalKey].
type key struct{ hi, lo uint64 }

// name is how the table identifies a part.
type name struct {
	key      key // of its canonical form
	hardness int
}

// run is one call of Solve.
type run[P, M any] struct {
	*solve.Run
	solver *solver[P, M]
	shared *shared
}

// begin reads the checkpoint and starts the meter.
func (s *solver[P, M]) begin(ctx context.Context, p engine.Problem) (*run[P, M], error) {
	shared := &shared{table: s.table}
	r, err := solve.Begin(ctx, p, solve.Work{
		Title: "thera nimbers 2", Size: recordSize,
		Put: s.table.putRecord, Records: s.table.records, Fill: s.table.fill, Effort: recordEffort, Done: shared.progress.Fraction,
	})
	if err != nil {
		s.table, s.caches = nil, nil // what was read can't be trusted
		return nil, err
	}
	shared.meter = r.Meter
	return &run[P, M]{r, s, shared}, nil
}

// worker returns a new worker with the cache of the previous worker of its number.
func (r *run[P, M]) worker(i int) *worker[P, M] {
	for i >= len(r.solver.caches) {
		r.solver.caches = append(r.solver.caches, new(cache))
	}
	return &worker[P, M]{game: r.solver.parts, shared: r.shared, count: r.Meter.Counter(), cache: r.solver.caches[i]}
}

// verdict determines the winner, then winning moves, then the nimber.
func (r *run[P, M]) verdict(p engine.Problem, whole P) (v engine.Verdict, err error) {
	v = engine.Verdict{Grundy: -1}
	lost, ok, err := question(r, func(w *worker[P, M]) bool { return w.sumIs(whole, 0) })
	if !ok {
		return v, err
	}
	turn := p.Position.Turn()
	if lost {
		v.Proven, v.Winners, v.Grundy = true, game.Only(1-turn), 0
		return v, nil
	}
	moves, ok, err := r.winning(p.Position, p.All)
	if !ok {
		return v, err
	}
	v.Proven, v.Winners, v.Moves, v.All = true, game.Only(turn), moves, p.All
	if r.solver.opt.OutcomeOnly {
		return v, nil
	}
	n, ok, err := question(r, func(w *worker[P, M]) int { return w.sum(whole) })
	if ok {
		v.Grundy = n
	}
	return v, err
}

// winning returns the first winning move of a won position, or all of them. Easy moves
// are tried first; most likely a winning one is in the table already.
func (r *run[P, M]) winning(pos game.Position, all bool) (moves []game.Move, ok bool, err error) {
	type candidate struct {
		number int
		rest   P
		order  int
	}
	legal := pos.Moves()
	var candidates []candidate
	w := r.worker(0)
	for i, m := range legal {
		next, err := pos.Play(m)
		if err != nil {
			return nil, false, err
		}
		rest, err := r.solver.parts.Whole(next)
		if err != nil {
			return nil, false, err
		}
		o := w.option(rest)
		w.drop(0)
		candidates = append(candidates, candidate{i, rest, o.order})
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(a.order, b.order) })
	var winning []int
	for _, c := range candidates {
		wins, ok, err := question(r, func(w *worker[P, M]) bool { return w.sumIs(c.rest, 0) })
		if !ok {
			return nil, false, err
		}
		if wins {
			winning = append(winning, c.number)
			if !all {
				break
			}
		}
	}
	slices.Sort(winning)
	for _, i := range winning {
		moves = append(moves, legal[i])
	}
	return moves, true, nil
}

// question lets the workers answer a question. ok is false if the work was stopped or the
// checkpoint can't be written. From time to time the workers pause for the checkpoint or
// for the table to grow: they abandon their lines and continue from the table.
func question[P, M, A any](r *run[P, M], put func(*worker[P, M]) A) (answer A, ok bool, err error) {
	for {
		r.Search(func() { answer, ok = ask(r, put) })
		if ok {
			return answer, true, nil
		}
		ended := r.Meter.Expired()
		if ended || r.Due() {
			err = r.Save()
		}
		if r.solver.table.isCrowded() {
			r.solver.table.grow()
		}
		if ended || err != nil {
			return answer, false, err
		}
	}
}

// ask lets the workers answer the same question. The first answer counts. ok is
// false if the search was stopped before.
func ask[P, M, A any](r *run[P, M], put func(*worker[P, M]) A) (answer A, ok bool) {
	var workers sync.WaitGroup
	var first sync.Once
	for i := range max(r.solver.opt.Threads, 1) {
		w := r.worker(i)
		w.reportsProgress = i == 0
		workers.Go(func() {
			a := put(w)
			w.count.Flush()
			if !w.stopped {
				first.Do(func() { answer, ok = a, true })
				r.Meter.Stop()
			}
		})
	}
	workers.Wait()
	return answer, ok
}

// recordSize is the size of a checkpoint entry: two words of key, 16 bits of knowledge.
const recordSize = 18

// putRecord stores a record of a checkpoint. The table grows if necessary.
func (t *table) putRecord(record []byte) {
	k := key{binary.LittleEndian.Uint64(record), binary.LittleEndian.Uint64(record[8:])}
	t.put(k, knowledge(binary.LittleEndian.Uint16(record[16:])))
	if t.isCrowded() {
		t.grow()
	}
}

// recordEffort ranks records by the bits of their keys, as the table does.
func recordEffort(record []byte) int {
	return bits.OnesCount64(binary.LittleEndian.Uint64(record)) + bits.OnesCount64(binary.LittleEndian.Uint64(record[8:]))
}

// records returns the entries of the table, each valid until the next. Nothing
// may write to the table meanwhile.
func (t *table) records() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var record [recordSize]byte
		for i := 0; i < wordsPerBucket<<t.shift; i += wordsPerEntry {
			hi, lo := t.words[i], t.words[i+1]
			if hi == 0 {
				continue
			}
			k := t.key(hi, lo, uint64(i/wordsPerBucket))
			binary.LittleEndian.PutUint64(record[:], k.hi)
			binary.LittleEndian.PutUint64(record[8:], k.lo)
			binary.LittleEndian.PutUint16(record[16:], uint16(lo))
			if !yield(record[:]) {
				return
			}
		}
	}
}
