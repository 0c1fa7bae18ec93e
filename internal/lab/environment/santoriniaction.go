package environment

import (
	"thera/santorini"
)

// direction numbers the places of a 3×3 neighborhood row by row, as cells: 0 is to the
// lower left (a rank and a file less), 1 below, 8 to the upper right.
type direction int

// none is the place itself: no step, or no build.
const none direction = 4

const (
	numDirections = 9

	// placeAction is the action that places a worker on cell 0; those for the other cells
	// follow. The actions before it are those of [actionOf].
	placeAction         = 2 * numDirections * numDirections
	numSantoriniActions = placeAction + santorini.NumSpaces
)

// actionOf returns the action in which a worker takes a step and then builds. Either may
// be none.
func actionOf(worker int, step, build direction) int {
	return (worker*numDirections+int(step))*numDirections + int(build)
}

// santoriniPart is what an action below placeAction does: a step and a build, as what they
// add to the number of a space. They wrap around, as unsigned numbers do.
type santoriniPart struct {
	worker      uint8
	step, build santorini.Space
}

// buildFrom returns the square that the worker builds on from another, or Nowhere.
func (part santoriniPart) buildFrom(s santorini.Space) santorini.Space {
	if part.build == 0 {
		return santorini.Nowhere
	}
	return s + part.build
}

// santoriniParts are the actions below placeAction.
var santoriniParts = func() (parts [placeAction]santoriniPart) {
	for worker := range 2 {
		for step := range direction(numDirections) {
			for build := range direction(numDirections) {
				parts[actionOf(worker, step, build)] = santoriniPart{uint8(worker), strides[step], strides[build]}
			}
		}
	}
	return parts
}()

// strides are what each direction adds to the number of a space.
var strides = func() (table [numDirections]santorini.Space) {
	for d := range table {
		table[d] = santorini.Space(santorini.Size*(d%3-1) + d/3 - 1)
	}
	return table
}()

// directionTo returns the direction from a square to a neighbor or itself, and none to
// Nowhere.
func directionTo(from, to santorini.Space) direction {
	return directions[(to-from+santorini.Size+1)&63]
}

// directions is the inverse of strides, by stride+6. What is not a stride has none.
var directions = func() (table [64]direction) {
	for i := range table {
		table[i] = none
	}
	for d, stride := range strides {
		table[(stride+santorini.Size+1)&63] = direction(d)
	}
	return table
}()

// window returns which neighbors of a square are in a set: bit d is direction d.
func window(set santorini.Spaces, s santorini.Space) uint16 {
	near := uint64(set&santorini.Neighbors(s)) << (santorini.Size + 1) >> s
	return windows[near&7|near>>2&(7<<3)|near>>4&(7<<6)]
}

// windows turns nine bits that ascend by file and then rank, as the numbers of spaces do,
// into those that ascend by rank and then file, as directions do.
var windows = func() (table [1 << numDirections]uint16) {
	for set := range table {
		for d := range numDirections {
			table[set] |= uint16(set>>(d%3*3+d/3)&1) << d
		}
	}
	return table
}()

// cellsOf returns a set of spaces as a set of cells.
func cellsOf(set santorini.Spaces) uint64 {
	return fileCells[set&31] | fileCells[set>>5&31]<<1 | fileCells[set>>10&31]<<2 |
		fileCells[set>>15&31]<<3 | fileCells[set>>20&31]<<4
}

// fileCells are the cells of a set of squares of file a.
var fileCells = func() (table [1 << santorini.Size]uint64) {
	for set := range table {
		for rank := range santorini.Size {
			table[set] |= uint64(set>>rank&1) << (santorini.Size * rank)
		}
	}
	return table
}()

// cellOf is a set of one cell, and the empty set for Nowhere.
var cellOf = func() (table santorini.PerSpace[uint64]) {
	for s := range santorini.Space(santorini.NumSpaces) {
		table[s] = 1 << santoriniBoard.cell(s.Square())
	}
	return table
}()

// spaceOf returns the space of a cell.
func spaceOf(cell int) santorini.Space {
	s, _ := santorini.SpaceOf(santoriniBoard.squares[cell])
	return s
}

// placeActionOf returns the action that places a worker on a space.
func placeActionOf(s santorini.Space) int32 {
	return int32(placeAction + santoriniBoard.cell(s.Square()))
}
