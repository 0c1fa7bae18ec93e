package pns

import (
	"encoding/binary"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"thera/amazons"
	"thera/amazons/endgame"
	"thera/engine"
	"thera/game"
	"thera/game/gametest"
)

type (
	endingSolver = solver[endgame.Ending, amazons.Move, *endgame.Ending]
	endingFrame  = frame[endgame.Ending, amazons.Move, *endgame.Ending]
)

func ending(t *testing.T, text string) endgame.Ending {
	t.Helper()
	pos := gametest.Must(t, amazons.Rules().Parse, text)
	e, _ := endgame.Read(pos)
	return e
}

func newEndingSolver(t *testing.T) *endingSolver {
	s := New[endgame.Ending, amazons.Move](Options{TableMiB: 1}, endgame.Read).(*endingSolver)
	s.shared.meter = engine.StartMeter(t.Context(), engine.Limits{}, nil)
	for _, w := range s.workers {
		w.count, w.unwindTo = s.shared.meter.Counter(), noPly
	}
	return s
}

// TestMagnitude wants four digits after the first, and larger numbers never to
// have smaller magnitudes.
func TestMagnitude(t *testing.T) {
	for n, want := range map[uint64]uint64{0: 1 << 4, 1: 2 << 4, 2: 2<<4 | 8, 3: 3 << 4, 30: 5<<4 | 15, 31: 6 << 4, 1<<40 + 1<<36 - 1: 41<<4 | 1} {
		if got := magnitude(n); got != want {
			t.Errorf("magnitude of %d: %d, want %d", n, got, want)
		}
	}
	n := numbers{infinite - 1, 12345}
	if data := n.pack(30); unpack(data) != n || effort(data) != 5<<4|15 {
		t.Errorf("%v comes back as %v, effort %d", n, unpack(data), effort(data))
	}
}

// TestSum works out a position's numbers from those after its moves, and the
// limits below the best of them.
func TestSum(t *testing.T) {
	const much = infinite - 1
	for _, test := range []struct {
		after []numbers
		want  summary
	}{
		{[]numbers{{0, infinite}, {0, infinite}}, summary{numbers{infinite, 0}, 0, infinite, 0}},
		{[]numbers{{3, 4}, {infinite, 0}, {1, 1}}, summary{numbers{0, infinite}, 1, 0, 0}},
		{[]numbers{{3, 4}}, summary{numbers{4, 3}, 0, infinite, 0}},
		{[]numbers{{3, 4}, {0, infinite}, {5, 6}, {7, 5}}, summary{numbers{4, 9}, 0, 5, 2}},
		{[]numbers{{5, 6}, {3, 4}, {2, 4}, {2, 4}}, summary{numbers{4, 8}, 2, 4, 3}},
		{[]numbers{{much, 5}, {much, 6}}, summary{numbers{5, much}, 0, 6, 1}},
	} {
		f := endingFrame{after: test.after}
		if got := f.sum(); got != test.want {
			t.Errorf("after the moves %v: %v, want %v", test.after, got, test.want)
		}
	}
	// Of five moves two are considered.
	f := endingFrame{moves: make([]amazons.Move, 5), priorities: make([]int32, 5), patience: 6, after: []numbers{{3, 4}, {5, 9}}}
	if got, want := f.sum(), (summary{numbers{4, 5 + 4}, 0, 6, 4}); got != want {
		t.Errorf("two of five moves: %v, want %v", got, want)
	}
	f.after = []numbers{{0, infinite}, {0, infinite}}
	if got := f.sum(); got.win < infinite || got.loss == 0 {
		t.Errorf("the first two of five moves are refuted: %v, want no proof", got)
	}
	s := summary{numbers{4, 9}, 0, 5, 2}
	for limit, want := range map[numbers]numbers{
		{infinite, infinite}: {infinite, 5 + 2 + 1},
		{7, 20}:              {18, 7},
		{much, much}:         {much - 2, 8},
	} {
		if got := s.childLimits(limit); got != want {
			t.Errorf("limits %v below %v, want %v", got, limit, want)
		}
	}
}

