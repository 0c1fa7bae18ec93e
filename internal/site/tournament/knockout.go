package tournament

// bracket returns the pairs of the next round of a knockout. In the first round
// seeds are spread so that the best two can meet only in the final; later,
// neighboring winners meet.
func (s *State) bracket() (pairs [][2]string) {
	var places []*entrant // nil for nobody
	if s.round == 0 {
		seeds := s.bySeed()
		for _, seed := range bracketOrder(1 << knockoutRounds(len(seeds))) {
			if seed <= len(seeds) {
				places = append(places, seeds[seed-1])
			} else {
				places = append(places, nil)
			}
		}
	} else {
		for _, m := range s.matches {
			if m.round == s.round {
				places = append(places, s.entrant(s.winner(m)))
			}
		}
	}
	for i := 0; i+1 < len(places); i += 2 {
		a, b := places[i], places[i+1]
		switch {
		case b == nil:
			pairs = append(pairs, [2]string{a.ID})
		case a == nil:
			pairs = append(pairs, [2]string{b.ID})
		default:
			pairs = append(pairs, s.assignSeats(a, b, i/2+1))
		}
	}
	return pairs
}

// bracketOrder returns the seeds in the order of a bracket of a size, such as
// 1, 4, 2, 3: strong players meet as late as possible.
func bracketOrder(size int) []int {
	seeds := []int{1}
	for n := 2; n <= size; n *= 2 {
		var next []int
		for _, seed := range seeds {
			next = append(next, seed, n+1-seed)
		}
		seeds = next
	}
	return seeds
}

func (s *State) winner(m *match) string {
	first, second := m.score(m.First), m.score(m.Second)
	if m.isBye() || first > second || first == second && s.entrant(m.First).seed < s.entrant(m.Second).seed {
		return m.First
	}
	return m.Second
}
