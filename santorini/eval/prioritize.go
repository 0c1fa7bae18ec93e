package eval

import (
	"encoding/binary"

	"thera/internal/vector"
	"thera/santorini"
)

// decisive is the priority of a winning move, more than any sum of weights.
const decisive = 1 << 24

// Prioritize estimates how good each of the legal moves is. A priority is the sum of the
// weights of the move's features, in 1/400 of the logit of the chance that a search chooses
// the move. Winning moves come first. The priority of a placement is the value of its
// squares, in centilogits.
func Prioritize(p *santorini.Position, moves []santorini.Move, priorities []int32) {
	priorities = priorities[:len(moves)]
	if len(moves) == 0 || moves[0].IsPlacement() {
		for i, m := range moves {
			first, second, _ := m.Spaces()
			priorities[i] = int32(workerValues[0].at[ringOf[first]]) + int32(workerValues[0].at[ringOf[second]])
		}
		return
	}
	var o ordering
	o.prepare(p)
	step := ^santorini.Move(0) // the step that o is set to
	for i, m := range moves {
		if m.Step() != step {
			step = m.Step()
			o.setStep(m)
		}
		_, _, build := m.Spaces()
		priorities[i] = o.stepPriority + siteWeights[o.sites[build]] + buildWeights[(o.firstBuild+uint32(o.builds[build]))%1024]
	}
}

// ordering is what move ordering knows about a position, about the worker of the current
// move, and about its step. It keeps one byte for each square, computed for eight squares
// at a time:
//
//	sites   32·ring + 8·level + 4·(a neighbor is two levels higher) + neighbors one level higher
//	builds  40·level + 8·rival + 2·helper + crowded
//
// A site byte determines the features in siteTable and stairsTable, see siteFeatures. A
// build byte is the index in buildTable after the level of to.
type ordering struct {
	own, free santorini.Spaces
	levels    santorini.PerSpace[uint8]
	onLevel   [santorini.Dome + 1]santorini.Spaces
	rival     [2]santorini.Spaces // the bits of nearest, for all squares
	sites     santorini.PerSpace[uint8]
	alone     santorini.PerSpace[uint8] // builds without helper

	from          santorini.Space
	helped        santorini.Spaces // next to the other worker
	builds        santorini.PerSpace[uint8]
	leavePriority int32

	stepPriority int32  // with leavePriority
	firstBuild   uint32 // the index in buildTable of the level of to
}

// The factors in site and build bytes.
const (
	stairsUnit    = 1 // 0 to 3
	twoUpUnit     = 4
	siteLevelUnit = 8 // 0 to 3
	ringUnit      = 32

	crowdedUnit    = 1
	helperUnit     = 2  // 0 to 3
	rivalUnit      = 8  // 0 to 4
	buildLevelUnit = 40 // 0 to 3
	stepLevelUnit  = 160
)

// prepare computes what all moves of a position have in common.
func (o *ordering) prepare(p *santorini.Position) {
	o.own, o.free = p.Workers(p.Turn()), santorini.AllSpaces&^p.Occupied()
	o.levels = levelsOf(p)
	above := santorini.AllSpaces
	for level := range uint(santorini.Dome) {
		o.onLevel[level] = above &^ p.Above(level)
		above = p.Above(level)
	}
	o.onLevel[santorini.Dome] = above

	near, crowded := o.findRivals(p.Occupied() &^ o.own)
	ones, twos := countHigher(&o.onLevel)
	twoUp := o.onLevel[0]&o.onLevel[2].Spread() | o.onLevel[1]&o.onLevel[3].Spread() | o.onLevel[2]&o.onLevel[4].Spread()
	for i := 0; i < santorini.NumSpaces; i += 8 {
		levels := binary.LittleEndian.Uint64(o.levels[i:])
		rival := vector.Bytes[o.rival[0]>>i&255] + 2*vector.Bytes[o.rival[1]>>i&255] + 4*vector.Bytes[^near>>i&255]
		binary.LittleEndian.PutUint64(o.alone[i:], buildLevelUnit*levels+rivalUnit*rival+crowdedUnit*vector.Bytes[crowded>>i&255])
		higher := vector.Bytes[ones>>i&255] + 2*vector.Bytes[twos>>i&255]
		binary.LittleEndian.PutUint64(o.sites[i:], ringBytes[i/8]+siteLevelUnit*levels+twoUpUnit*vector.Bytes[twoUp>>i&255]+stairsUnit*higher)
	}
	o.sites[santorini.Nowhere] = winningSite
	o.from = santorini.Nowhere + 1
}

// findRivals sets o.rival. It returns the squares within two steps of a rival, and of two
// rivals.
func (o *ordering) findRivals(rivals santorini.Spaces) (near, crowded santorini.Spaces) {
	var next [3]santorini.Spaces // squares next to rivals, by their level
	for ; rivals != 0; rivals &= rivals - 1 {
		s := rivals.First()
		next[low(o.levels[s])] |= santorini.Neighbors(s)
		within := santorini.Single(s).Spread().Spread()
		crowded |= near & within
		near |= within
	}
	// A square next to a rival on level 2 has the number 3, and so on down.
	o.rival[1] = next[2] | next[1]
	o.rival[0] = next[2] | next[0]&^next[1]
	return near, crowded
}

