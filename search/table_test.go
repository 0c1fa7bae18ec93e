package search_test

import (
	"testing"
	"unsafe"

	"thera/search"
)

func TestBucketBytes(t *testing.T) {
	if n := unsafe.Sizeof(search.Bucket{}); n != search.BucketBytes {
		t.Errorf("a bucket has %d bytes, want %d", n, search.BucketBytes)
	}
}

// TestTable checks that the high bits of a key select its bucket, that the last
// bucket is in use, and that a size of 0 still makes a table.
func TestTable(t *testing.T) {
	for mib, buckets := range map[int]int{-1: 1 << 14, 0: 1 << 14, 1: 1 << 14, 3: 3 << 14} {
		table := search.NewTable(mib)
		if len(table) != buckets {
			t.Fatalf("%d MiB: %d buckets, want %d", mib, len(table), buckets)
		}
		for key, want := range map[uint64]int{0: 0, 1 << 40: 0, 1 << 63: buckets / 2, 1<<64 - 1: buckets - 1} {
			if table.Bucket(key) != &table[want] {
				t.Errorf("%d MiB: key %#x is not in bucket %d", mib, key, want)
			}
		}
	}
}

// TestReplace fills a bucket, whose data are their own values, none below 10, and then
// makes room: in the slot of the same key, or in the least valuable one.
func TestReplace(t *testing.T) {
	var b search.Bucket
	value := func(data uint64) uint64 { return max(data, 10) }
	for i, data := range []uint64{30, 10, 40, 20} {
		slot, held := b.Replace(uint64(i+1), value)
		if slot != &b[i] || held != 0 {
			t.Errorf("entry %d: not the next empty slot, with %d in it", i, held)
		}
		slot.Store(uint64(i+1), data)
	}
	if slot, held := b.Replace(3, value); slot != &b[2] || held != 40 {
		t.Errorf("key 3: held %d, want its own slot with 40", held)
	}
	if slot, held := b.Replace(9, value); slot != &b[1] || held != 0 {
		t.Errorf("key 9: held %d, want the slot of the least value and nothing held", held)
	}
	if data := b.Load(4); data != 20 {
		t.Errorf("key 4 has %d, want 20", data)
	}
	if data := b.Load(9); data != 0 {
		t.Errorf("key 9 has %d, want nothing", data)
	}
}
