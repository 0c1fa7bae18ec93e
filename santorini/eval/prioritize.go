package eval

import (
	"encoding/binary"

	"thera/santorini"
)

// decisive is the priority of a move that wins, more than all else that a move can
// be worth.
const decisive = 1 << 24

// Prioritize guesses how good each of the legal moves is, in 1/400 of the logits of
// the chance that a search chooses it: what a move is worth is the sum of what was
// learned of its features. Moves that win come first. Placements are worth as much
// as their squares, in centilogits.
func Prioritize(p *santorini.Position, moves []santorini.Move, priorities []int32) {
	priorities = priorities[:len(moves)]
	if len(moves) == 0 || moves[0].IsPlacement() {
		for i, m := range moves {
			first, second, _ := m.Spaces()
			priorities[i] = int32(worths[0].at[first]) + int32(worths[0].at[second])
		}
		return
	}
	var o ordering
	o.look(p)
	step := ^santorini.Move(0) // for which o is set
	for i, m := range moves {
		if m.Step() != step {
			step = m.Step()
			o.step(m)
		}
		_, _, build := m.Spaces()
		priorities[i] = o.base + siteWeights[o.sites[build]] + buildWeights[(o.low+uint32(o.builds[build]))%1024]
	}
}

// ordering is what the moves of a position have in common, then those of one worker,
// then those of one step. See FeaturesOf for what is what. What there is to know of
// each square is a byte, found for eight squares at a time.
type ordering struct {
	own, free santorini.Spaces
	levels    santorini.PerSpace[uint8]
	exact     [santorini.Dome + 1]santorini.Spaces // the squares of each level
	near      [2]santorini.Spaces                  // the bits of how high the highest rival next to a square is
	sites     santorini.PerSpace[uint8]            // where in siteWeights building there is
	farther   santorini.PerSpace[uint8]            // where in buildWeights, but for the other worker and the step

	from   santorini.Space
	beside santorini.Spaces          // next to the other worker
	builds santorini.PerSpace[uint8] // as farther, with the other worker
	left   int32                     // what it is worth to leave from

	base int32  // what the step is worth
	low  uint32 // where in buildWeights its builds begin
}

// look sets what all moves have in common.
func (o *ordering) look(p *santorini.Position) {
	o.own, o.free = p.Workers(p.Turn()), santorini.AllSpaces&^p.Occupied()
	o.levels = levelsOf(p)
	above := santorini.AllSpaces
	for level := range uint(santorini.Dome) {
		o.exact[level] = above &^ p.Above(level)
		above = p.Above(level)
	}
	o.exact[santorini.Dome] = above

	var next [3]santorini.Spaces // to rivals, by their level
	var once, twice santorini.Spaces
	for rivals := p.Occupied() &^ o.own; rivals != 0; rivals &= rivals - 1 {
		s := rivals.First()
		next[low(o.levels[s])] |= santorini.Neighbors(s)
		within := santorini.Single(s).Spread().Spread()
		twice |= once & within
		once |= within
	}
	o.near[1] = next[2] | next[1]
	o.near[0] = next[2] | next[0]&^next[1]
	few, more := stairs(&o.exact)
	twoUp := o.exact[0]&o.exact[2].Spread() | o.exact[1]&o.exact[3].Spread() | o.exact[2]&o.exact[4].Spread()
	for i := 0; i < santorini.NumSpaces; i += 8 {
		levels := binary.LittleEndian.Uint64(o.levels[i:])
		binary.LittleEndian.PutUint64(o.farther[i:], 40*levels+bytesOf[twice>>i&255]+
			8*(bytesOf[o.near[0]>>i&255]+2*bytesOf[o.near[1]>>i&255]+4*bytesOf[^once>>i&255]))
		binary.LittleEndian.PutUint64(o.sites[i:], 8*levels+rings8[i/8]+
			bytesOf[few>>i&255]+2*bytesOf[more>>i&255]+4*bytesOf[twoUp>>i&255])
	}
	o.sites[santorini.Nowhere] = 255
	o.from = santorini.Nowhere + 1
}

// stairs counts for each square the neighbors a level higher, up to 3, in two bits.
func stairs(exact *[santorini.Dome + 1]santorini.Spaces) (few, more santorini.Spaces) {
	const (
		first santorini.Spaces = 0b00001_00001_00001_00001_00001 // rank 1
		last                   = first << (santorini.Size - 1)
		file                   = santorini.Size
	)
	var directions [8]santorini.Spaces // where the neighbor in some direction is a level higher
	for level, here := range exact[:santorini.Dome] {
		higher := exact[level+1]
		up, down := higher&^last<<1, higher&^first>>1
		directions[0] |= here & up
		directions[1] |= here & down
		directions[2] |= here & (up << file)
		directions[3] |= here & (up >> file)
		directions[4] |= here & (down << file)
		directions[5] |= here & (down >> file)
		directions[6] |= here & (higher << file)
		directions[7] |= here & (higher >> file)
	}
	add := func(a, b, c santorini.Spaces) (one, two santorini.Spaces) { return a ^ b ^ c, a&b | c&(a^b) }
	a, aa := add(directions[0], directions[1], directions[2])
	b, bb := add(directions[3], directions[4], directions[5])
	c, cc := add(directions[6], directions[7], 0)
	one, dd := add(a, b, c)
	two, four := add(aa, bb, cc)
	two, eight := add(two, dd, 0)
	many := four | eight
	return one | many, two | many
}

// low returns the level of a worker that leaves, builds or is stepped around.
func low(level uint8) int { return int(min(level, 2)) }

// nearest returns 1 more than the level of the highest rival next to a square, 0 for
// none.
func (o *ordering) nearest(s santorini.Space) int {
	return int(o.near[1]>>s&1)<<1 | int(o.near[0]>>s&1)
}

// step sets what the moves with the step of m have in common.
func (o *ordering) step(m santorini.Move) {
	from, to, _ := m.Spaces()
	if m.IsStill() {
		from, to = o.own.First(), o.own.First()
	}
	if from != o.from {
		o.leave(from)
	}
	fl, tl := low(o.levels[from]), low(o.levels[to])
	step := ((fl*4+int(min(o.levels[to], 3)))*4+o.nearest(to))*2 + int(o.beside>>to&1)
	beside := santorini.Neighbors(to) & o.free
	rises := (tl*4+min((beside&o.exact[tl+1]).Len(), 3))*4 + min((beside&o.exact[tl]).Len(), 3)
	o.base = o.left + stepWeights[stepTable+step] + stepWeights[risesTable+rises] + stepWeights[toTable+int(ringOf[to])*3+tl]
	o.low = uint32(tl * perLow)
}

// leave sets what the moves of a worker have in common.
func (o *ordering) leave(from santorini.Space) {
	o.from = from
	fl := low(o.levels[from])
	o.left = stepWeights[fromTable+int(ringOf[from])*3+fl] + stepWeights[leftTable+fl*4+o.nearest(from)]
	other := (o.own &^ santorini.Single(from)).First()
	o.beside = santorini.Neighbors(other)
	helper := uint64(2 * (low(o.levels[other]) + 1))
	for i := 0; i < santorini.NumSpaces; i += 8 {
		binary.LittleEndian.PutUint64(o.builds[i:], binary.LittleEndian.Uint64(o.farther[i:])+helper*bytesOf[o.beside>>i&255])
	}
}
