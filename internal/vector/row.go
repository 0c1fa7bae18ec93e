package vector

// Width is how many numbers a row has.
const Width = 128

const (
	numWords = Width / 4

	raised = 0x8000_8000_8000_8000
	lower  = 0x0000_ffff_0000_ffff
)

// Row is a row of numbers as this processor adds them up, made by [Pack]: side
// by side, or as a sum of numbers of 64 bits, in which each four of 16 lie 16
// bits apart and borrow from the next one where they are negative.
type Row [numWords]uint64

// Pack returns the row of the given numbers.
func Pack(numbers *[Width]int16) (row Row) {
	if wide {
		for i, v := range numbers {
			row[i/4] |= uint64(uint16(v)) << (16 * (i % 4))
		}
		return row
	}
	return packed(numbers)
}

// Rectified adds up bias and the rows of the list, number by number, takes
// negative sums as 0, and returns the total of the first half of them minus
// that of the second half. The result is right if all sums are within 16 bits,
// whatever those on the way to them are.
func Rectified(bias *Row, rows []Row, list []uint16) int {
	if len(list) == 0 {
		return rectified(bias, []Row{{}}, []uint16{0})
	}
	return rectified(bias, rows, list)
}

// packed returns the row for portableRectified.
func packed(numbers *[Width]int16) (row Row) {
	for i, v := range numbers {
		row[i/4] += uint64(int64(v)) << (16 * (i % 4))
	}
	return row
}

// portableRectified is Rectified by numbers of 64 bits. Four sums of 16 bits
// share one, each raised by 2^15. Adding up whole numbers adds up the sums,
// since a borrow or carry between them is undone as soon as all are in range.
// Eight of them at a time fit the registers of all processors.
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

// positive adds up the positive ones of four raised numbers, two by two: the
// halves of the result are sums of two. The top bit of a raised number says that
// it is not negative, and the other 15 bits are then its value. Where the top bit
// is set, subtracting its image 15 places lower leaves a mask of these 15 bits;
// where it is not, the mask is 0.
func positive(raisedOnes uint64) uint64 {
	top := raisedOnes & raised
	raisedOnes &= top - top>>15
	return raisedOnes&lower + raisedOnes>>16&lower
}
