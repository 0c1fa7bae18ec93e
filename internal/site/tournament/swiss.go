package tournament

import (
	"slices"
)

// swiss returns the pairs of the next round: a matching of greatest weight of all
// who are in, and of nobody, who stands for a bye if they are odd. What counts,
// each before all that follows:
//
//  1. as few as possible meet again, or have a second bye (in one contest with
//     very few players or very many rounds that can't be helped);
//  2. as few as possible have a seat for the third time in a row, or three times
//     more often than the other one; and of those who have the fewest points one
//     has the bye;
//  3. opponents have as many points, or nearly;
//  4. as few as possible have a seat that is not the one they want;
//  5. as few as possible meet somebody above or below for the second time in a
//     row;
//  6. in each group of as many points the upper half meets the lower one, the
//     first of the one the first of the other.
//
// These are the criteria of FIDE's Dutch system (C.04.3), but for its order among
// pairings that are equal by them, and for two floaters of a point being rather
// taken than one of two.
func (s *State) swiss() (pairs [][2]string) {
	p := s.newPairer()
	mates := p.match(true)
	if mates == nil {
		mates = p.match(false)
	}
	var bye [][2]string // last, as the others have boards
	for i, j := range mates {
		switch {
		case j < i:
		case j == len(p.all):
			bye = append(bye, [2]string{p.all[i].ID})
		default:
			pairs = append(pairs, s.seated(p.all[i], p.all[j], len(pairs)+1))
		}
	}
	return append(pairs, bye...)
}

// pairer is what the pairing of a round asks of all who are in, by their points
// and seeds: the first has index 0.
type pairer struct {
	*State
	all    []*entrant
	points []int // in halves
	wants  []int // positive for seat 1, 2 for who should, 3 for who must have it
	floats []int // 1 for who met somebody below in the last round, -1 for above
	byes   []bool
	met    map[[2]string]bool
	groups []group // by index
}

// group is where in all those are who have as many points.
type group struct{ from, size int }

func (s *State) newPairer() *pairer {
	p := &pairer{State: s, all: s.ranked(s.active()), met: map[[2]string]bool{}}
	for _, m := range s.matches {
		if m.bye() || m.played() {
			p.met[[2]string{m.First, m.Second}], p.met[[2]string{m.Second, m.First}] = true, true
		}
	}
	for i, one := range p.all {
		p.points = append(p.points, int(2*s.points(one)))
		p.wants = append(p.wants, s.wants(one.ID))
		p.floats = append(p.floats, s.floated(one))
		p.byes = append(p.byes, p.met[[2]string{one.ID, ""}] || s.walkedOver(one.ID))
		if i > 0 && p.points[i] == p.points[i-1] {
			p.groups = append(p.groups, p.groups[i-1])
		} else {
			p.groups = append(p.groups, group{from: i})
		}
	}
	for i := range p.groups {
		for _, other := range p.groups {
			if other.from == p.groups[i].from {
				p.groups[i].size++
			}
		}
	}
	return p
}

// wants returns which seat an entrant should have, and how much so.
func (s *State) wants(id string) int {
	if s.terms.Double {
		return 0
	}
	balance, last, before := s.balance(id), 0, 0
	for _, m := range s.matches {
		if side := m.side(id); side != 0 {
			last, before = side, last
		}
	}
	switch {
	case balance >= 2 || last > 0 && before > 0:
		return -3
	case balance <= -2 || last < 0 && before < 0:
		return 3
	case balance != 0:
		return -2 * balance
	}
	return -last
}

// floated returns 1 for who met somebody with fewer points in the last round, or
// had a bye, -1 for who met somebody with more.
func (s *State) floated(p *entrant) int {
	for _, m := range s.matches {
		if m.round != s.round || !m.has(p.ID) {
			continue
		}
		if m.bye() {
			return 1
		}
		return sign(s.pointsBefore(p, s.round) - s.pointsBefore(s.entrant(m.other(p.ID)), s.round))
	}
	return 0
}

// walkedOver reports whether an entrant has won a match without playing.
func (s *State) walkedOver(id string) bool {
	for _, m := range s.matches {
		if m.over && !m.bye() && !m.played() && m.won(id) > 0 {
			return true
		}
	}
	return false
}

// violation is what it costs that somebody has a seat that he must not have.
const violation = 128

// cost is how bad a pair is, by the criteria from the second on, the most
// important first.
type cost [5]int64

// between returns what it costs that two play, the better one first; nobody is
// the last.
func (p *pairer) between(i, j int) (c cost) {
	if j == len(p.all) {
		c[0] = int64(min(p.points[i], violation-1))
		c[4] = int64(len(p.all) - 1 - i)
		return c
	}
	wish, other := p.wants[i], p.wants[j]
	if wish*other > 0 {
		// One of them does not get what he wants: the one who wants it less.
		weaker := min(abs(wish), abs(other))
		if weaker == 3 {
			c[0] = violation
		}
		c[2] = int64(min(weaker, 2))
	}
	apart := int64(min(p.points[i]-p.points[j], 15))
	c[1] = apart * (apart + 1) / 2
	if apart > 0 {
		c[3] = count(p.floats[i] > 0) + count(p.floats[j] < 0)
		c[4] = int64(abs(p.groups[i].from + p.groups[i].size - 1 - i)) // the last of the upper group
		return c
	}
	c[4] = int64(abs(j - i - p.groups[i].size/2))
	return c
}

// allowed reports whether two may play, or one may have the bye.
func (p *pairer) allowed(i, j int) bool {
	if j == len(p.all) {
		return !p.byes[i]
	}
	return !p.met[[2]string{p.all[i].ID, p.all[j].ID}]
}

// match returns with whom each plays by index; nil if not all can, strictly by
// the first criterion.
func (p *pairer) match(strictly bool) []int {
	n := len(p.all) + len(p.all)%2
	limits := cost{violation, 120, 2, 2, int64(n)}
	if !strictly {
		limits[3], limits[4] = 0, 0 // there are more important things then
	}
	// Each criterion weighs more than all that is less important in all pairs.
	var units cost
	unit := int64(1)
	for k := len(limits) - 1; k >= 0; k-- {
		units[k] = unit
		unit *= limits[k]*int64(n/2) + 1
	}
	heaviest := unit
	if !strictly {
		heaviest *= int64(n/2) + 1
	}
	w := NewWeights(n)
	for i := range n {
		for j := i + 1; j < n; j++ {
			bad := int64(0)
			for k, c := range p.between(i, j) {
				bad += min(c, limits[k]) * units[k]
			}
			if !p.allowed(i, j) {
				bad += unit
			}
			if bad < unit || !strictly {
				w.Set(i, j, heaviest-bad)
			}
		}
	}
	mates := w.Match()
	if slices.Contains(mates, -1) {
		return nil
	}
	return mates
}