// countHigher counts for each square the neighbors one level higher, at most 3, as the two
// bits of the count. It adds up one set for each direction, square by square in binary:
//
//	ones       0 1 0 1  one digit of the count for each square
//	twos       0 0 1 1
//	the count  0 1 2 3
func countHigher(onLevel *[santorini.Dome + 1]santorini.Spaces) (ones, twos santorini.Spaces) {
	const (
		first santorini.Spaces = 0b00001_00001_00001_00001_00001 // rank 1
		last                   = first << (santorini.Size - 1)
		file                   = santorini.Size
	)
	var higher [8]santorini.Spaces // whether the neighbor in each direction is a level higher
	for level, here := range onLevel[:santorini.Dome] {
		next := onLevel[level+1]
		up, down := next&^last<<1, next&^first>>1
		higher[0] |= here & up
		higher[1] |= here & down
		higher[2] |= here & (up << file)
		higher[3] |= here & (up >> file)
		higher[4] |= here & (down << file)
		higher[5] |= here & (down >> file)
		higher[6] |= here & (next << file)
		higher[7] |= here & (next >> file)
	}
	add := func(a, b, c santorini.Spaces) (sum, carry santorini.Spaces) { return a ^ b ^ c, a&b | c&(a^b) }
	a, aa := add(higher[0], higher[1], higher[2])
	b, bb := add(higher[3], higher[4], higher[5])
	c, cc := add(higher[6], higher[7], 0)
	one, dd := add(a, b, c)
	two, four := add(aa, bb, cc)
	two, eight := add(two, dd, 0)
	many := four | eight
	return one | many, two | many
}

// low returns the level of a worker, with 3 counted as 2.
func low(level uint8) int { return int(min(level, 2)) }

// nearest returns the level of the highest rival next to a square plus 1, or 0.
func (o *ordering) nearest(s santorini.Space) int {
	return int(o.rival[1]>>s&1)<<1 | int(o.rival[0]>>s&1)
}

func (o *ordering) setStep(m santorini.Move) {
	from, to, _ := m.Spaces()
	if m.IsStill() {
		from, to = o.own.First(), o.own.First()
	}
	if from != o.from {
		o.setWorker(from)
	}
	step, rises, ring := o.stepping(from, to)
	o.stepPriority = o.leavePriority + weightOf(step) + weightOf(rises) + weightOf(ring)
	o.firstBuild = uint32(low(o.levels[to]) * stepLevelUnit)
}

func (o *ordering) setWorker(from santorini.Space) {
	o.from = from
	ring, left := o.leaving(from)
	o.leavePriority = weightOf(ring) + weightOf(left)
	other := (o.own &^ santorini.Single(from)).First()
	o.helped = santorini.Neighbors(other)
	helper := uint64(helperUnit * (low(o.levels[other]) + 1))
	for i := 0; i < santorini.NumSpaces; i += 8 {
		binary.LittleEndian.PutUint64(o.builds[i:], binary.LittleEndian.Uint64(o.alone[i:])+helper*vector.Bytes[o.helped>>i&255])
	}
}

// leaving returns the features in fromTable and leftTable of the square left.
func (o *ordering) leaving(from santorini.Space) (ring, left int) {
	from &= 31
	level := low(o.levels[from])
	return fromTable + int(ringOf[from])*3 + level, leftTable + level*4 + o.nearest(from)
}

// stepping returns the features of the step, in stepTable, risesTable and toTable.
func (o *ordering) stepping(from, to santorini.Space) (step, rises, ring int) {
	from, to = from&31, to&31 // so that no lookup needs a bounds check
	level := low(o.levels[to])
	step = (low(o.levels[from])*4+int(min(o.levels[to], 3)))*4 + o.nearest(to)
	beside := santorini.Neighbors(to) & o.free
	up, same := min((beside&o.onLevel[level+1]).Len(), 3), min((beside&o.onLevel[level]).Len(), 3)
	return stepTable + step*2 + int(o.helped>>to&1), risesTable + (level*4+up)*4 + same, toTable + int(ringOf[to])*3 + level
}

// building returns a build's features in buildTable, siteTable and stairsTable.
func (o *ordering) building(build santorini.Space) (place, site, stairs int) {
	site, stairs = siteFeatures(int(o.sites[build]))
	return buildTable + int(o.firstBuild) + int(o.builds[build]), site, stairs
}

// siteFeatures returns the features in siteTable and stairsTable of a site byte.
func siteFeatures(b int) (site, stairs int) {
	ring, level := b/ringUnit, b/siteLevelUnit%4
	twoUp, higher := b/twoUpUnit%2, b/stairsUnit%4
	return siteTable + ring*4 + level, stairsTable + level*8 + higher*2 + twoUp
}

func weightOf(feature int) int32 { return orderWeights[feature] }

// winningSite is the site byte of Nowhere, for a step that wins.
const winningSite = 255

var (
	// orderWeights is fittedOrder in the type of priorities.
	orderWeights = func() (table [NumFeatures]int32) {
		for i, w := range fittedOrder {
			table[i] = int32(w)
		}
		return table
	}()
	// siteWeights holds the sum of the weights of siteFeatures for each site byte.
	siteWeights = func() (table [256]int32) {
		for site := range numRings * ringUnit {
			ring, stairs := siteFeatures(site)
			table[site] = weightOf(ring) + weightOf(stairs)
		}
		table[winningSite] = decisive
		return table
	}()
	// buildWeights holds the weights of buildTable. It has room for all indices that the
	// bytes of domes and of Nowhere can make.
	buildWeights = func() (table [1024]int32) {
		copy(table[:], orderWeights[buildTable:siteTable])
		return table
	}()
	// ringBytes holds the rings' part of the site bytes, for eight squares in each number.
	ringBytes = func() (table [4]uint64) {
		var bytes santorini.PerSpace[uint8]
		for s, ring := range ringOf {
			bytes[s] = ringUnit * ring
		}
		for i := range table {
			table[i] = binary.LittleEndian.Uint64(bytes[8*i:])
		}
		return table
	}()
)

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
