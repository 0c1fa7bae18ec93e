package nimber

import "math/bits"

// knowledge is what is known of a part: its nimber, or numbers that its nimber
// is not. Zero is nothing.
type knowledge uint16

const (
	// exact means that the other bits are the nimber. Without it, bit n says
	// that the nimber is not n.
	exact knowledge = 1 << 15
	// maxExcluded is the largest number that can be excluded.
	maxExcluded = 14
)

// nimber returns the nimber, if it is known.
func (f knowledge) nimber() (n int, known bool) { return int(f &^ exact), f&exact != 0 }

// isNimber tells whether the nimber is n, if known.
func (f knowledge) isNimber(n int) (yes, known bool) {
	if m, ok := f.nimber(); ok {
		return m == n, true
	}
	return false, n <= maxExcluded && f>>n&1 != 0
}

// excludedCount returns how many numbers are excluded, if the nimber is not known.
func (f knowledge) excludedCount() int { return bits.OnesCount16(uint16(f)) }

// excluding returns the knowledge with n excluded too.
func (f knowledge) excluding(n int) knowledge {
	if f&exact != 0 || n > maxExcluded {
		return f
	}
	return f | 1<<n
}
