package pns

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"thera/engine"
	"thera/game"
)

// worker is one goroutine's search. Everything a position on its line needs is
// in a frame by ply, so no allocation is needed per node.
type worker[P any, M game.Code, K game.Kernel[P, M]] struct {
	shared          *shared
	prioritize      func(p *P, moves []M, priorities []int32) // nil if no order is known
	count           engine.Counter
	frames          []*frame[P, M, K] // by ply
	open            []openPart        // parts being searched, each while searching the one before
	reportsProgress bool              // updates the solver's progress
	seenProofs      uint32            // shared.proofs when it last checked its line for one
	unwindTo        int               // ply to unwind to because another worker has proven it
}

// noPly is an unwindTo that unwinds nothing.
const noPly = 1 << 30

// prove searches until root is proven or the search is stopped.
func (w *worker[P, M, K]) prove(root *P) numbers {
	f := w.frame(0)
	f.pos, f.key, f.moves, f.after = *root, K(root).Hash(), f.moves[:0], f.after[:0]
	w.open, w.unwindTo = w.open[:0], noPly
	n := w.evaluate(&f.pos)
	if !n.proven() {
		n = w.visit(0, numbers{infinite, infinite})
	}
	w.count.Flush()
	return n
}

func (w *worker[P, M, K]) frame(ply int) *frame[P, M, K] {
	for ply >= len(w.frames) {
		w.frames = append(w.frames, new(frame[P, M, K]))
	}
	return w.frames[ply]
}

// visit searches below the position at ply until one of its numbers reaches its
// limit (its threshold, in the literature).
func (w *worker[P, M, K]) visit(ply int, limit numbers) numbers {
	before := w.count.Nodes
	f := w.frame(ply)
	f.key = K(&f.pos).Hash()
	w.shared.occupied.enter(f.key)
	w.expand(ply)
	for {
		isShared := w.shared.occupied.containsTwo(f.key)
		if isShared {
			w.refresh(f)
		}
		now := f.sum()
		if w.widen(ply, &now) {
			continue
		}
		if now.win >= limit.win || now.loss >= limit.loss || w.interrupted(ply) {
			return w.finish(ply, now.numbers, w.count.Nodes-before)
		}
		move, within := now.best, now.childLimits(limit)
		if isShared {
			move, within = w.divideWork(f, now, within)
		}
		w.frame(ply + 1).pos = f.next[move]
		f.after[move] = w.visit(ply+1, within)
		if w.reportsProgress {
			w.shared.recordProgress(ply, f.after, len(f.moves))
		}
	}
}

// childLimits returns the limits of the position after the best move, given those of the
// position itself. The limit on its loss ends the visit when it becomes harder than the
// second best by half. This ε = ½, compared with 0.3 or 1, saves a tenth to a third of
// the nodes (docs/contributing/experiments.md, sets a to c).
func (s *summary) childLimits(limit numbers) numbers {
	within := numbers{win: infinite, loss: min(limit.win, s.second+s.second/2+1, infinite)}
	if limit.loss < infinite {
		within.win = limit.loss - s.others
	}
	return within
}

// finish stores what a visit has found, and with how many nodes.
func (w *worker[P, M, K]) finish(ply int, n numbers, effort uint64) numbers {
	key := w.frame(ply).key
	if ply == w.unwindTo {
		w.unwindTo = noPly
		if known, ok := w.shared.table.probe(key); ok {
			n = known
		}
	}
	w.shared.table.store(key, n, effort)
	if n.proven() && w.shared.occupied.containsTwo(key) {
		w.shared.proofs.Add(1)
	}
	w.shared.occupied.leave(key)
	return n
}

// shared is what the workers of a solver share. They help each other through the tables.
type shared struct {
	table    *table
	parts    partTable
	meter    *engine.Meter // of this Solve
	occupied occupancy
	// proofs counts the positions proven while another worker was below them.
	proofs atomic.Uint32
	// progress tracks whose moves are refuted, those of the seat to move at the
	// root or its opponent's: a proof refutes all moves of one seat.
	progress [2]engine.Completion
}

