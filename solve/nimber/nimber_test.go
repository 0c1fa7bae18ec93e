package nimber

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
)

// lines is Kayles and its kin on rows of pins: a part is a number of pins in a
// row, a move takes one or a few next to each other. It satisfies Parts.
type lines struct {
	// takes[i] is how many pins a move takes beside those of which no one may
	// be taken afterward, which stand on both sides of them.
	takes []int
	spoil int
}

type lineMove struct{ at, take int }

func (l lines) Whole(game.Position) ([2]int, error) { panic("not asked") }

func (l lines) AppendMoves(moves []lineMove, p *[2]int) []lineMove {
	for _, take := range l.takes {
		for at := 0; at+take <= p[0]; at++ {
			moves = append(moves, lineMove{at, take})
		}
	}
	return moves
}

func (l lines) AppendLeft(parts [][2]int, p *[2]int, m lineMove) ([][2]int, int) {
	return l.AppendCut(parts, [2]int{max(m.at-l.spoil, 0), max(p[0]-m.at-m.take-l.spoil, 0)})
}

func (l lines) AppendCut(parts [][2]int, rest [2]int) ([][2]int, int) {
	for _, n := range rest {
		if n > 0 {
			parts = append(parts, [2]int{n})
		}
	}
	return parts, 0
}

func (lines) Key(p *[2]int) (hi, lo uint64)          { return uint64(p[0]), 0 }
func (lines) CanonicalKey(p *[2]int) (hi, lo uint64) { return uint64(p[0]), 0 }
func (lines) Hardness(p *[2]int) int                 { return p[0] }
func (lines) IsZero(p *[2]int) bool                  { return false }
func (l lines) nimber(t *testing.T, n int) int       { return nimber(t, l, [2]int{n}, Options{}) }

// nimber returns the nimber that a new run finds.
func nimber[P, M any](t *testing.T, parts Parts[P, M], whole P, opt Options) int {
	t.Helper()
	return nimberBy(t, newRun(t, parts, opt), whole)
}

