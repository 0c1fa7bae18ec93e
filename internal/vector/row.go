package vector

// Width is the number of elements of a row.
const Width = 128

const (
	numWords = Width / 4

	raised = 0x8000_8000_8000_8000
	lower  = 0x0000_ffff_0000_ffff
)

// Row is a row of numbers in the format that this processor adds up, made by [Pack]:
// either side by side, or as 64-bit sums of four 16-bit numbers 16 bits apart, where
// negative numbers borrow from the next.
type Row [numWords]uint64

// Pack returns the row of the given numbers.
func Pack(numbers *[Width]int16) (row Row) {
	pack(row[:], numbers[:], wide)
	return row
}

// Rectified adds up bias and the rows of the list element by element, replaces negative
// sums by 0, and returns the total of the first half minus that of the second half. The
// result is correct if all final sums fit 16 bits, even if intermediate sums do not.
func Rectified(bias *Row, rows []Row, list []uint16) int {
	if len(list) == 0 {
		return rectified(bias, []Row{{}}, []uint16{0})
	}
	return rectified(bias, rows, list)
}

// Update subtracts the rows of one list from sums and adds those of another. Like
// [Rectified], it does not mind sums that do not fit 16 bits, unless they are the last.
func Update(sums *Row, rows []Row, removed, added []uint16) {
	update(sums, rows, removed, added)
}

// pack fills an empty row, side by side or as the sums of portableRectified.
func pack(row []uint64, numbers []int16, sideBySide bool) {
	for i, v := range numbers {
		number := uint64(int64(v))
		if sideBySide {
			number = uint64(uint16(v))
		}
		row[i/4] += number << (16 * (i % 4))
	}
}

// portableRectified is Rectified in 64-bit arithmetic. Four 16-bit sums share a word,
// each raised by 2^15. Adding words adds all four sums, because borrows and carries
// between them cancel once all sums are in range. Eight words at a time fit the
// registers of all processors.
func portableRectified(bias *Row, rows []Row, list []uint16) int {
	total := 0
	for at := 0; at < numWords; at += 8 {
		b := (*[8]uint64)(bias[at:])
		a0, a1, a2, a3 := b[0]+raised, b[1]+raised, b[2]+raised, b[3]+raised
		a4, a5, a6, a7 := b[4]+raised, b[5]+raised, b[6]+raised, b[7]+raised
		for _, i := range list {
			row := (*[8]uint64)(rows[i][at:])
			a0 += row[0]
			a1 += row[1]
			a2 += row[2]
			a3 += row[3]
			a4 += row[4]
			a5 += row[5]
			a6 += row[6]
			a7 += row[7]
		}
		sum := positive(a0) + positive(a1) + positive(a2) + positive(a3) + positive(a4) + positive(a5) + positive(a6) + positive(a7)
		if part := int(uint32(sum)) + int(sum>>32); at < numWords/2 {
			total += part
		} else {
			total -= part
		}
	}
	return total
}

// portableUpdate is Update in 64-bit arithmetic, on sums like those of
// portableRectified that are not raised.
func portableUpdate(sums *Row, rows []Row, removed, added []uint16) {
	for at := 0; at < numWords; at += 8 {
		s := (*[8]uint64)(sums[at:])
		a0, a1, a2, a3, a4, a5, a6, a7 := s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
		for _, i := range removed {
			row := (*[8]uint64)(rows[i][at:])
			a0 -= row[0]
			a1 -= row[1]
			a2 -= row[2]
			a3 -= row[3]
			a4 -= row[4]
			a5 -= row[5]
			a6 -= row[6]
			a7 -= row[7]
		}
		for _, i := range added {
			row := (*[8]uint64)(rows[i][at:])
			a0 += row[0]
			a1 += row[1]
			a2 += row[2]
			a3 += row[3]
			a4 += row[4]
			a5 += row[5]
			a6 += row[6]
			a7 += row[7]
		}
		*s = [8]uint64{a0, a1, a2, a3, a4, a5, a6, a7}
	}
}

// positive adds up the positive ones of four raised numbers, in pairs: each half of the
// result is the sum of two. The top bit of a raised number is set if the number is not
// negative, and the other 15 bits are then its value. Subtracting that bit shifted
// right by 15 turns it into a mask of those 15 bits; if it is not set, the mask is 0:
//
//	top           1000 0000 0000 0000
//	top>>15       0000 0000 0000 0001
//	top-top>>15   0111 1111 1111 1111
func positive(raisedOnes uint64) uint64 {
	top := raisedOnes & raised
	raisedOnes &= top - top>>15
	return raisedOnes&lower + raisedOnes>>16&lower
}

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
	pack(row[:], numbers[:], wide)
	return row
}

// Rectified adds up bias and the row of each place element by element, replaces
// negative sums by 0, and returns the total of the first half minus that of the second
// half. The result is correct if all final sums fit 16 bits, even if intermediate sums
// do not.
func (p *Patterns) Rectified(bias *Short, t Tiles) int { return rectifiedShort(bias, p, t) }

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
