package tournament

import (
	"cmp"
	"slices"
)

// swiss returns the pairs of the next round: a maximum-weight matching of all
// active players and, if their number is odd, the bye. The criteria, each more
// important than all that follow:
//
// 1. few pairs meet again and few players get a second bye (unavoidable with
// very few players or very many rounds);
// 2. few players have a seat for the third time in a row or three times more
// often than the other seat; and the bye goes to a player with the fewest points;
// 3. opponents have the same points, or nearly so;
// 4. few players have the seat they do not prefer;
// 5. few players are paired up or down for the second time in a row;
// 6. within a score group the upper half meets the lower half, the first of one
// the first of the other.
//
// These are the criteria of FIDE's Dutch system (C.04.3), except for its order
// among pairings that are equal by them, and that two floaters of one point are
// preferred to one of two points.
func (s *State) swiss() (pairs [][2]string) {
	p := s.newPairer()
	mates := p.solve(true)
	if mates == nil {
		mates = p.solve(false)
	}
	var bye [][2]string // last, so that the others have board numbers
	for i, j := range mates {
		switch {
		case j < i:
		case j == len(p.all):
			bye = append(bye, [2]string{p.all[i].ID})
		default:
			pairs = append(pairs, s.assignSeats(p.all[i], p.all[j], len(pairs)+1))
		}
	}
	return append(pairs, bye...)
}

// pairer holds what the pairing of a round depends on, for all active players
// ordered by points and seed. Index len(all) is the bye.
type pairer struct {
	*State
	all         []*entrant
	points      []int // doubled, so that they are integers
	preferences []int // positive for seat 1; the size says how strong it is, 3 is absolute
	floats      []int // 1 for who met an opponent with fewer points in the last round, -1 for more
	byes        []bool
	met         map[[2]string]bool
	groups      []group // score group by player
}

// group is the players with the same points: size players from index from on.
type group struct{ from, size int }

func (s *State) newPairer() *pairer {
	p := &pairer{State: s, all: s.sortByPoints(s.active()), met: map[[2]string]bool{}}
	for _, m := range s.matches {
		if m.isBye() || m.wasPlayed() {
			p.met[[2]string{m.First, m.Second}], p.met[[2]string{m.Second, m.First}] = true, true
		}
	}
	for i, one := range p.all {
		p.points = append(p.points, int(2*s.points(one)))
		p.preferences = append(p.preferences, s.seatPreference(one))
		p.floats = append(p.floats, s.lastFloat(one))
		p.byes = append(p.byes, p.met[[2]string{one.ID, ""}] || s.hadWalkover(one))
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

// haveAllMet reports whether each two active players have met, also if there are fewer than
// two.
func (s *State) haveAllMet() bool {
	p := s.newPairer()
	for i := range p.all {
		for j := range i {
			if p.isAllowed(j, i) {
				return false
			}
		}
	}
	return true
}

// seatPreference returns the seat an entrant should get, positive for seat 1,
// and how strongly: 1 mild, 2 strong, 3 absolute.
func (s *State) seatPreference(p *entrant) int {
	if s.terms.Double {
		return 0
	}
	balance, last, before := 0, 0, 0
	for m := range s.matchesOf(p) {
		if side := m.seatSign(p.ID); side != 0 {
			balance, last, before = balance+side, side, last
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

// lastFloat returns 1 if an entrant met an opponent with fewer points in the
// last round or had a bye, -1 for an opponent with more points.
func (s *State) lastFloat(p *entrant) int {
	for m := range s.matchesOf(p) {
		if m.round != s.round {
			continue
		}
		if m.isBye() {
			return 1
		}
		return cmp.Compare(s.pointsBefore(p, s.round), s.pointsBefore(s.entrant(m.opponent(p.ID)), s.round))
	}
	return 0
}

func (s *State) hadWalkover(p *entrant) bool {
	for m := range s.matchesOf(p) {
		if m.isOver && !m.isBye() && !m.wasPlayed() && m.score(p.ID) > 0 {
			return true
		}
	}
	return false
}

// seatViolation is the cost of giving a player the seat they must not have.
const seatViolation = 128

// cost is how bad a pair is by criteria 2 to 6 of [State.swiss], in their order.
type cost [5]int64

// pairCost takes the player with more points first, or gives player i the bye.
func (p *pairer) pairCost(i, j int) (c cost) {
	if j == len(p.all) {
		c[0] = int64(min(p.points[i], seatViolation-1))
		c[4] = int64(len(p.all) - 1 - i)
		return c
	}
	wish, other := p.preferences[i], p.preferences[j]
	if wish*other > 0 {
		// Both prefer the same seat: the one with the weaker preference does not get it.
		weaker := min(abs(wish), abs(other))
		if weaker == 3 {
			c[0] = seatViolation
		}
		c[2] = int64(min(weaker, 2))
	}
	apart := int64(min(p.points[i]-p.points[j], 15))
	c[1] = apart * (apart + 1) / 2
	if apart > 0 {
		c[3] = boolToInt(p.floats[i] > 0) + boolToInt(p.floats[j] < 0)
		c[4] = int64(abs(p.groups[i].from + p.groups[i].size - 1 - i)) // prefer the last player of the upper group
		return c
	}
	c[4] = int64(abs(j - i - p.groups[i].size/2))
	return c
}

func (p *pairer) isAllowed(i, j int) bool {
	if j == len(p.all) {
		return !p.byes[i]
	}
	return !p.met[[2]string{p.all[i].ID, p.all[j].ID}]
}

// solve returns opponents by index; strictly, nil if criterion 1 cannot be met by all.
func (p *pairer) solve(strictly bool) []int {
	n := len(p.all) + len(p.all)%2
	limits := cost{seatViolation, 120, 2, 2, int64(n)}
	if !strictly {
		limits[3], limits[4] = 0, 0 // ignored, so that the weights stay below maxWeight
	}
	// One violation of a criterion outweighs all less important ones in all pairs.
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
	w := newWeights(n)
	for i := range n {
		for j := i + 1; j < n; j++ {
			bad := int64(0)
			for k, c := range p.pairCost(i, j) {
				bad += min(c, limits[k]) * units[k]
			}
			if !p.isAllowed(i, j) {
				bad += unit
			}
			if bad < unit || !strictly {
				w.set(i, j, heaviest-bad)
			}
		}
	}
	mates := w.match()
	if slices.Contains(mates, -1) {
		return nil
	}
	return mates
}

func abs(x int) int { return max(x, -x) }

func boolToInt(is bool) int64 {
	if is {
		return 1
	}
	return 0
}
