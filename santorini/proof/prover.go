package proof

import (
	"cmp"
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"

	"thera/engine"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/solve"
)

// maxPlies is the longest win to search for. The longest one found in games took 9
// plies; frames for more only cost memory.
const maxPlies = 63

// prover answers yes-or-no questions about the position in its first frame.
type prover struct {
	run       *solve.Run
	count     engine.Counter
	most      uint64 // where to stop besides the run's limits, in nodes; 0 for nowhere
	isLimited bool   // by limits of the problem
	stopped   bool   // answers given since are meaningless
	table     table
	err       error // of the last save
	frames    [maxPlies + 1]frame
	// checks restricts the attacker to moves that give check.
	checks bool
	// deeper is set if a search with more plies might find a longer win.
	deeper bool
}

// frame is the working memory of one ply. Its buffers are reused, so no node allocates.
type frame struct {
	pos        santorini.Position
	moves      []santorini.Move
	priorities []int32
	order      []ranked
	answer     santorini.Move // the move that answered the last question at this ply
}

type ranked struct {
	move     santorini.Move
	priority int32
}

// visit counts a position, sometimes saves a checkpoint, and reports whether to stop.
func (w *prover) visit() (stop bool) {
	isDue := w.count.Visit()
	w.stopped = w.stopped || w.most > 0 && w.count.Nodes > w.most
	if isDue {
		w.stopped = w.count.Poll() || w.stopped
		if w.run.Due() {
			// Entries are stored only when a question has been answered, so the table
			// is valid at any time.
			w.err = w.run.Save()
			w.stopped = w.stopped || w.err != nil
		}
	}
	return w.stopped
}

// wins reports whether the seat to move at the given ply of the search wins within an
// odd number of plies. Forced moves that do not win at once parry a threat, or stand
// for many that lose. The result is meaningless once the search has been stopped.
func (w *prover) wins(ply, plies int) bool {
	f := &w.frames[ply]
	if w.visit() || f.pos.Winners() != 0 {
		return false
	}
	f.moves = eval.AppendForced(&f.pos, f.moves[:0])
	if w.won(ply) {
		f.answer = f.moves[0]
		return true
	}
	if plies == 1 {
		w.deeper = true
		return false
	}
	e := w.table.find(w.key(f))
	switch {
	case e.win > 0 && int(e.win) <= plies:
		f.answer = e.move
		return true
	case int(e.noWin) >= plies:
		w.deeper = w.deeper || ply == 0 // an earlier search stopped here
		return false
	}
	for _, m := range f.ranked(e.move, plies > 3) {
		w.play(ply, m.move)
		if w.checks && !w.inCheck(ply+1) {
			continue
		}
		lost := w.loses(ply+1, plies-1)
		if w.stopped {
			return false
		}
		if lost {
			f.answer, e.move = m.move, m.move
			e.win = uint8(plies)
			w.table.keep(e)
			return true
		}
	}
	e.noWin = uint8(plies)
	w.table.keep(e)
	return false
}

// loses reports whether the seat to move at the given ply of the search loses within an
// even number of plies whatever it does.
func (w *prover) loses(ply, plies int) bool {
	f := &w.frames[ply]
	if w.visit() || plies == 0 || f.pos.Winners() != 0 {
		return f.pos.Winners() != 0
	}
	f.moves = eval.AppendForced(&f.pos, f.moves[:0])
	if w.won(ply) {
		return false
	}
	e := w.table.find(w.key(f))
	switch {
	case e.loss > 0 && int(e.loss) <= plies:
		return true
	case int(e.noLoss) >= plies:
		return false
	}
	for _, m := range f.ranked(e.move, plies > 2) {
		w.play(ply, m.move)
		won := w.wins(ply+1, plies-1)
		if w.stopped {
			return false
		}
		if !won {
			f.answer = m.move
			if e.win == 0 {
				e.move = m.move
			}
			e.noLoss = uint8(plies)
			w.table.keep(e)
			return false
		}
	}
	e.loss = uint8(plies)
	w.table.keep(e)
	return true
}

func (w *prover) play(ply int, m santorini.Move) {
	w.frames[ply+1].pos = w.frames[ply].pos
	w.frames[ply+1].pos.Play(m)
}

// won reports whether there is a single forced move at the given ply and it wins.
func (w *prover) won(ply int) bool {
	moves := w.frames[ply].moves
	if len(moves) != 1 {
		return false
	}
	w.play(ply, moves[0])
	return w.frames[ply+1].pos.Winners() != 0
}

// inCheck reports whether the seat to move at the given ply has forced moves or has
// lost. The forced move may also be a win, which the search finds next.
func (w *prover) inCheck(ply int) bool {
	f := &w.frames[ply]
	if !f.pos.IsBase() {
		return eval.IsInCheck(&f.pos) || f.pos.Winners() != 0
	}
	f.moves = eval.AppendForced(&f.pos, f.moves[:0])
	return len(f.moves) > 0 || f.pos.Winners() != 0
}

