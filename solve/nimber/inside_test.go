package nimber

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"thera/engine"
)

// TestFacts excludes the numbers that facts have room for.
func TestFacts(t *testing.T) {
	f := knowledge(0)
	for i, n := range []int{0, 3, 14, 15, 16, 3} {
		f = f.excluding(n)
		if want := min(i+1, 3); f.excludedCount() != want {
			t.Errorf("%d numbers are excluded after %d, want %d", f.excludedCount(), n, want)
		}
	}
	for n := range 18 {
		want := n == 0 || n == 3 || n == 14
		if yes, known := f.isNimber(n); yes || known != want {
			t.Errorf("%d: %t, known %t; want known %t", n, yes, known, want)
		}
	}
	six := exact | 6
	if n, known := six.nimber(); n != 6 || !known || six.excluding(2) != six {
		t.Errorf("nimber %d, known %t; %b excluding 2", n, known, six.excluding(2))
	}
	if yes, known := six.isNimber(5); yes || !known {
		t.Errorf("6 is 5: %t, %t", yes, known)
	}
}

// TestTableSize wants powers of two, at least 2 MiB, of which 8 are in use first.
func TestTableSize(t *testing.T) {
	for mib, want := range map[int]struct {
		words int
		shift uint
	}{0: {8 << 15, 15}, 2: {8 << 15, 15}, 3: {8 << 15, 15}, 4: {8 << 16, 16}, 8: {8 << 17, 17}, 16: {8 << 18, 17}} {
		tab := newTable(mib)
		if len(tab.words) != want.words || tab.shift != want.shift {
			t.Errorf("%d MiB: %d words, 2^%d buckets in use; want %d, 2^%d", mib, len(tab.words), tab.shift, want.words, want.shift)
		}
	}
	tab := newTable(4)
	tab.shift = minShift
	for used, want := range map[int64]bool{0: false, 32_767: false, 32_768: true, 65_536: true} {
		if tab.used.Store(used); tab.isCrowded() != want || tab.fill() != float64(used)/262_144 {
			t.Errorf("%d entries: crowded %t, filled by %v", used, tab.isCrowded(), tab.fill())
		}
	}
	if tab.shift++; tab.isCrowded() {
		t.Error("it wants to grow beyond its size")
	}
}

// TestBucket fills a bucket. Of the two entries that a key selects, the one with fewer
// bits makes room, the first of equal ones.
func TestBucket(t *testing.T) {
	tab := newTable(2)
	at := func(n uint64) key { return key{1, n << minShift} }
	has := func(when string, want ...uint64) {
		t.Helper()
		var got []uint64
		for n := range uint64(64) {
			if f := tab.get(at(n)); f != 0 {
				if f != knowledge(n) {
					t.Errorf("%s: %d has %d", when, n, f)
				}
				got = append(got, n)
			}
		}
		if !slices.Equal(got, want) || int(tab.used.Load()) != len(want) {
			t.Errorf("%s: %v, %d used, want %v", when, got, tab.used.Load(), want)
		}
	}
	for _, n := range []uint64{7, 3, 1, 2} {
		tab.put(at(n), knowledge(n))
	}
	has("full", 1, 2, 3, 7)
	tab.put(at(15), 15)
	has("3 has made room, one of the first two", 1, 2, 7, 15)
	tab.put(at(63), 63)
	has("1 has made room, the first of equal ones among the last two", 2, 7, 15, 63)
	tab.clear()
	has("cleared")
}

// TestNear wants the last part of a place to stay.
func TestNear(t *testing.T) {
	var table cache
	places := map[uint64]key{}
	for hi := uint64(1); ; hi++ {
		k := key{hi, hi << 20}
		if _, known := table.get(k); known {
			t.Fatalf("%v is there before it is put", k)
		}
		table.put(k, int(hi))
		place := k.spread() >> (64 - cacheBits)
		if other, taken := places[place]; taken {
			if _, known := table.get(other); known {
				t.Errorf("%v and %v are both there", k, other)
			}
			if n, known := table.get(k); n != int(hi) || !known {
				t.Errorf("nimber %d, %t; want %d", n, known, hi)
			}
			break
		}
		places[place] = k
	}
	if len(places) < 50 {
		t.Errorf("only %d keys have a place each", len(places))
	}
}

