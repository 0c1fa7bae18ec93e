package search_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"thera/search"
)

func ExampleSlot() {
	var s search.Slot
	s.Store(0xfeed, 42)
	fmt.Println(s.Load(0xfeed), s.Load(0xbeef))
	key, data := s.Entry()
	fmt.Printf("%x %d\n", key, data)
	// Output:
	// 42 0
	// feed 42
}

func TestSlot(t *testing.T) {
	var s search.Slot
	if unsafe.Sizeof(s) != 16 {
		t.Errorf("a slot has %d bytes, want 16", unsafe.Sizeof(s))
	}
	for _, key := range []uint64{0, 1, 1<<64 - 1} {
		if data := s.Load(key); data != 0 {
			t.Errorf("the empty slot has %d for key %d", data, key)
		}
	}
	if _, data := s.Entry(); data != 0 {
		t.Errorf("the empty slot has %d", data)
	}
	if !s.Fill(5, 7) {
		t.Error("the empty slot was in use")
	}
	if s.Fill(6, 8) {
		t.Error("the slot in use was empty")
	}
	if key, data := s.Entry(); key != 6 || data != 8 {
		t.Errorf("key %d and data %d, want 6 and 8", key, data)
	}
	s.Store(0, 9)
	if got := [2]uint64{s.Load(0), s.Load(6)}; got != [2]uint64{9, 0} {
		t.Errorf("data %d of the new key and of the old one, want 9 and 0", got)
	}
}

// TestMixedWords wants words of different entries to be no one's.
func TestMixedWords(t *testing.T) {
	var s search.Slot
	s.Store(5, 7)
	words := (*[2]atomic.Uint64)(unsafe.Pointer(&s))
	words[1].Store(8) // as another worker's, between the two steps of Store
	for _, key := range []uint64{5, 6} {
		if data := s.Load(key); data != 0 {
			t.Errorf("key %d has data %d, want none", key, data)
		}
	}
}

// TestManyWorkers has workers write and read few slots at once. Each key has
// only one possible data, so that what is read can be checked.
func TestManyWorkers(t *testing.T) {
	const workers, rounds, keys = 4, 20_000, 64
	var slots [2]search.Slot
	var used atomic.Int64
	data := func(key uint64) uint64 { return key*0x9e3779b97f4a7c15 | 1 }
	var all sync.WaitGroup
	for w := range uint64(workers) {
		all.Go(func() {
			for i := range uint64(rounds) {
				key := (i*7 + w*13) % keys
				s := &slots[key%2]
				if s.Fill(key, data(key)) {
					used.Add(1)
				}
				for k := range uint64(keys) {
					if d := slots[k%2].Load(k); d != 0 && d != data(k) {
						t.Errorf("key %d has data %d, want %d or nothing", k, d, data(k))
						return
					}
				}
			}
		})
	}
	all.Wait()
	if used.Load() != 2 {
		t.Errorf("%d slots counted, want 2", used.Load())
	}
}
