package vector

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// rectifiedByNumber is Rectified, number by number.
func rectifiedByNumber(bias *[Width]int16, rows [][Width]int16, list []uint16) (total int) {
	for k, v := range bias {
		sum := int(v)
		for _, i := range list {
			sum += int(rows[i][k])
		}
		if k < Width/2 {
			total += max(sum, 0)
		} else {
			total -= max(sum, 0)
		}
	}
	return total
}

// TestRectified compares both ways with plain sums, for lists of all lengths
// and numbers up to those whose sums reach the ends of 16 bits.
func TestRectified(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 100 {
		most := 32767 / (n + 1)
		draw := func() (numbers [Width]int16) {
			for k := range numbers {
				numbers[k] = int16(rng.IntN(2*most+1) - most)
				if k%9 == 0 {
					numbers[k] = int16(most - rng.IntN(2)*2*most)
				}
			}
			return numbers
		}
		bias := draw()
		rows := make([][Width]int16, 20)
		wideRows, portableRows := make([]Row, len(rows)), make([]Row, len(rows))
		for i := range rows {
			rows[i] = draw()
			wideRows[i] = Pack(&rows[i])
			pack(portableRows[i][:], rows[i][:], false)
		}
		list := make([]uint16, n)
		for i := range list {
			list[i] = uint16(rng.IntN(len(rows)))
		}
		want := rectifiedByNumber(&bias, rows, list)
		wideBias, portableBias := Pack(&bias), Row{}
		pack(portableBias[:], bias[:], false)
		if got := Rectified(&wideBias, wideRows, list); got != want {
			t.Errorf("%d rows: %d, want %d", n, got, want)
		}
		if got := portableRectified(&portableBias, portableRows, list); got != want {
			t.Errorf("%d rows, the portable way: %d, want %d", n, got, want)
		}
	}
}

// TestUpdate compares both ways with plain sums, for lists of all lengths: a part of the
// sums is removed, another added, and Rectified adds the rest.
func TestUpdate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func() (numbers [Width]int16) {
		for k := range numbers {
			numbers[k] = int16(rng.IntN(2*600+1) - 600)
		}
		return numbers
	}
	rows := make([][Width]int16, 20)
	wideRows, portableRows := make([]Row, len(rows)), make([]Row, len(rows))
	for i := range rows {
		rows[i] = draw()
		wideRows[i] = Pack(&rows[i])
		pack(portableRows[i][:], rows[i][:], false)
	}
	for n := range 50 {
		list := make([]uint16, n)
		for i := range list {
			list[i] = uint16(rng.IntN(len(rows)))
		}
		removed, added, rest := list[:n/3], list[n/3:n/2], list[n/2:]
		bias := draw()
		sums := bias // with the rows to be removed
		for _, i := range removed {
			for k, v := range &rows[i] {
				sums[k] += v
			}
		}
		want := rectifiedByNumber(&bias, rows, list[n/3:])
		wideSums, portableSums := Pack(&sums), Row{}
		pack(portableSums[:], sums[:], false)
		Update(&wideSums, wideRows, removed, added)
		if got := Rectified(&wideSums, wideRows, rest); got != want {
			t.Errorf("%d rows: %d, want %d", n, got, want)
		}
		portableUpdate(&portableSums, portableRows, removed, added)
		if got := portableRectified(&portableSums, portableRows, rest); got != want {
			t.Errorf("%d rows, the portable way: %d, want %d", n, got, want)
		}
	}
}

// randomFloats returns rows of numbers of all sizes, some of them 0.
func randomFloats(rng *rand.Rand, n int) []Floats {
	rows := make([]Floats, n)
	for i := range rows {
		for k := range rows[i] {
			if rng.IntN(5) > 0 {
				rows[i][k] = float32(rng.NormFloat64() * rng.ExpFloat64() * 1e-2)
			}
		}
	}
	return rows
}

// TestFloats compares what this processor does with the portable way, to the
// last bit.
func TestFloats(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 40 {
		rows := randomFloats(rng, 50)
		list := make([]uint16, n)
		for i := range list {
			list[i] = uint16(rng.IntN(len(rows)))
		}
		got, want := rows[0], rows[0]
		Add(&got, rows, list)
		portableAdd(&want, rows, list)
		if got != want {
			t.Errorf("%d rows add up to %v, want %v", n, got, want)
		}
		gotRows, wantRows := slices.Clone(rows), slices.Clone(rows)
		AddTo(gotRows, list, &got)
		portableAddTo(wantRows, list, &want)
		if !slices.Equal(gotRows, wantRows) {
			t.Errorf("%d rows to add to differ", n)
		}
	}
}

func TestStep(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	a := Adam{Scale: 1. / 1024, Mean: 0.1, Square: 0.001, Rate: 2e-3, Tiny: 1e-8}
	var got, want [4][]Floats
	for i := range got {
		got[i] = randomFloats(rng, 7)
		for k := range got[i] {
			for j, v := range got[i][k] {
				if i == 3 { // a variance is not negative
					got[i][k][j] = v * v
				}
			}
		}
		want[i] = slices.Clone(got[i])
	}
	for step := range 3 {
		a.Step(got[0], got[1], got[2], got[3])
		a.portableStep(want[0], want[1], want[2], want[3])
		for i, what := range []string{"weights", "gradient", "mean", "variance"} {
			if !slices.Equal(got[i], want[i]) {
				t.Fatalf("step %d: %s %v, want %v", step, what, got[i], want[i])
			}
		}
		if got[1][0] != (Floats{}) {
			t.Fatal("the gradient is not cleared")
		}
		got[1] = randomFloats(rng, 7)
		want[1] = slices.Clone(got[1])
	}
}

// BenchmarkRectified adds up 75 rows of 4,000, both ways.
func BenchmarkRectified(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	rows := make([]Row, 4000)
	lists := make([][75]uint16, 64)
	for i := range lists {
		for k := range lists[i] {
			lists[i][k] = uint16(rng.ExpFloat64()*300) % uint16(len(rows))
		}
	}
	for name, sum := range map[string]func(*Row, []Row, []uint16) int{"this": Rectified, "portable": portableRectified} {
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				sum(&rows[0], rows, lists[i&63][:])
			}
		})
	}
}
