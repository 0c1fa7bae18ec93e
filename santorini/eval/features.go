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

// FeaturesOf returns the features of a legal move that places no workers and does
// not win, in a position of any number of seats. It is for learning: [Prioritize]
// finds the same for all moves at once.
func FeaturesOf(p *santorini.Position, m santorini.Move) [MoveFeatures]uint16 {
	from, to, build := m.Spaces()
	own := p.Workers(p.Turn())
	rivals := p.Occupied() &^ own
	if m.IsStill() {
		from, to = own.First(), own.First()
	}
	other := (own &^ santorini.Single(from)).First()
	low := func(s santorini.Space) int { return min(int(p.Level(s)), 2) }
	// nearest returns 1 more than the level of the highest rival next to a square,
	// 0 for none.
	nearest := func(s santorini.Space) (level int) {
		for near := rivals & santorini.Neighbors(s); near != 0; near &= near - 1 {
			level = max(level, low(near.First())+1)
		}
		return level
	}
	// beside returns how many of some squares next to one are of a level.
	beside := func(s santorini.Space, among santorini.Spaces, level int) (n int) {
		for rest := santorini.Neighbors(s) & among; rest != 0; rest &= rest - 1 {
			if int(p.Level(rest.First())) == level {
				n++
			}
		}
		return n
	}
	index := func(table int, digits ...int) uint16 { // of pairs: a digit, below what it is
		n := 0
		for i := 0; i < len(digits); i += 2 {
			n = n*digits[i+1] + digits[i]
		}
		return uint16(table + n)
	}
	truth := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}

	reach, around := nearest(build), 0
	for r := rivals; r != 0; r &= r - 1 {
		if santorini.Single(r.First()).Spread().Spread().Has(build) {
			around++
		}
	}
	if around == 0 {
		reach = 4
	}
	helper := 0
	if santorini.Neighbors(other).Has(build) {
		helper = low(other) + 1
	}
	fl, tl, bl := low(from), low(to), min(int(p.Level(build)), 3)
	free := santorini.AllSpaces &^ p.Occupied()
	return [MoveFeatures]uint16{
		index(stepTable, fl, 3, min(int(p.Level(to)), 3), 4, nearest(to), 4, truth(santorini.Neighbors(other).Has(to)), 2),
		index(risesTable, tl, 3, min(beside(to, free, tl+1), 3), 4, min(beside(to, free, tl), 3), 4),
		index(toTable, int(ringOf[to]), numRings, tl, 3),
		index(fromTable, int(ringOf[from]), numRings, fl, 3),
		index(leftTable, fl, 3, nearest(from), 4),
		index(buildTable, tl, 3, bl, 4, reach, 5, helper, 4, truth(around > 1), 2),
		index(siteTable, int(ringOf[build]), numRings, bl, 4),
		index(stairsTable, bl, 4, min(beside(build, santorini.AllSpaces, bl+1), 3), 4, truth(beside(build, santorini.AllSpaces, bl+2) > 0), 2),
	}
}
