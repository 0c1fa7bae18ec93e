package nimber

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// TestTable stores facts and reads them back, in one bucket too.
func TestTable(t *testing.T) {
	tab := newTable(2)
	rng := rand.New(rand.NewPCG(3, 4))
	stored := map[key]knowledge{}
	for range 2000 {
		k := key{rng.Uint64() & keyMask, rng.Uint64() & keyMask}
		stored[k] = knowledge(rng.Uint32()) | 1
		tab.put(k, stored[k])
	}
	if used := int(tab.used.Load()); used != len(stored) {
		t.Fatalf("%d entries, want %d", used, len(stored))
	}
	for k, want := range stored {
		if got := tab.get(k); got != want {
			t.Errorf("%x: %x, want %x", k, got, want)
		}
		if got := tab.get(key{k.hi, k.lo ^ 1}); got != 0 {
			t.Errorf("%x: %x for a part that is not there", k, got)
		}
	}
	for i := 0; i < len(tab.words); i += wordsPerEntry {
		if hi, lo := tab.words[i], tab.words[i+1]; hi != 0 {
			if k := tab.key(hi, lo, uint64(i/wordsPerBucket)); stored[k] != knowledge(lo) {
				t.Errorf("entry %d is of %x", i, k)
			}
		}
	}
	// What no longer has room is forgotten, never mistaken.
	for range 300_000 {
		k := key{rng.Uint64() & keyMask, rng.Uint64() & keyMask}
		stored[k] = knowledge(rng.Uint32()) | 1
		tab.put(k, stored[k])
	}
	found := 0
	for k, want := range stored {
		if got := tab.get(k); got == want {
			found++
		} else if got != 0 {
			t.Errorf("%x: %x, want %x or nothing", k, got, want)
		}
	}
	if used := int(tab.used.Load()); used != found || tab.fill() < 0.8 {
		t.Errorf("%d of %d entries are found, and the table is full by %.2f", found, used, tab.fill())
	}
	k := key{5, 6}
	tab.put(k, knowledge(0).excluding(0))
	tab.put(k, knowledge(0).excluding(3))
	if got := fmt.Sprintf("%b", tab.get(k)); got != "1001" {
		t.Errorf("0 and 3 are excluded: %s", got)
	}
	tab.put(k, exact|2)
	tab.put(k, knowledge(0).excluding(4))
	if n, known := tab.get(k).nimber(); n != 2 || !known {
		t.Errorf("nimber %d, %v, want 2", n, known)
	}
}

// TestVictim overfills buckets with random keys. The one that makes room for the last
// has at most as many bits as the one beside it.
func TestVictim(t *testing.T) {
	tab := newTable(2)
	rng := rand.New(rand.NewPCG(7, 8))
	size := func(k key) int { return bits.OnesCount64(k.hi) + bits.OnesCount64(k.lo) }
	for bucket := range uint64(500) {
		var keys [5]key
		for i := range keys {
			keys[i] = tab.key(rng.Uint64(), rng.Uint64(), bucket)
			tab.put(keys[i], exact)
		}
		gone := 0
		for i, k := range keys {
			if tab.get(k) != 0 {
				continue
			}
			gone++
			if beside := keys[i^1]; size(k) > size(beside) {
				t.Errorf("bucket %d: %x with %d bits is gone, %x with %d is not", bucket, k, size(k), beside, size(beside))
			}
		}
		if gone != 1 {
			t.Errorf("bucket %d: %d keys are gone, want 1", bucket, gone)
		}
	}
}

// TestGrow wants a table that grows to keep all that it had.
func TestGrow(t *testing.T) {
	tab := newTable(16)
	first := uint(minShift)
	tab.shift = first
	rng := rand.New(rand.NewPCG(5, 6))
	stored := map[key]knowledge{}
	// Keys of the first bucket go no further than to the first one not in use.
	for high := range uint64(4) {
		k := tab.key(inUse, high<<knowledgeBits, 0)
		stored[k] = exact
		tab.put(k, exact)
	}
	for len(stored) < 100_000 {
		k := key{rng.Uint64() & keyMask, rng.Uint64() & keyMask}
		stored[k] = knowledge(rng.Uint32()) | 1
		tab.put(k, stored[k])
		if !tab.isCrowded() {
			continue
		}
		had := map[key]knowledge{}
		for k := range stored {
			if f := tab.get(k); f != 0 {
				had[k] = f
			}
		}
		tab.grow()
		for k, want := range had {
			if got := tab.get(k); got != want || got != stored[k] {
				t.Fatalf("%x: %x, want %x", k, got, want)
			}
		}
	}
	if grown := tab.shift - first; grown < 2 {
		t.Errorf("it has grown %d times", grown)
	}
	found := 0
	for range tab.records() {
		found++
	}
	if used := int(tab.used.Load()); found != used || found < len(stored)*99/100 {
		t.Errorf("%d of %d entries found, %d used", found, len(stored), used)
	}
	for tab.shift < uint(bits.Len(uint(len(tab.words)/wordsPerBucket)))-1 {
		tab.grow()
	}
	if tab.isCrowded() {
		t.Error("it wants to grow beyond its size")
	}
	tab.clear()
	for k := range stored {
		if tab.get(k) != 0 {
			t.Fatalf("%x is there after all was cleared", k)
		}
	}
}
