package tournament

// bergerRound returns the pairs of a round by Berger's tables: n places, the
// last of which is a bye if the number of players is odd, meet in n-1 rounds.
// One place is fixed, the others move half a circle each round. Players who
// have left keep their place; a pair of two of them is dropped.
func (s *State) bergerRound(round int) (pairs [][2]string) {
	seeds := s.bySeed()
	n := len(seeds) + len(seeds)%2
	circle := n - 1
	at := func(place int) (*entrant, bool) {
		if place < len(seeds) {
			return seeds[place], true
		}
		return nil, false
	}
	add := func(a, b int) {
		p, ok := at(a)
		q, has := at(b)
		switch {
		case !ok && !q.hasLeft:
			pairs = append(pairs, [2]string{q.ID})
		case !has && ok && !p.hasLeft:
			pairs = append(pairs, [2]string{p.ID})
		case ok && has && (!p.hasLeft || !q.hasLeft):
			pairs = append(pairs, [2]string{p.ID, q.ID})
		}
	}
	top := (round - 1) * (n / 2) % circle
	if round%2 == 1 {
		add(top, n-1)
	} else {
		add(n-1, top)
	}
	for i := 1; i < n/2; i++ {
		add((top+i)%circle, (top-i+circle)%circle)
	}
	return pairs
}

// bySeed returns the entrants who have a seed, in its order: all who were in at
// the start or joined later.
func (s *State) bySeed() []*entrant {
	seeds := make([]*entrant, 0, len(s.entrants))
	for seed := 1; seed <= len(s.entrants); seed++ {
		for _, p := range s.entrants {
			if p.seed == seed {
				seeds = append(seeds, p)
			}
		}
	}
	return seeds
}