// key distinguishes what is known about all moves from what is known about checks only.
func (w *prover) key(f *frame) uint64 {
	if w.checks {
		return ^f.pos.Hash()
	}
	return f.pos.Hash()
}

// ranked returns the moves to try, the likeliest answers first: the one the table
// remembers, the one that answered the last question at this ply, and if sorted the
// others by their priorities.
func (f *frame) ranked(remembered santorini.Move, sorted bool) []ranked {
	if len(f.moves) == 0 {
		f.moves = f.pos.AppendMoves(f.moves)
	}
	f.priorities = slices.Grow(f.priorities[:0], len(f.moves))[:len(f.moves)]
	if sorted {
		eval.Prioritize(&f.pos, f.moves, f.priorities)
	} else {
		clear(f.priorities)
	}
	f.order = slices.Grow(f.order[:0], len(f.moves))[:len(f.moves)]
	order, priorities := f.order, f.priorities[:len(f.order)]
	for i, m := range f.moves[:len(order)] {
		p := priorities[i]
		switch m {
		case remembered:
			p = 1 << 30
		case f.answer:
			p = 1 << 29
		}
		order[i] = ranked{m, p}
	}
	if sorted {
		slices.SortFunc(f.order, func(a, b ranked) int { return cmp.Compare(b.priority, a.priority) })
	} else {
		best := 0
		for i := range f.order {
			if f.order[i].priority > f.order[best].priority {
				best = i
			}
		}
		f.order[0], f.order[best] = f.order[best], f.order[0]
	}
	return f.order
}

// entry is what the table knows for the seat to move; the zero value is free.
type entry struct {
	key  uint64
	move santorini.Move // the winning move, if a win is known; otherwise the move that answered the last question
	// In plies: there is no win within noWin and no loss within noLoss; there is a win
	// within win and a loss within loss, if they are not 0.
	noWin, noLoss, win, loss uint8
}

// depth returns the depth of the deepest search in an entry. The shallowest entry of a
// bucket is replaced first.
func (e *entry) depth() uint8 { return max(e.noWin, e.noLoss, e.win, e.loss) }

// table maps positions to what is known about them, in buckets of four. It starts at 1
// MiB and doubles whenever it is half full, up to its maximum size: most proofs are
// short, and clearing memory they never use would take longer than they do.
type table struct {
	buckets [][4]entry
	most    int    // maximum number of buckets
	used    uint64 // number of entries
}

// mebi is the number of buckets in a MiB.
const mebi = 1 << 20 / 64

func newTable(mib int) table {
	n := uint(max(mib, 1)) * mebi
	return table{buckets: make([][4]entry, mebi), most: 1 << (bits.Len(n) - 1)}
}

// fill returns the share of the table's maximum size in use.
func (t *table) fill() float64 { return float64(t.used) / float64(4*t.most) }

// grow doubles the table.
func (t *table) grow() {
	old := t.buckets
	t.buckets, t.used = make([][4]entry, 2*len(old)), 0
	for i := range old {
		for _, e := range old[i] {
			if e.key != 0 {
				t.keep(e)
			}
		}
	}
}

// find returns what is known about a position, an empty entry if nothing is.
func (t *table) find(key uint64) entry {
	for _, e := range &t.buckets[key&uint64(len(t.buckets)-1)] {
		if e.key == key {
			return e
		}
	}
	return entry{key: key}
}

// keep stores an entry over that of the same position, or else the shallowest one.
func (t *table) keep(e entry) {
	bucket := &t.buckets[e.key&uint64(len(t.buckets)-1)]
	place := &bucket[0]
	for i := range bucket {
		if bucket[i].key == e.key {
			place = &bucket[i]
			break
		}
		if bucket[i].depth() < place.depth() {
			place = &bucket[i]
		}
	}
	fresh := place.key == 0
	*place = e
	if fresh {
		t.used++
		if t.used > uint64(2*len(t.buckets)) && len(t.buckets) < t.most {
			t.grow()
		}
	}
}

// recordSize is the size of a table entry in a checkpoint.
const recordSize = 16

// put stores a record of a checkpoint in the table.
func (t *table) put(record []byte) { t.keep(entryOf(record)) }

func entryOf(record []byte) entry {
	return entry{
		key:    binary.LittleEndian.Uint64(record),
		move:   santorini.Move(binary.LittleEndian.Uint32(record[8:])),
		noWin:  record[12],
		noLoss: record[13],
		win:    record[14],
		loss:   record[15],
	}
}

// recordEffort ranks records by depth, as the table does.
func recordEffort(record []byte) int {
	e := entryOf(record)
	return int(e.depth())
}

// records yields the used entries as records, each valid until the next.
func (t *table) records() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var record [recordSize]byte
		for i := range t.buckets {
			for _, e := range t.buckets[i] {
				if e.key == 0 {
					continue
				}
				binary.LittleEndian.PutUint64(record[:], e.key)
				binary.LittleEndian.PutUint32(record[8:], uint32(e.move))
				record[12], record[13], record[14], record[15] = e.noWin, e.noLoss, e.win, e.loss
				if !yield(record[:]) {
					return
				}
			}
		}
	}
}
