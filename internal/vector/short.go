package vector

// ShortWidth is the number of elements of a short row.
const ShortWidth = 16

// Short is a short row, made by [PackShort] in one of the two formats of [Row].
type Short [ShortWidth / 4]uint64

// Tiles are the 2 by 2 blocks of 3-bit states at 128 places. Lower and Upper each hold
// two states for each place.
type Tiles struct{ Lower, Upper *[128]uint8 }

// Patterns are short rows selected by four states: Numbers maps the states to the index
// of a row, with the upper two in the higher bits.
type Patterns struct {
	Numbers [8 * 8 * 8 * 8]uint16
	Rows    [1024]Short
}

// PackShort returns the short row of the given numbers.
func PackShort(numbers *[ShortWidth]int16) (row Short) {
	if wide {
		for i, v := range numbers {
			row[i/4] |= uint64(uint16(v)) << (16 * (i % 4))
		}
		return row
	}
	return packedShort(numbers)
}

// Rectified adds up bias and the row of each place element by element, replaces
// negative sums by 0, and returns the total of the first half minus that of the second
// half. The result is correct if all final sums fit 16 bits, even if intermediate sums
// do not.
func (p *Patterns) Rectified(bias *Short, t Tiles) int { return rectifiedShort(bias, p, t) }

// packedShort returns the short row in the format of portableShort.
func packedShort(numbers *[ShortWidth]int16) (row Short) {
	for i, v := range numbers {
		row[i/4] += uint64(int64(v)) << (16 * (i % 4))
	}
	return row
}

// portableShort is Rectified in 64-bit arithmetic, like portableRectified.
func portableShort(bias *Short, p *Patterns, t Tiles) int {
	a, b, c, d := bias[0]+raised, bias[1]+raised, bias[2]+raised, bias[3]+raised
	for i, lower := range t.Lower {
		pattern := (uint(lower) | uint(t.Upper[i])<<6) % uint(len(p.Numbers))
		row := &p.Rows[uint(p.Numbers[pattern])%uint(len(p.Rows))]
		a += row[0]
		b += row[1]
		c += row[2]
		d += row[3]
	}
	first, second := positive(a)+positive(b), positive(c)+positive(d)
	return int(uint32(first)) + int(first>>32) - int(uint32(second)) - int(second>>32)
}
