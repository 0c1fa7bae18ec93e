package alphabeta

import (
	"testing"

	"thera/engine"
	"thera/hermit"
)

type move = hermit.Move

func TestTableRemembers(t *testing.T) {
	table := newTable[move](1)
	if len(table.buckets) != 1<<14 {
		t.Errorf("%d buckets in a MiB, want 16384 of 64 bytes", len(table.buckets))
	}
	if three := newTable[move](3); len(three.buckets) != 1<<15 {
		t.Errorf("%d buckets in 3 MiB, want as many as in 2", len(three.buckets))
	}
	table.advance()
	table.store(5, 77, -123, 3, 9, upper)
	e := table.probe(5)
	if want := (entry[move]{move: 77, score: -123, depth: 9, bound: upper, age: 1}); e != want {
		t.Errorf("%+v, want %+v", e, want)
	}
	if table.probe(5 + 1<<14).found() {
		t.Error("an entry of another position in the same bucket is taken for it")
	}
	table.store(5, 78, 40, 3, 1, exact)
	if e := table.probe(5); e.move != 78 || e.depth != 1 {
		t.Errorf("%+v, want the new entry of the same position", e)
	}
}

// TestTableCountsFromNode stores a win at one ply and reads it at another.
func TestTableCountsFromNode(t *testing.T) {
	table := newTable[move](1)
	for _, test := range []struct{ stored, want engine.Score }{
		{engine.WinIn(7), engine.WinIn(6)}, {engine.LossIn(8), engine.LossIn(7)}, {300, 300},
	} {
		table.store(1, 1, test.stored, 3, 5, exact)
		e := table.probe(1)
		if got, ok := e.cutoff(2, 5, -infinite, infinite); !ok || got != test.want {
			t.Errorf("%s at ply 3 is %s at ply 2 (%v), want %s", test.stored, got, ok, test.want)
		}
	}
}

// TestTableReplaces fills a bucket and wants the entry to go that is worth
// least: one of an older search, then the shallowest.
func TestTableReplaces(t *testing.T) {
	table := newTable[move](1)
	key := func(i int) uint64 { return uint64(i) << 40 } // all in one bucket
	for i, depth := range []int{9, 3, 6, 4} {
		if i == 2 {
			table.advance() // the first two are old
		}
		table.store(key(i+1), 1, 0, 0, depth, exact)
	}
	for n, gone := range []int{2, 1, 4} {
		table.store(key(10+n), 1, 0, 0, 7, exact)
		if table.probe(key(gone)).found() {
			t.Errorf("entry %d is still there after %d more", gone, n+1)
		}
		if !table.probe(key(10 + n)).found() {
			t.Errorf("new entry %d is not there", n)
		}
	}
	if !table.probe(key(3)).found() {
		t.Error("the deepest new entry is gone")
	}
}

func TestCutoff(t *testing.T) {
	for _, test := range []struct {
		name        string
		e           entry[move]
		depth       int
		alpha, beta engine.Score
		ok          bool
	}{
		{"exact, deep enough", entry[move]{score: 10, depth: 4, bound: exact}, 4, 0, 100, true},
		{"exact, too shallow", entry[move]{score: 10, depth: 3, bound: exact}, 4, 0, 100, false},
		{"proven at any depth", entry[move]{score: int16(engine.WinIn(3)), depth: 1, bound: exact}, 9, 0, 100, true},
		{"lower bound at beta", entry[move]{score: 100, depth: 4, bound: lower}, 4, 0, 100, true},
		{"lower bound below beta", entry[move]{score: 99, depth: 4, bound: lower}, 4, 0, 100, false},
		{"upper bound at alpha", entry[move]{score: 0, depth: 4, bound: upper}, 4, 0, 100, true},
		{"upper bound above alpha", entry[move]{score: 1, depth: 4, bound: upper}, 4, 0, 100, false},
		{"upper bound above beta", entry[move]{score: 200, depth: 4, bound: upper}, 4, 0, 100, false},
		{"lower bound below alpha", entry[move]{score: -5, depth: 4, bound: lower}, 4, 0, 100, false},
	} {
		if _, ok := test.e.cutoff(0, test.depth, test.alpha, test.beta); ok != test.ok {
			t.Errorf("%s: %v, want %v", test.name, ok, test.ok)
		}
	}
}