// newRun returns a run of workers without limits.
func newRun[P, M any](t *testing.T, parts Parts[P, M], opt Options) *run[P, M] {
	t.Helper()
	start := gametest.Must(t, hermit.Rules().Start, "")
	s := &solver[P, M]{parts: parts, table: newTable(2), opt: opt}
	r, err := s.begin(t.Context(), engine.Problem{Position: start})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// nimberBy returns it by what is in the table of a run already.
func nimberBy[P, M any](t *testing.T, r *run[P, M], whole P) int {
	t.Helper()
	n, ok, err := question(r, func(w *worker[P, M]) int { return w.sum(whole) })
	if !ok {
		t.Fatal("stopped", err)
	}
	return n
}

// TestKayles compares with the nimbers of Kayles (Guy and Smith 1956), and of
// Dawson's Kayles, which is Node Kayles on a path and Hermit in one color on
// one row without lying blocks.
func TestKayles(t *testing.T) {
	kayles := lines{takes: []int{1, 2}}
	for n, want := range []int{0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7} {
		if got := kayles.nimber(t, n); got != want {
			t.Errorf("Kayles on %d pins: %d, want %d", n, got, want)
		}
	}
	// From here on it has the period 12.
	for n, want := range []int{4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7} {
		if got := kayles.nimber(t, 72+n); got != want {
			t.Errorf("Kayles on %d pins: %d, want %d", 72+n, got, want)
		}
	}
	path := lines{takes: []int{1}, spoil: 1}
	for n, want := range []int{0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5} {
		if got := path.nimber(t, n); got != want {
			t.Errorf("Node Kayles on a path of %d: %d, want %d", n, got, want)
		}
	}
}

// cram is Cram, dominoes on a board, whose nimbers are published. A part is a
// set of empty squares, with one always covered beside each rank.
type cram struct{ files, ranks int }

func (c cram) Whole(game.Position) (uint64, error) { panic("not asked") }

func (c cram) AppendMoves(moves []uint64, p *uint64) []uint64 {
	for rest := *p; rest != 0; rest &= rest - 1 {
		s := rest & -rest
		for _, domino := range []uint64{s | s<<1, s | s<<(c.files+1)} {
			if domino&^*p == 0 {
				moves = append(moves, domino)
			}
		}
	}
	return moves
}

func (c cram) AppendLeft(parts []uint64, p *uint64, domino uint64) ([]uint64, int) {
	return c.AppendCut(parts, *p&^domino)
}

func (c cram) AppendCut(parts []uint64, rest uint64) ([]uint64, int) {
	for rest != 0 {
		part := rest & -rest
		for {
			grown := part | part<<1 | part>>1
			if grown = (grown | part<<(c.files+1) | part>>(c.files+1)) & rest; grown == part {
				break
			}
			part = grown
		}
		rest &^= part
		if part&(part-1) != 0 {
			parts = append(parts, part)
		}
	}
	return parts, 0
}

// canonical turns and flips the board and moves the part to the corner.
func (c cram) canonical(part uint64) uint64 {
	least := ^uint64(0)
	for image := range 4 {
		var moved uint64
		for rest := part; rest != 0; rest &= rest - 1 {
			s := bits.TrailingZeros64(rest)
			file, rank := s%(c.files+1), s/(c.files+1)
			if image&1 != 0 {
				file = c.files - 1 - file
			}
			if image&2 != 0 {
				rank = c.ranks - 1 - rank
			}
			moved |= 1 << (rank*(c.files+1) + file)
		}
		for !c.touches(moved) {
			moved >>= 1
		}
		for moved&(1<<c.files-1) == 0 {
			moved >>= c.files + 1
		}
		least = min(least, moved)
	}
	return least
}

// touches reports whether a part has a square on the first file.
func (c cram) touches(part uint64) bool {
	for rank := range c.ranks {
		if part>>(rank*(c.files+1))&1 != 0 {
			return true
		}
	}
	return false
}

func (cram) Key(p *uint64) (hi, lo uint64)            { return *p, 0 }
func (c cram) CanonicalKey(p *uint64) (hi, lo uint64) { return c.canonical(*p), 0 }
func (cram) Hardness(p *uint64) int                   { return bits.OnesCount64(*p) }
func (cram) IsZero(p *uint64) bool                    { return false }

func (c cram) empty() (whole uint64) {
	for rank := range c.ranks {
		whole |= (1<<c.files - 1) << (rank * (c.files + 1))
	}
	return whole
}

// TestCramThreads compares with published nimbers (Lemoine and Viennot 2012).
func TestCramThreads(t *testing.T) {
	for _, test := range []struct {
		files, ranks, want int
		long               bool
	}{
		{1, 1, 0, false},
		{2, 2, 0, false},
		{3, 3, 0, false},
		{3, 4, 1, false},
		{3, 5, 1, false},
		{4, 4, 0, false},
		{4, 5, 2, false},
		{5, 5, 0, false},
		{5, 6, 2, true},
		{4, 7, 3, true},
		{5, 7, 1, true},
		{4, 9, 1, true},
	} {
		if test.long && !gametest.Long() {
			continue
		}
		c := cram{test.files, test.ranks}
		if got := nimber(t, c, c.empty(), Options{Threads: 2}); got != test.want {
			t.Errorf("Cram on %d×%d: %d, want %d", test.files, test.ranks, got, test.want)
		}
	}
}

// TestSignatureCram pins the nodes of Cram, whose parts have no theorem and no order of
// their own; see TestSignature.
func TestSignatureCram(t *testing.T) {
	for _, test := range []struct{ files, ranks, nimber, nodes int }{{3, 5, 1, 102}, {4, 4, 0, 168}, {4, 5, 2, 1314}} {
		c := cram{test.files, test.ranks}
		r := newRun(t, c, Options{})
		n := nimberBy(t, r, c.empty())
		if nodes, _ := r.Spent(); n != test.nimber || int(nodes) != test.nodes {
			t.Errorf("Cram on %d×%d: nimber %d, %d nodes; want %d, %d", test.files, test.ranks, n, nodes, test.nimber, test.nodes)
		}
	}
}

// TestBruteForce compares Cram from random sets of squares with nimbers found
// straight from their definition.
func TestBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	c := cram{5, 4}
	known := map[uint64]int{}
	var plain func(uint64) int
	plain = func(p uint64) int {
		if n, ok := known[p]; ok {
			return n
		}
		var reached uint64
		for _, m := range c.AppendMoves(nil, &p) {
			reached |= 1 << plain(p&^m)
		}
		known[p] = bits.TrailingZeros64(^reached)
		return known[p]
	}
	r := newRun(t, c, Options{})
	for range 1000 {
		p := c.empty() & rng.Uint64() & (rng.Uint64() | rng.Uint64())
		if got, want := nimberBy(t, r, p), plain(p); got != want {
			t.Errorf("squares %b: %d, want %d", p, got, want)
		}
	}
}

// TestWorkerAllocates wants no allocation for each node.
func TestWorkerAllocates(t *testing.T) {
	c := cram{5, 4}
	w := newRun(t, c, Options{}).worker(0)
	ask := func() {
		w.shared.table.clear()
		*w.cache = cache{}
		if n := w.sum(c.empty()); n != 2 {
			t.Fatal(n)
		}
	}
	ask()
	if n := testing.AllocsPerRun(2, ask); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