// occupancy counts the workers below each position, by hash. If two positions
// collide, workers separate for nothing.
type occupancy [1 << 12]atomic.Int32

func (b *occupancy) enter(key uint64) { b[key%uint64(len(b))].Add(1) }
func (b *occupancy) leave(key uint64) { b[key%uint64(len(b))].Add(-1) }

// contains reports whether a worker is below a position.
func (b *occupancy) contains(key uint64) bool { return b[key%uint64(len(b))].Load() > 0 }

// containsTwo reports whether more than one worker is.
func (b *occupancy) containsTwo(key uint64) bool { return b[key%uint64(len(b))].Load() > 1 }

// refresh updates the positions after the moves with what other workers have found.
func (w *worker[P, M, K]) refresh(f *frame[P, M, K]) {
	for i, key := range f.keys {
		if f.after[i].proven() {
			continue
		}
		if n, ok := w.shared.table.probe(key); ok {
			f.after[i] = n
		}
	}
}

// divideWork returns the move to search in a position that other workers are below too,
// and its limits, given those of the best move. Where the position looks lost all moves
// have to be refuted, so each worker takes a different one as long as there are any.
// Where it looks won, probably only the best move needs to be searched, and they help
// each other below it: when they took the second best there too, 5×6 Amazons after two
// plies took 55 million nodes instead of 20 (docs/contributing/experiments.md).
func (w *worker[P, M, K]) divideWork(f *frame[P, M, K], now summary, within numbers) (move int, limits numbers) {
	if now.win < now.loss {
		return now.best, within
	}
	move = now.best
	least := uint32(infinite)
	for i, n := range f.after {
		if !n.proven() && n.loss < least && !w.shared.occupied.contains(f.keys[i]) {
			move, least = i, n.loss
		}
	}
	if move == now.best {
		return move, within
	}
	// The limits of the best move may be too narrow for another to be searched at all.
	n := f.after[move]
	within.win = max(within.win, min(2*n.win+1, infinite))
	within.loss = max(within.loss, min(2*n.loss+1, infinite))
	return move, within
}

// interrupted reports whether the visit at ply has to end. When another worker has proven
// a position on the line, all visits down from it end, its own included.
func (w *worker[P, M, K]) interrupted(ply int) bool {
	if n := w.shared.proofs.Load(); n != w.seenProofs {
		w.seenProofs = n
		for p := range ply + 1 {
			if n, ok := w.shared.table.probe(w.frames[p].key); ok && n.proven() {
				w.unwindTo = p
				break
			}
		}
	}
	return ply >= w.unwindTo || w.shared.meter.Stopped()
}

// recordProgress records what is known of the positions after some of the moves at a ply.
func (s *shared) recordProgress(ply int, after []numbers, moves int) {
	const deepest = 3
	if ply > deepest {
		return
	}
	refuted := 0
	for _, n := range after {
		if n.win == 0 {
			refuted++
		}
	}
	s.progress[ply%2].Set(ply/2+1, refuted, moves)
}

// fractionDone estimates the fraction of the work that is done, from 0 to 1.
func (s *shared) fractionDone() float64 {
	return max(s.progress[0].Fraction(), s.progress[1].Fraction())
}

// frame is the memory of a position on the line. Slices except parts are by move; those of
// positions end with the last move considered.
type frame[P any, M game.Code, K game.Kernel[P, M]] struct {
	pos   P
	key   uint64 // its hash
	moves []M
	next  []P       // the positions the moves lead to
	keys  []uint64  // hashes of the open ones
	after []numbers // what is known or estimated of them
	parts []P
	// priorities are those of the moves, none if all moves are considered at once.
	priorities []int32
	patience   uint32 // the win up to which no more moves are considered
	// killers have lately won at once at this ply, the latest first. The first
	// two are tried before the other moves, which saves two thirds of the nodes
	// on 5×4 Amazons, and all four as replies to the open moves of the previous
	// ply, which saves a tenth of the time (docs/contributing/experiments.md).
	killers [4]M
}

