package environment

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBitset compares a set with a list of its numbers.
func TestBitset(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for _, size := range []int{1, 63, 64, 65, 288, 840} {
		for _, density := range []int{1, 2, 10} {
			set := newBitset(size)
			var numbers []int
			for i := range size {
				if rng.IntN(density) == 0 {
					set.add(i)
					numbers = append(numbers, i)
				}
			}
			var has, nth []int
			for i := range size {
				if set.has(i) {
					has = append(has, i)
				}
			}
			for k := range set.len() {
				nth = append(nth, set.nth(k))
			}
			if !slices.Equal(has, numbers) || !slices.Equal(nth, numbers) || set.isEmpty() != (len(numbers) == 0) {
				t.Errorf("size %d: the set of %v has %v, in order %v, empty %t", size, numbers, has, nth, set.isEmpty())
			}
		}
	}
}

// TestExpand writes bits in pieces of all lengths and compares the bytes.
func TestExpand(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for size := range 300 {
		w := bitWriter{words: newBitset(size)}
		want := []uint8{}
		for len(want) < size {
			n := min(1+rng.IntN(64), size-len(want))
			word := rng.Uint64() >> (64 - n)
			if all := rng.IntN(4); all < 2 {
				w.repeat(all == 1, n)
				word = uint64(all) * (1<<n - 1)
			} else {
				w.write(word, n)
			}
			for i := range n {
				want = append(want, uint8(word>>i&1))
			}
		}
		got := slices.Repeat([]uint8{9}, size+8)
		expand(got[:size], w.words)
		if !slices.Equal(got[:size], want) || !slices.Equal(got[size:], slices.Repeat([]uint8{9}, 8)) {
			t.Fatalf("%d bits: got %v\nwant %v and 8 times 9", size, got, want)
		}
	}
}