// TestRemember wants the last killer first and the others in order behind it.
func TestRemember(t *testing.T) {
	var f endingFrame
	for _, test := range []struct{ move, want [4]amazons.Move }{
		{[4]amazons.Move{1}, [4]amazons.Move{1, 0, 0, 0}},
		{[4]amazons.Move{2}, [4]amazons.Move{2, 1, 0, 0}},
		{[4]amazons.Move{3}, [4]amazons.Move{3, 2, 1, 0}},
		{[4]amazons.Move{4}, [4]amazons.Move{4, 3, 2, 1}},
		{[4]amazons.Move{3}, [4]amazons.Move{3, 4, 2, 1}},
		{[4]amazons.Move{1}, [4]amazons.Move{1, 3, 4, 2}},
		{[4]amazons.Move{5}, [4]amazons.Move{5, 1, 3, 4}},
	} {
		if f.addKiller(test.move[0]); f.killers != test.want {
			t.Errorf("%v after %v, want %v", f.killers, test.move[0], test.want)
		}
	}
}

// TestTable fills one bucket. What took the fewest nodes makes room; numbers that
// are proven are not replaced by others of the same position.
func TestTable(t *testing.T) {
	if n := len(newTable(0).buckets); n != 1<<14 {
		t.Errorf("%d buckets in the least table, want %d", n, 1<<14)
	}
	if n := len(newTable(3).buckets); n != 3<<14 {
		t.Errorf("%d buckets in 3 MiB, want %d", n, 3<<14)
	}
	tab := newTable(1)
	has := func(when string, want ...uint64) {
		t.Helper()
		var got []uint64
		for hash := range uint64(8) {
			if _, ok := tab.probe(hash); ok {
				got = append(got, hash)
			}
		}
		if !slices.Equal(got, want) || tab.fill() != float64(len(want))/(4<<14) {
			t.Errorf("%s: %v, filled by %v, want %v", when, got, tab.fill(), want)
		}
	}
	tab.store(1, numbers{5, 6}, 1000)
	tab.store(2, wonNumbers, 100)
	tab.store(3, numbers{7, 8}, 10)
	tab.store(4, numbers{9, 1}, 10)
	has("full", 1, 2, 3, 4)
	tab.store(5, numbers{1, 2}, 500)
	has("3 has made room, the first of equal ones", 1, 2, 4, 5)
	tab.store(6, numbers{1, 2}, 5)
	has("4 has made room", 1, 2, 5, 6)
	tab.store(2, numbers{3, 3}, 10_000)
	tab.store(1, numbers{3, 3}, 1)
	has("known ones are replaced", 1, 2, 5, 6)
	for hash, want := range map[uint64]numbers{1: {3, 3}, 2: wonNumbers, 5: {1, 2}} {
		if got, _ := tab.probe(hash); got != want {
			t.Errorf("%d has %v, want %v", hash, got, want)
		}
	}
	copied := newTable(1)
	var order []uint64
	for record := range tab.records() {
		copied.putRecord(record)
		order = append(order, binary.LittleEndian.Uint64(record))
	}
	for range tab.records() {
		break // as after a record that cannot be written
	}
	if want := []uint64{1, 2, 5, 6}; !slices.Equal(order, want) {
		t.Errorf("the slots have %v, want %v: they are filled from the first", order, want)
	}
	tab.clear()
	has("cleared")
	tab = copied
	has("a checkpoint has all", 1, 2, 5, 6)
}

// TestBusy counts the workers below a position.
func TestBusy(t *testing.T) {
	var b occupancy
	const key = 1<<40 + 7
	state := func() [2]bool { return [2]bool{b.contains(key), b.containsTwo(key)} }
	for i, step := range []struct {
		do   func(uint64)
		want [2]bool
	}{{func(uint64) {}, [2]bool{}}, {b.enter, [2]bool{true, false}}, {b.enter, [2]bool{true, true}}, {b.leave, [2]bool{true, false}}, {b.leave, [2]bool{}}} {
		if step.do(key); state() != step.want {
			t.Errorf("step %d: taken, several %v, want %v", i, state(), step.want)
		}
	}
}

