package tournament

import (
	"math/rand/v2"
	"testing"
)

// heaviest returns the weight of the best matching by trying all.
func heaviest(w *weights, free []int) int64 {
	if len(free) < 2 {
		return 0
	}
	a, rest := free[0], free[1:]
	best := heaviest(w, rest)
	for i, b := range rest {
		if weight := w.of[a*w.n+b]; weight > 0 {
			others := append(append([]int{}, rest[:i]...), rest[i+1:]...)
			best = max(best, weight+heaviest(w, others))
		}
	}
	return best
}

// check checks a matching and returns its weight.
func check(t *testing.T, w *weights, mates []int) (weight int64) {
	t.Helper()
	for a, b := range mates {
		switch {
		case b < 0:
		case mates[b] != a || a == b || w.of[a*w.n+b] <= 0:
			t.Fatalf("%d is matched to %d: %v", a, b, mates)
		case a < b:
			weight += w.of[a*w.n+b]
		}
	}
	return weight
}

func TestMatchAgainstAllMatchings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		n := 1 + r.IntN(9)
		w := newWeights(n)
		free := make([]int, n)
		density, heavy := r.Float64(), []int64{2, 10, 1000, maxWeight / 2}[r.IntN(4)]
		for a := range n {
			free[a] = a
			for b := range a {
				if r.Float64() < density {
					w.set(a, b, 1+r.Int64N(heavy))
				}
			}
		}
		if got, want := check(t, w, w.match()), heaviest(w, free); got != want {
			t.Fatalf("weight %d, want %d: %v", got, want, w.of)
		}
	}
}

// TestMatchMany uses nearly equal weights, which make many blossoms.
func TestMatchMany(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{64, 255, 256} {
		w := newWeights(n)
		for a := range n {
			for b := range a {
				w.set(a, b, 1<<50+r.Int64N(7))
			}
		}
		if got := check(t, w, w.match()); got < int64(n/2)*(1<<50+5) {
			t.Errorf("%d: weight %d", n, got)
		}
	}
}

func FuzzMatch(f *testing.F) {
	f.Add([]byte{3, 1, 2, 3})
	f.Add([]byte{6, 5, 5, 0, 0, 5, 1, 5, 5, 0, 7, 7, 7, 1, 0, 5})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		n := int(data[0]%8) + 1
		w := newWeights(n)
		free := make([]int, n)
		for a, i := 0, 1; a < n; a++ {
			free[a] = a
			for b := 0; b < a && i < len(data); b, i = b+1, i+1 {
				w.set(a, b, int64(data[i]))
			}
		}
		if got, want := check(t, w, w.match()), heaviest(w, free); got != want {
			t.Fatalf("weight %d, want %d: %v", got, want, w.of)
		}
	})
}
