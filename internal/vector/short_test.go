package vector

import (
	"math/rand/v2"
	"testing"
)

// TestShort compares both ways with plain sums, for numbers up to those whose sums
// reach the ends of 16 bits.
func TestShort(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const most = 32767 / 129
	draw := func() (numbers [ShortWidth]int16) {
		for k := range numbers {
			numbers[k] = int16(most - rng.IntN(2)*2*most)
			if k%5 != 0 {
				numbers[k] = int16(rng.IntN(2*most+1) - most)
			}
		}
		return numbers
	}
	var p, portable Patterns
	rows := make([][ShortWidth]int16, len(p.Rows))
	for i := range rows {
		rows[i] = draw()
		p.Rows[i] = PackShort(&rows[i])
		pack(portable.Rows[i][:], rows[i][:], false)
	}
	for round := range 100 {
		for i := range p.Numbers {
			p.Numbers[i] = uint16(rng.IntN(len(rows)))
			if round%2 == 0 { // one row alone, which sums up to the most
				p.Numbers[i] = uint16(round)
			}
		}
		portable.Numbers = p.Numbers
		var lower, upper [128]uint8
		for i := range lower {
			lower[i], upper[i] = uint8(rng.IntN(64)), uint8(rng.IntN(64))
		}
		bias := draw()
		want := 0
		for k, v := range bias {
			sum := int(v)
			for i := range lower {
				sum += int(rows[p.Numbers[int(lower[i])|int(upper[i])<<6]][k])
			}
			if k < ShortWidth/2 {
				want += max(sum, 0)
			} else {
				want -= max(sum, 0)
			}
		}
		wideBias, portableBias := PackShort(&bias), Short{}
		pack(portableBias[:], bias[:], false)
		if got := p.Rectified(&wideBias, Tiles{&lower, &upper}); got != want {
			t.Errorf("%d, want %d", got, want)
		}
		if got := portableShort(&portableBias, &portable, Tiles{&lower, &upper}); got != want {
			t.Errorf("%d the portable way, want %d", got, want)
		}
	}
}
