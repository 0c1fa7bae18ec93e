package tournament

// berger returns the pairs of a round by Berger's tables, in which n players, or
// n-1 and a place that stands for a bye, meet in n-1 rounds: one stays where he
// is, the others go on half a circle. Who has left is in them, but for two who
// both have.
func (s *State) berger(round int) (pairs [][2]string) {
	seeds := s.seeds()
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
		case !ok && !q.gone:
			pairs = append(pairs, [2]string{q.ID})
		case !has && ok && !p.gone:
			pairs = append(pairs, [2]string{p.ID})
		case ok && has && (!p.gone || !q.gone):
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

// seeds returns all who were in when the contest began, or came later, by seed.
func (s *State) seeds() []*entrant {
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
