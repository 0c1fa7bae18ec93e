package santorini

import "math/bits"

// Spaces is a set of spaces: bit s is Space(s). The zero value is the empty set. Union,
// intersection and equality are Go's operators:
//
//	for rest := set; rest != 0; rest &= rest - 1 {
//		s := rest.First()
//		…
//	}
type Spaces uint32

const (
	// AllSpaces is the whole board.
	AllSpaces Spaces = 1<<NumSpaces - 1

	firstRank Spaces = 0b00001_00001_00001_00001_00001 // rank 1
	lastRank         = firstRank << (Size - 1)         // rank 5
)

// Single returns the set that holds s alone.
func Single(s Space) Spaces { return 1 << s }

// Has reports whether s is in the set.
func (set Spaces) Has(s Space) bool { return set>>s&1 != 0 }

// Len returns the number of spaces.
func (set Spaces) Len() int { return bits.OnesCount32(uint32(set)) }

// First returns the lowest space of a non-empty set. The mask lets the compiler drop
// the bounds check of a PerSpace lookup.
func (set Spaces) First() Space { return Space(bits.TrailingZeros32(uint32(set))) & 31 }

// Last returns the highest space of a non-empty set.
func (set Spaces) Last() Space { return Space(bits.Len32(uint32(set))-1) & 31 }

// Spread returns the set and all neighbors of its spaces.
func (set Spaces) Spread() Spaces {
	set |= set&^lastRank<<1 | set&^firstRank>>1
	return (set | set<<Size | set>>Size) & AllSpaces
}

// pair is two sets in one 64-bit word, the first in the lower half.
type pair uint64

func pairOf(a, b Spaces) pair { return pair(b)<<32 | pair(a) }

func (x pair) Len() int { return bits.OnesCount64(uint64(x)) }

// adjacent counts the pairs of a square of x and a neighbor of it in y, in each half
// separately, by moving x one step in each of the eight directions. A step off the
// first or last file lands outside the 25 bits of a half; steps off the ends of a file
// are masked out.
func (x pair) adjacent(y pair) int {
	up, down := x&^pairOf(lastRank, lastRank), x&^pairOf(firstRank, firstRank)
	return (x << Size & y).Len() + (x >> Size & y).Len() +
		(up << 1 & y).Len() + (down >> 1 & y).Len() +
		(up << (Size + 1) & y).Len() + (down >> (Size + 1) & y).Len() +
		(down << (Size - 1) & y).Len() + (up >> (Size - 1) & y).Len()
}
