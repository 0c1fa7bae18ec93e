package eval

import (
	"encoding/binary"

	"thera/santorini"
)

// perLow is how many features in buildTable there are by the level of to.
const perLow = 4 * 5 * 4 * 2

// The weights as Prioritize looks them up.
var (
	// stepWeights holds those of all features of steps.
	stepWeights = func() (table [buildTable]int32) {
		for i := range table {
			table[i] = int32(fittedOrder[i])
		}
		return table
	}()
	// buildWeights holds those in buildTable, with room for what the byte of a dome
	// or of no square may say.
	buildWeights = func() (table [1024]int32) {
		for i, w := range fittedOrder[buildTable:siteTable] {
			table[i] = int32(w)
		}
		return table
	}()
	// siteWeights holds the sums of those in siteTable and stairsTable, by 32·ring +
	// 8·level + 4 if a neighbor is two levels higher + how many are one higher. The
	// last is for a step that wins.
	siteWeights = func() (table [256]int32) {
		for i := range numRings * 32 {
			ring, level, twoUp, higher := i/32, i/8%4, i/4%2, i%4
			table[i] = int32(fittedOrder[siteTable+ring*4+level]) + int32(fittedOrder[stairsTable+level*8+higher*2+twoUp])
		}
		table[255] = decisive
		return table
	}()
	// rings8 holds 32·ring of each square, eight squares in each number.
	rings8 = func() (table [4]uint64) {
		var rings santorini.PerSpace[uint8]
		for s, ring := range ringOf {
			rings[s] = 32 * ring
		}
		for i := range table {
			table[i] = binary.LittleEndian.Uint64(rings[8*i:])
		}
		return table
	}()
)