// TestBusy wants a part to be marked from begin to end, and an end to leave
// another one's mark.
func TestBusy(t *testing.T) {
	var b inProgress
	k := key{3, 5}
	other := k
	slot, _ := b.slot(k)
	for other.hi++; ; other.hi++ {
		if s, _ := b.slot(other); s == slot && other.hi > k.hi+2 {
			break
		}
	}
	if b.contains(k) || other.hi < 20 {
		t.Errorf("%v is begun before anything is, or %v is in its place", k, other)
	}
	b.add(k)
	b.remove(other)
	if !b.contains(k) || b.contains(other) {
		t.Error("not begun")
	}
	b.add(other)
	b.remove(k)
	if b.contains(k) || !b.contains(other) {
		t.Error("the mark of another is gone")
	}
}

// TestVisitAsks wants a worker to ask every 256 nodes whether it is time for the
// table to grow, and no more often.
func TestVisitAsks(t *testing.T) {
	s := &shared{table: newTable(4), meter: engine.StartMeter(t.Context(), engine.Limits{}, nil)}
	s.table.shift = minShift
	s.table.used.Store(1 << 20)
	count := s.meter.Counter()
	for n := 1; ; n++ {
		if stop := s.visit(&count); stop != (n == 256) || s.meter.Stopped() != stop {
			t.Fatalf("node %d: stop %t, all %t", n, stop, s.meter.Stopped())
		} else if stop {
			break
		}
	}
}

// TestInsert wants the parts of an option in order of hardness, equal ones behind
// each other and the same part twice to be nothing.
func TestInsert(t *testing.T) {
	w := &worker[[2]int, lineMove]{}
	for _, p := range []int{5, 3, 9, 13, 3, 5, 7, 23, 5} {
		w.parts = append(w.parts, [2]int{p})
		w.names = append(w.names, name{key: key{uint64(p), 0}, hardness: p % 10})
	}
	last := 1
	for i := 1; i < len(w.parts); i++ {
		last = w.insert(1, last, i)
		if want := []string{
			"", "[3]", "[3 9]", "[3 13 9]", "[13 9]", "[13 5 9]", "[13 5 7 9]", "[13 23 5 7 9]", "[13 23 7 9]",
		}[i]; want != "" {
			var got []int
			for j := 1; j < last; j++ {
				if int(w.names[j].key.hi) != w.parts[j][0] {
					t.Errorf("part %v is called %v", w.parts[j], w.names[j])
				}
				got = append(got, w.parts[j][0])
			}
			if fmt.Sprint(got) != want {
				t.Errorf("after %d: %v, want %s", i, got, want)
			}
		}
	}
}

// TestAmongOthers has a worker believe that others are at the parts that it met
// in an earlier search, as far as there is room to say so. It finds the same
// nimber another way.
func TestAmongOthers(t *testing.T) {
	for _, test := range []struct{ files, ranks, nimber, nodes int }{{3, 5, 1, 151}, {4, 4, 0, 184}, {4, 5, 2, 1578}} {
		c := cram{test.files, test.ranks}
		before, r := newRun(t, c, Options{}), newRun(t, c, Options{})
		nimberBy(t, before, c.empty())
		for record := range before.solver.table.records() {
			r.shared.inProgress.add(key{binary.LittleEndian.Uint64(record), binary.LittleEndian.Uint64(record[8:])})
		}
		n := nimberBy(t, r, c.empty())
		if nodes, _ := r.Spent(); n != test.nimber || int(nodes) != test.nodes {
			t.Errorf("Cram on %d×%d: nimber %d, %d nodes; want %d, %d", test.files, test.ranks, n, nodes, test.nimber, test.nodes)
		}
	}
}

// TestShare pins how far a search is after a given number of nodes.
func TestShare(t *testing.T) {
	c := cram{4, 4}
	r := newRun(t, c, Options{})
	if nimberBy(t, r, c.empty()); r.shared.progress.Fraction() != 1 {
		t.Errorf("%.3f is done of a search that is done", r.shared.progress.Fraction())
	}
	for nodes, want := range map[uint64]string{80: "0.047", 140: "0.090", 0: "1.000"} {
		r := newRun(t, c, Options{})
		r.shared.meter = engine.StartMeter(t.Context(), engine.Limits{Nodes: nodes}, nil)
		w := r.worker(0)
		w.reportsProgress, w.count = true, r.shared.meter.Counter()
		w.sumIs(c.empty(), 0)
		if got := fmt.Sprintf("%.3f", r.shared.progress.Fraction()); got != want {
			t.Errorf("after %d nodes %s is done, want %s", nodes, got, want)
		}
	}
}
