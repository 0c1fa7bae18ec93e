package eval

import "thera/santorini"

// The weights of the evaluation, in centilogits, were fitted by logistic regression to
// the results of 8,000 games of a three-ply search against itself.

// worth is the value of a worker on a given level.
type worth struct {
	at   santorini.PerSpace[int16] // by where it stands
	same [9]int16                  // by the number of steps on its level
	up   [9]int16                  // by the number of steps one level up
}

// worths holds the values of workers by level. A worker on level 3 that has not won
// counts as on level 2, because it has to come down.
var worths = [santorini.Dome]worth{
	{
		at:   rings(-77, -52, -47, -24, -6, 1),
		same: [9]int16{0, 15, 11, 4, -4, -8, -9, -15, -20},
		up:   [9]int16{0, 20, 31, 36, 36, 36, 36, 36, 36},
	},
	{
		at:   rings(-21, -8, 2, 4, 18, 37),
		same: [9]int16{0, 20, 38, 42, 46, 50, 50, 50, 50},
		up:   [9]int16{0, 49, 111, 143, 166, 166, 166, 166, 166},
	},
	onTwo,
	onTwo,
}

var onTwo = worth{
	at:   rings(32, 40, 53, 70, 74, 96),
	same: [9]int16{0, 130, 222, 264, 292, 300, 300, 300, 300},
	up:   [9]int16{0, 89, 89, 89, 89, 89, 89, 89, 89},
}

// claims holds the values of squares on level 2 and 3 that only one seat can be on
// within two turns, by their number.
var claims = [2][4]int32{{0, 49, 127, 167}, {0, 92, 165, 234}}

// rings spreads the values of a1, b1, c1, b2, c2 and c3 to their images under
// reflections and rotations.
func rings(a1, b1, c1, b2, c2, c3 int16) (table santorini.PerSpace[int16]) {
	kinds := [numRings]int16{a1, b1, c1, b2, c2, c3}
	for s := range santorini.Space(santorini.NumSpaces) {
		table[s] = kinds[ringOf[s]]
	}
	return table
}
