package vector

// ShortWidth is how many numbers a short row has.
const ShortWidth = 16

// Short is a short row, as this processor adds them up, made by [PackShort] in one of
// the two ways of [Row].
type Short [ShortWidth / 4]uint64

// Tiles are how four states of 3 bits lie together at 128 places: Lower has two of
// them for each place, and so has Upper.
type Tiles struct{ Lower, Upper *[128]uint8 }

// Patterns are short rows, by what four states make of them: Numbers says which row
// it is, the upper two above the lower ones.
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

// Rectified adds up bias and the row of each place, number by number, takes
// negative sums as 0, and returns the total of the first half of them minus that of
// the second half. The result is right if all sums are within 16 bits, whatever
// those on the way to them are.
func (p *Patterns) Rectified(bias *Short, t Tiles) int { return rectifiedShort(bias, p, t) }

// packedShort returns the short row for portableShort.
func packedShort(numbers *[ShortWidth]int16) (row Short) {
	for i, v := range numbers {
		row[i/4] += uint64(int64(v)) << (16 * (i % 4))
	}
	return row
}

// portableShort is Rectified by numbers of 64 bits, as portableRectified is.
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