// addKiller puts a move in front of the killers.
func (f *frame[P, M, K]) addKiller(m M) {
	i := slices.Index(f.killers[:len(f.killers)-1], m)
	if i < 0 {
		i = len(f.killers) - 1
	}
	copy(f.killers[1:i+1], f.killers[:i])
	f.killers[0] = m
}

// initializeUnknown sets the initial numbers of the positions of which nothing is known.
func (f *frame[P, M, K]) initializeUnknown() {
	for i := range f.after {
		if f.after[i] == unknown {
			f.after[i] = initialNumbers[P, M](K(&f.next[i]))
		}
	}
}

// summary combines the positions after all moves: the numbers of the position,
// and what is needed to limit the visit of the best move.
type summary struct {
	numbers
	best   int    // the move to search
	second uint32 // the least loss after another move
	others uint32 // number of other open moves
}

// sum computes the numbers of the position from those after its moves: its win is the
// least loss, its loss the largest win plus one for each other open move (the weak form,
// see the package comment). Adding nothing for each, or three, took up to 40% more nodes
// on two of three sets (docs/contributing/experiments.md). Of moves that are equally hard
// to prove, the best is the easiest to refute: it is finished soonest. Moves that are not
// considered yet are open, and as hard to prove as the patience.
func (f *frame[P, M, K]) sum() summary {
	s := summary{numbers: numbers{win: infinite}, second: infinite}
	open, hardest := uint32(0), uint32(0)
	for i, n := range f.after {
		switch {
		case n.loss == 0:
			return summary{numbers: numbers{0, infinite}, best: i}
		case n.win == 0:
			continue
		case n.loss < s.win || n.loss == s.win && n.win < f.after[s.best].win:
			s.second, s.win, s.best = s.win, n.loss, i
		default:
			s.second = min(s.second, n.loss)
		}
		open++
		hardest = max(hardest, n.win)
	}
	if f.isNarrow() {
		s.second = min(s.second, f.patience)
		open += uint32(len(f.moves) - len(f.after))
	}
	if open > 0 {
		s.others = open - 1
		s.loss = min(hardest+s.others, infinite-1)
	}
	return s
}

// winner returns the index of a winning move, -1 if none is known.
func (f *frame[P, M, K]) winner() int {
	return slices.IndexFunc(f.after, func(n numbers) bool { return n.loss == 0 })
}

// numbers are a position's proof numbers, for the seat to move to win and to
// lose. A proven win has win 0 and loss infinite, a proven loss the reverse;
// all others lie between. The literature calls them proof and disproof number,
// as seen from the root, or φ and δ, as seen from the seat to move, as here: a
// position's win is its successor's loss.
type numbers struct{ win, loss uint32 }

// infinite is the proof number of what is impossible. A number has 24 bits in the table;
// larger ones are stored as infinite-1, which means very hard but not impossible.
const infinite = 1<<24 - 1

var (
	wonNumbers  = numbers{0, infinite}
	lostNumbers = numbers{infinite, 0}
	// unknown are the numbers of a position of which nothing is known.
	unknown = numbers{1, 1}
)

func (n numbers) proven() bool { return n.win == 0 || n.loss == 0 }

// pack returns the numbers with the number of nodes it took to find them, as
// data of a slot: win<<40 | loss<<16 | magnitude of the nodes.
func (n numbers) pack(nodes uint64) uint64 {
	return uint64(n.win)<<40 | uint64(n.loss)<<16 | magnitude(nodes)
}

// unpack is the inverse of pack, without the nodes.
func unpack(data uint64) numbers { return numbers{uint32(data >> 40), uint32(data >> 16 & infinite)} }

// effort returns the magnitude of the nodes in the data of a slot.
func effort(data uint64) uint64 { return data & 0xffff }

// magnitude packs a count into 16 bits, monotonically: its length in bits above the four
// digits after its leading one, so that it is exact to a sixteenth. It is never 0.
func magnitude(n uint64) uint64 {
	n++
	length := bits.Len64(n)
	return uint64(length)<<4 | n<<(64-length)>>59&15
}
