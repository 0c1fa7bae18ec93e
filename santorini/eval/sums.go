package eval

import (
	"thera/internal/vector"
	"thera/santorini"
)

// sums are the sums of the weights of a position's inputs, without bias and powers, and
// what it takes to turn them into those of another position. The zero value is of no
// position. They fill whole cache lines, which saves a twentieth of an evaluation's time.
type sums struct {
	row      vector.Row
	near     [36]uint16          // the inputs of all squares' distance classes, and space to fill
	twice    [2]santorini.Spaces // see inputs
	position santorini.Position
}

// update makes s the sums of p. If they are those of a position with the same workers on
// the same squares and levels, only what the levels of other squares change is added up.
func (s *sums) update(p *santorini.Position, rows []vector.Row) {
	var removed, added inputs
	if changed, ok := s.changed(p); ok {
		s.change(p, changed, &removed, &added)
	} else {
		added.find(p)
		copy(s.near[:], added.list[:santorini.NumSpaces])
		s.row = vector.Row{}
	}
	vector.Update(&s.row, rows, removed.list[:removed.n&127], added.list[:added.n&127])
	s.twice = added.twice
	s.position = *p
}

// changed returns the squares whose levels differ in p, and whether the workers are the same.
func (s *sums) changed(p *santorini.Position) (changed santorini.Spaces, ok bool) {
	for level := range uint(santorini.Dome) {
		changed |= s.position.Above(level) ^ p.Above(level)
	}
	own, rivals := sides(p)
	before, rivalsBefore := sides(&s.position)
	return changed, own == before && rivals == rivalsBefore && changed&(own|rivals) == 0
}

// change lists the inputs that are true of only one of two positions with the same workers:
// of that of s and of p.
func (s *sums) change(p *santorini.Position, changed santorini.Spaces, removed, added *inputs) {
	own, rivals := sides(p)
	m, n := 0, 0
	for set := changed; set != 0; set &= set - 1 {
		at := set.First()
		before, after := int(s.position.Level(at)), int(p.Level(at))
		removed.list[m&127] = s.near[at]
		s.near[at] += inputOf(distances*distances*(after-before), 0)
		added.list[n&127] = s.near[at]
		m, n = m+1, n+1
		for near := santorini.Neighbors(at) & (own | rivals); near != 0; near &= near - 1 {
			worker := near.First()
			level := int(p.Level(worker))
			kind := stepKind + stepKinds*int(rivals>>worker&1) + stepsFrom[min(level, santorini.Top-1)]
			highest := min(level+1, santorini.Top)
			removed.list[m&127], added.list[n&127] = inputOf(kind+before, at), inputOf(kind+after, at)
			if before <= highest {
				m++
			}
			if after <= highest {
				n++
			}
		}
	}
	removed.n, added.n = m, n
	added.twice = twiceOf(p)
	for side, twice := range added.twice {
		both := s.twice[side] & twice &^ changed
		removed.addTwice(&s.position, side, s.twice[side]&^both)
		added.addTwice(p, side, twice&^both)
	}
}

// cache keeps sums by where the workers stand. Of the positions that a search evaluates,
// five in six have them where a recent one had them, and most of these differ from it by
// two builds. 64 or 2,048 entries were slower.
type cache [256]sums

// entry returns the sums to start from for p.
func (c *cache) entry(p *santorini.Position) *sums {
	own, rivals := sides(p)
	const golden = 0x9e37_79b9_7f4a_7c15 // 2⁶⁴ divided by the golden ratio
	hash := (uint64(own) | uint64(rivals)<<32) * golden
	hash = (hash ^ hash>>32) * golden
	return &c[hash>>56]
}

// sides returns the workers of the seat to move and of its rival.
func sides(p *santorini.Position) (own, rivals santorini.Spaces) {
	turn := p.Turn() & 1
	return p.Workers(turn), p.Workers(turn ^ 1)
}
