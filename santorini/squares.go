package santorini

import "math/bits"

// squares is a set of squares: bit s is square s. In 25 bits, two sets share a
// register, which game.Squares with its room for 10×10 can't.
type squares uint32

const (
	board     squares = 1<<numSquares - 1
	firstRank squares = 0b00001_00001_00001_00001_00001 // rank 1
	lastRank          = firstRank << (size - 1)         // rank 5
)

// single returns the set that holds s alone.
func single(s square) squares { return 1 << s }

func (set squares) has(s square) bool { return set>>s&1 != 0 }

func (set squares) len() int { return bits.OnesCount32(uint32(set)) }

// first and last return the lowest and the highest square of a set that is
// not empty. The mask tells the compiler that a perSquare table has them.
func (set squares) first() square { return square(bits.TrailingZeros32(uint32(set))) & 31 }
func (set squares) last() square  { return square(bits.Len32(uint32(set))-1) & 31 }

// spread returns the set with all neighbors of its squares.
func (set squares) spread() squares {
	set |= set&^lastRank<<1 | set&^firstRank>>1
	return (set | set<<size | set>>size) & board
}

// pair is two sets side by side in one register, the first in the lower half.
type pair uint64

func pairOf(a, b squares) pair { return pair(b)<<32 | pair(a) }

func (x pair) len() int { return bits.OnesCount64(uint64(x)) }

// adjacent counts the ways to choose a square of x and a neighbor of it in y,
// in each half for itself, by moving x one step in each of the eight
// directions. A step off the first or last file lands between the halves or
// outside them; steps over the ends of a file are left out.
func (x pair) adjacent(y pair) int {
	up, down := x&^pairOf(lastRank, lastRank), x&^pairOf(firstRank, firstRank)
	return (x << size & y).len() + (x >> size & y).len() +
		(up << 1 & y).len() + (down >> 1 & y).len() +
		(up << (size + 1) & y).len() + (down >> (size + 1) & y).len() +
		(down << (size - 1) & y).len() + (up >> (size - 1) & y).len()
}
