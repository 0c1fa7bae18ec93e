package pns

import "math/bits"

// numbers are a position's proof numbers, for the seat to move to win and to
// lose. A proven win has win 0 and loss infinite, a proven loss the reverse;
// all others lie between. The literature calls them proof and disproof number,
// as seen from the root, or φ and δ, as seen from the seat to move, as here: a
// position's win is its successor's loss.
type numbers struct{ win, loss uint32 }

// infinite is the proof number of what is impossible. A number has 24 bits in the table;
// larger ones are stored as infinite-1, which means very hard but not impossible.
const infinite = 1<<24 - 1

var (
	wonNumbers  = numbers{0, infinite}
	lostNumbers = numbers{infinite, 0}
	// unknown are the numbers of a position of which nothing is known.
	unknown = numbers{1, 1}
)

// proven reports whether the result is known.
func (n numbers) proven() bool { return n.win == 0 || n.loss == 0 }

// pack returns the numbers with the number of nodes it took to find them, as
// data of a slot: win<<40 | loss<<16 | magnitude of the nodes.
func (n numbers) pack(nodes uint64) uint64 {
	return uint64(n.win)<<40 | uint64(n.loss)<<16 | magnitude(nodes)
}

// unpack is the inverse of pack, without the nodes.
func unpack(data uint64) numbers { return numbers{uint32(data >> 40), uint32(data >> 16 & infinite)} }

// effort returns the magnitude of the nodes in the data of a slot.
func effort(data uint64) uint64 { return data & 0xffff }

// magnitude packs a count into 16 bits, monotonically: its length in bits above the four
// digits after its leading one, so that it is exact to a sixteenth. It is never 0.
func magnitude(n uint64) uint64 {
	n++
	length := bits.Len64(n)
	return uint64(length)<<4 | n<<(64-length)>>59&15
}
