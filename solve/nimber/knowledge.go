package nimber

import "math/bits"

// facts is what is known of a part: its nimber, or numbers that its nimber is
// not. Zero is nothing.
type knowledge uint16

const (
	// exact is set if the other bits are the nimber; else bit n says that the
	// nimber is not n, as far as there are bits.
	exact knowledge = 1 << 15
	// maxExcluded is the largest number that facts can exclude.
	maxExcluded = 14
)

// nimber returns the nimber, if it is known.
func (f knowledge) nimber() (n int, known bool) { return int(f &^ exact), f&exact != 0 }

// is tells what is known of whether the nimber is n.
func (f knowledge) isNimber(n int) (yes, known bool) {
	if m, ok := f.nimber(); ok {
		return m == n, true
	}
	return false, n <= maxExcluded && f>>n&1 != 0
}

// count returns how many numbers are excluded, where the nimber is not known.
func (f knowledge) excludedCount() int { return bits.OnesCount16(uint16(f)) }

// excluding returns the facts with n excluded too.
func (f knowledge) excluding(n int) knowledge {
	if f&exact != 0 || n > maxExcluded {
		return f
	}
	return f | 1<<n
}
