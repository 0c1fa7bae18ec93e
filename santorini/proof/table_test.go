package proof

import (
	"slices"
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/santorini"
)

// TestTableSize fills tables, which want to grow to a power of two of buckets of 64
// bytes, at most the size asked for, and to keep what they can.
func TestTableSize(t *testing.T) {
	for mib, want := range map[int]int{0: 1 << 14, 1: 1 << 14, 2: 1 << 15, 3: 1 << 15, 4: 1 << 16} {
		tab := newTable(mib)
		for n := range uint64(1 << 18) {
			tab.keep(entry{key: game.Mix(n), win: 1})
			if fill := tab.fill(); n == 1000 && fill != 1001/float64(4*want) {
				t.Errorf("%d MiB: filled by %v after 1001 entries, want %v", mib, fill, 1001/float64(4*want))
			}
		}
		if got := len(tab.buckets); got != want {
			t.Errorf("%d MiB: %d buckets, want %d", mib, got, want)
		}
		kept := uint64(0)
		for n := range uint64(1 << 18) {
			kept += uint64(tab.find(game.Mix(n)).win)
		}
		if kept != tab.used || kept < uint64(3*want) {
			t.Errorf("%d MiB: %d entries, counted as %d, want most of %d places to be taken", mib, kept, tab.used, 4*want)
		}
	}
}

// TestTableGrows fills a table, which doubles when more than half of it is in use, and
// not before.
func TestTableGrows(t *testing.T) {
	tab := newTable(2)
	for n, size := uint64(0), uint64(mebi); size <= 2*mebi; size *= 2 {
		for tab.used < 2*size {
			tab.keep(entry{key: game.Mix(n), win: 1})
			n++
		}
		if got := uint64(len(tab.buckets)); got != size {
			t.Fatalf("%d entries in %d buckets, want %d buckets", tab.used, got, size)
		}
		for tab.used <= 2*size {
			tab.keep(entry{key: game.Mix(n), win: 1})
			n++
		}
		if got, want := uint64(len(tab.buckets)), min(2*size, 2*mebi); got != want {
			t.Fatalf("%d entries in %d buckets, want %d buckets", tab.used, got, want)
		}
	}
}

// TestTable fills one bucket and wants an entry that took less work to make room
// for another, the first of equal ones.
func TestTable(t *testing.T) {
	tab := newTable(1)
	buckets := uint64(len(tab.buckets))
	here := func(n uint64) uint64 { return 5 + n*buckets } // keys of the same bucket
	keep := func(e entry) { tab.keep(e) }
	has := func(when string, want ...uint64) {
		t.Helper()
		var got []uint64
		for n := range uint64(8) {
			e := tab.find(here(n))
			if e.key != here(n) {
				t.Fatalf("%s: key %d, want %d", when, e.key, here(n))
			}
			if e.depth() > 0 {
				got = append(got, n)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: entries %v, want %v", when, got, want)
		}
		if fill := tab.fill(); fill != float64(len(want))/float64(4*buckets) {
			t.Errorf("%s: filled by %v, want %d entries", when, fill, len(want))
		}
	}
	has("empty")
	keep(entry{key: here(1), noWin: 7})
	has("one entry", 1)
	keep(entry{key: here(2), noLoss: 4})
	keep(entry{key: here(3), win: 3})
	keep(entry{key: here(4), loss: 4})
	has("full", 1, 2, 3, 4)
	keep(entry{key: here(5), noWin: 9})
	has("3 has made room", 1, 2, 4, 5)
	keep(entry{key: here(6), noWin: 1})
	has("2 has made room, the first of equal ones", 1, 4, 5, 6)
	keep(entry{key: here(5), noWin: 9, noLoss: 8, move: 77})
	has("the entry of the same position is replaced", 1, 4, 5, 6)
	want := entry{key: here(5), noWin: 9, noLoss: 8, move: 77}
	if got := tab.find(here(5)); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}

	// A checkpoint has all of it.
	copied := newTable(1)
	var efforts []int
	for record := range tab.records() {
		copied.put(record)
		efforts = append(efforts, recordEffort(record))
	}
	if slices.Sort(efforts); !slices.Equal(efforts, []int{1, 4, 7, 9}) {
		t.Errorf("records of depths %v, want 1, 4, 7, 9", efforts)
	}
	for n := range uint64(8) {
		if got, want := copied.find(here(n)), tab.find(here(n)); got != want {
			t.Errorf("%+v after a checkpoint, want %+v", got, want)
		}
	}
}

// TestRanked wants the remembered move first, then the one that settled the last
// position, and the others as they were where they are not sorted.
func TestRanked(t *testing.T) {
	pos := gametest.Must(t, santorini.Parse, "00000/00100/00000/00020/00000 b2d4,b4d2 1")
	moves := pos.AppendMoves(nil)
	f := frame{pos: pos, answer: moves[3]}
	for _, sorted := range []bool{false, true} {
		f.moves = f.moves[:0]
		order := f.ranked(moves[7], sorted)
		if len(order) != len(moves) || order[0].move != moves[7] || sorted && order[1].move != moves[3] {
			t.Errorf("sorted %t: %d moves, first %v; want %d, first %v, %v", sorted, len(order), order[:2], len(moves), moves[7], moves[3])
		}
		f.moves = f.moves[:0]
		if order := f.ranked(moves[3], sorted); order[0].move != moves[3] || !sorted && (order[1].move != moves[1] || order[3].move != moves[0]) {
			t.Errorf("sorted %t: first %v", sorted, order[:4])
		}
	}
	// One move alone stays where it is.
	f.moves = append(f.moves[:0], moves[2])
	if order := f.ranked(moves[7], false); len(order) != 1 || order[0].move != moves[2] {
		t.Errorf("%v, want %v alone", order, moves[2])
	}
}