// TestDivideWork has a worker choose a move where others are at work, with wide
// enough limits for another move than the best: at least twice its numbers.
func TestDivideWork(t *testing.T) {
	w := newEndingSolver(t).workers[0]
	f := &endingFrame{after: []numbers{{1, 3}, {0, infinite}, {3, 5}, {3, 4}, {3, 4}}, keys: []uint64{10, 11, 12, 13, 14}}
	lost, even, won := summary{numbers: numbers{9, 2}}, summary{numbers: numbers{3, 3}}, summary{numbers: numbers{2, 9}}
	for _, test := range []struct {
		busy []uint64
		now  summary
		want int
	}{
		{nil, lost, 0},
		{[]uint64{10}, lost, 3},
		{[]uint64{10}, even, 3},
		{[]uint64{10}, won, 0},
		{[]uint64{10, 13, 14}, lost, 2},
		{[]uint64{10, 12, 13, 14}, lost, 0},
	} {
		for _, key := range test.busy {
			w.shared.occupied.enter(key)
		}
		got, limits := w.divideWork(f, test.now, numbers{1, 1})
		if got != test.want {
			t.Errorf("others at %v: move %d, want %d", test.busy, got, test.want)
		}
		if n := f.after[got]; got != test.now.best && (limits.win < 2*n.win || limits.loss < 2*n.loss) {
			t.Errorf("others at %v: limits %v of move %d, want at least twice its numbers %v", test.busy, limits, got, n)
		}
		for _, key := range test.busy {
			w.shared.occupied.leave(key)
		}
	}
}

// TestNote wants progress to be that of the seat whose moves are refuted more.
func TestNote(t *testing.T) {
	s := newEndingSolver(t).shared
	half, none := []numbers{wonNumbers, unknown}, []numbers{unknown, lostNumbers}
	for i, step := range []struct {
		ply   int
		after []numbers
		share float64
	}{{0, none, 0}, {0, half, 0.5}, {2, half, 0.75}, {4, half, 0.75}, {1, none, 0.75}, {3, half, 0.75}, {1, []numbers{wonNumbers}, 1}, {0, none, 1}, {1, half, 0.5}, {3, half, 0.75}, {5, half, 0.75}} {
		if s.recordProgress(step.ply, step.after, len(step.after)); s.fractionDone() != step.share {
			t.Errorf("step %d: share %v, want %v", i, s.fractionDone(), step.share)
		}
	}
}

// TestInterrupted wants a worker to go back to the position on its line that
// another has proven, and no farther.
func TestInterrupted(t *testing.T) {
	w := newEndingSolver(t).workers[0]
	for ply := range 5 {
		w.frame(ply).key = uint64(100 + ply)
	}
	w.shared.table.store(102, wonNumbers, 1)
	w.shared.table.store(103, lostNumbers, 1)
	w.shared.table.store(101, unknown, 1)
	if w.interrupted(4) {
		t.Error("interrupted though nobody says that there is a proof")
	}
	w.shared.proofs.Add(1)
	if w.interrupted(1) || w.unwindTo != noPly {
		t.Errorf("recalled to ply %d by a proof below", w.unwindTo)
	}
	w.shared.proofs.Add(1)
	if !w.interrupted(2) || w.unwindTo != 2 || !w.interrupted(3) || w.interrupted(1) {
		t.Errorf("recalled to ply %d, want 2", w.unwindTo)
	}
	w.shared.occupied.enter(102)
	if n := w.finish(2, unknown, 1); n != wonNumbers || w.unwindTo != noPly {
		t.Errorf("ply 2 ends with %v, recall to %d", n, w.unwindTo)
	}
}

// TestPartBounds checks that a part has its own bounds, which during its search are
// those found so far, and that nothing is kept of a stopped search.
func TestPartBounds(t *testing.T) {
	part := ending(t, "Q1/q1 w")
	hash := part.Hash()
	for _, test := range []struct {
		open   uint64
		recall int
		want   bounds
		kept   bool
	}{
		{hash ^ 1, noPly, bounds{0, 0}, true},
		{hash, noPly, bounds{-7, 9}, false},
		{hash ^ 1, 5, bounds{0, 0}, false},
		{hash ^ 1, 4, bounds{0, 0}, false},
	} {
		w := newEndingSolver(t).workers[0]
		w.open, w.unwindTo = []openPart{{test.open, bounds{-7, 9}}}, test.recall
		got := w.partBounds(&part, 5)
		_, kept := w.shared.parts.probe(hash)
		if test.recall == noPly && got != test.want || kept != test.kept || len(w.open) != 1 {
			t.Errorf("bounds %v, kept %t, %d open parts; want %v, %t, 1", got, kept, len(w.open), test.want, test.kept)
		}
	}
}

