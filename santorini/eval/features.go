package eval

import "thera/santorini"

// A move that is not a placement has one feature from each of eight tables, whose
// weights [Prioritize] adds up. The worker that moves goes from "from" to "to", and
// "build" is the square built on. A worker's level of 3 counts as 2. Free squares are
// those without a worker. Everything is counted before the move.
const (
	// stepTable: level of from, level of to, highest rival next to to (see nearest),
	// whether the other worker is next to to.
	stepTable = 0
	// risesTable: level of to; free squares next to it one level up, and on its level,
	// each at most 3.
	risesTable = stepTable + 3*4*4*2
	// toTable, fromTable: ring of the square (see ringOf), level.
	toTable   = risesTable + 3*4*4
	fromTable = toTable + numRings*3
	// leftTable: level of from, highest rival next to it.
	leftTable = fromTable + numRings*3
	// buildTable: level of to; level of build; highest rival next to build, or 4 if all
	// rivals are more than two steps away; level of the other worker plus 1 if it is
	// next to build; whether two or more rivals are within two steps.
	buildTable = leftTable + 3*4
	// siteTable: ring of build, its level.
	siteTable = buildTable + 3*4*5*4*2
	// stairsTable: level of build, how many of its neighbors are a level higher, at
	// most 3, and whether one is two levels higher.
	stairsTable = siteTable + numRings*4

	// NumFeatures is the number of features; they are numbered from 0.
	NumFeatures = stairsTable + 4*4*2
	// MoveFeatures is the number of features that a move has.
	MoveFeatures = 8

	numRings = 6
)

// ringOf holds the ring of each square: a1, b1, c1, b2, c2 and c3 are in rings 0 to 5,
// together with their images under reflections and rotations.
var ringOf = func() (table santorini.PerSpace[uint8]) {
	kinds := [][]uint8{{0, 1, 2}, {1, 3, 4}, {2, 4, 5}}
	for s := range santorini.Space(santorini.NumSpaces) {
		table[s] = kinds[min(s.File(), santorini.Size-1-s.File())][min(s.Rank(), santorini.Size-1-s.Rank())]
	}
	return table
}()

// FeaturesOf returns the features of a legal move that is not a placement and does not
// win, in a position of any number of seats. [Prioritize] adds up their weights for all
// moves at once.
func FeaturesOf(p *santorini.Position, m santorini.Move) [MoveFeatures]uint16 {
	var o ordering
	o.prepare(p)
	o.setStep(m)
	from, to, build := m.Spaces()
	if m.IsStill() {
		from, to = o.own.First(), o.own.First()
	}
	step, rises, toRing := o.stepping(from, to)
	fromRing, left := o.leaving(from)
	place, site, stairs := o.building(build)
	return [MoveFeatures]uint16{
		uint16(step), uint16(rises), uint16(toRing), uint16(fromRing), uint16(left), uint16(place), uint16(site), uint16(stairs),
	}
}
