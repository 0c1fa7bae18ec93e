// Fitted to 14,000 games of three seats and 3,000 of four, of 2,000 nodes a turn, before
// thera tune santorini --seats wrote this file.

package eval

// severalValues holds the values of workers by level.
var severalValues = perLevel{
	{
		at:   [numRings]int16{-51, -37, -32, -19, -12, -8},
		same: [9]int16{-22, -18, -20, -23, -24, -26, -27, -29, -31},
		up:   [9]int16{-40, -25, -15, -8, -3, 0, 0, 0, 0},
	},
	{
		at:   [numRings]int16{-21, -10, -6, -8, 1, 12},
		same: [9]int16{-22, -4, 3, 10, 14, 24, 17, 7, 7},
		up:   [9]int16{-30, -5, 13, 28, 45, 45, 45, 45, 45},
	},
	severalOnTwo,
	severalOnTwo,
}

// severalOnTwo has no values for steps up, which are threats.
var severalOnTwo = levelValues{
	at:   [numRings]int16{24, 20, 23, 25, 26, 33},
	same: [9]int16{-49, 9, 35, 51, 60, 64, 78, 78, 78},
}

// severalClaims holds the values of claims of the seat to move, of the next one, and of
// those after it.
var severalClaims = [3]claimValues{
	{{-32, 15, 74, 137}, {-15, 45, 139, 153}},
	{{-37, 0, 45, 90}, {-28, -2, 26, 68}},
	{{-44, -13, 29, 67}, {-37, -5, 12, 51}},
}

// threatValues holds what threats are worth, by their kind, to the seat that threatens and
// to the seat to move.
var threatValues = [nextThreatens + 1]struct{ threatening, moving int32 }{
	{477, -9},
	{52, 58},
	{55, -79},
	{28, 33},
	{460, -125},
	{258, -97},
	{276, -30},
	{84, 16},
	{-10, -105},
}