// TestPartsAreNotVisited has another worker prove the position last visited at the ply
// whose frame now has only the parts of a sum. That does not end the search of the parts.
func TestPartsAreNotVisited(t *testing.T) {
	sum := ending(t, "Q1*1Q/q1*1q/1**** w")
	w := newEndingSolver(t).workers[0]
	const ply = 5
	for p := range ply + 1 {
		w.frame(p).key = uint64(100 + p)
	}
	w.shared.table.store(100+ply, wonNumbers, 1)
	w.shared.proofs.Add(1)
	w.simplify(&sum, ply)
	if len(w.frame(ply).parts) == 0 || w.unwindTo != noPly {
		t.Errorf("%d parts, unwound to ply %d; want none", len(w.frame(ply).parts), w.unwindTo)
	}
	for i := range w.frame(ply).parts {
		part := &w.frame(ply).parts[i]
		want := newEndingSolver(t).workers[0].partBounds(part, ply)
		if got, kept := w.shared.parts.probe(part.Hash()); got != want || !kept {
			t.Errorf("bounds %v of a part, kept: %t; want %v", got, kept, want)
		}
	}
}

// TestFailedSave wants the error of a save that ended the search, although the last save
// succeeds.
func TestFailedSave(t *testing.T) {
	pos := gametest.Must(t, amazons.Rules().Start, "")
	p := engine.Problem{Position: pos, Limits: engine.Limits{Nodes: 1}, Checkpoint: filepath.Join(t.TempDir(), "proofs")}
	r, err := newEndingSolver(t).begin(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.err = io.ErrShortWrite
	root, _ := endgame.Read(pos)
	if v, err := r.verdict(p, &root); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("%+v, %v; want %v", v, err, io.ErrShortWrite)
	}
}

// TestPausesThreads stops the workers again and again, as for a checkpoint. They continue
// until there is a proof.
func TestPausesThreads(t *testing.T) {
	s := newEndingSolver(t)
	if parts, buckets := len(s.shared.parts), len(s.shared.table.buckets); parts != buckets/4 {
		t.Errorf("%d slots for parts beside %d buckets, want a quarter", parts, buckets)
	}
	pos := gametest.Must(t, amazons.Rules().Parse, "1qq1/q2q/Q2Q/1QQ1 w")
	r, err := s.begin(t.Context(), engine.Problem{Position: pos})
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for range 20 {
			time.Sleep(100 * time.Microsecond)
			r.Meter.Stop()
		}
	}()
	root, _ := endgame.Read(pos)
	if n := r.prove(&root); n != lostNumbers {
		t.Errorf("%v, want %v", n, lostNumbers)
	}
	if s.shared.fractionDone() == 0 {
		t.Error("none of the work is reported as done")
	}
}

// TestAmongOthers has a worker believe that others are below half of all
// positions, or below all. It proves the same, by other ways.
func TestAmongOthers(t *testing.T) {
	for _, test := range []struct {
		position          string
		nobody, half, all uint64 // nodes
	}{
		{"1qq1/q2q/Q2Q/1QQ1 w", 16043, 14540, 14352},
		{"1q2/4/4/4/2Q1 b", 9272, 8996, 9272},
		{"q3/4/3Q w", 173, 177, 173},
	} {
		pos := gametest.Must(t, amazons.Rules().Parse, test.position)
		var winners game.Seats
		for every, want := range map[int]uint64{0: test.nobody, 2: test.half, 1: test.all} {
			s := newEndingSolver(t)
			for key := uint64(0); every > 0 && key < uint64(len(s.shared.occupied)); key += uint64(every) {
				s.shared.occupied.enter(key)
			}
			v, err := s.Solve(t.Context(), engine.Problem{Position: pos})
			if err != nil || !v.Proven || winners != 0 && v.Winners != winners || v.Nodes != want {
				t.Errorf("%s, others at one of %d: %+v, %v; want %d nodes", test.position, every, v, err, want)
			}
			winners = v.Winners
			for record := range s.shared.table.records() {
				if data := binary.LittleEndian.Uint64(record[8:]); effort(data) > magnitude(v.Nodes) {
					t.Errorf("%s: a visit of more than all %d nodes", test.position, v.Nodes)
					break
				}
			}
		}
	}
}
