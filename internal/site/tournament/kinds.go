package tournament

import (
	"slices"

	"thera/internal/site/play"
)

// bergerRound returns the pairs of a round robin by Berger's tables. Players who have
// left keep their place; a pair of two of them is dropped.
func (s *State) bergerRound(round int) (pairs [][2]string) {
	seeds := s.bySeed()
	for _, places := range bergerPlaces(len(seeds), round) {
		a, b := places[0], places[1]
		switch {
		case a >= len(seeds) && !seeds[b].hasLeft:
			pairs = append(pairs, [2]string{seeds[b].ID})
		case b >= len(seeds) && !seeds[a].hasLeft:
			pairs = append(pairs, [2]string{seeds[a].ID})
		case a < len(seeds) && b < len(seeds) && (!seeds[a].hasLeft || !seeds[b].hasLeft):
			pairs = append(pairs, [2]string{seeds[a].ID, seeds[b].ID})
		}
	}
	return pairs
}

// bergerPlaces returns who meets in a round by Berger's tables, as indices: with an odd
// number of players, index players is a bye. Everybody meets everybody once in as many
// rounds as there are other places. One place is fixed, the others move half a circle each
// round.
func bergerPlaces(players, round int) (pairs [][2]int) {
	if players == 0 {
		return nil
	}
	n := players + players%2
	circle := n - 1
	top := (round - 1) * (n / 2) % circle
	if round%2 == 1 {
		pairs = append(pairs, [2]int{top, n - 1})
	} else {
		pairs = append(pairs, [2]int{n - 1, top})
	}
	for i := 1; i < n/2; i++ {
		pairs = append(pairs, [2]int{(top + i) % circle, (top - i + circle) % circle})
	}
	return pairs
}

// bySeed returns all who were in at the start or joined later.
func (s *State) bySeed() []*entrant {
	seeds := slices.DeleteFunc(slices.Clone(s.entrants), func(p *entrant) bool { return p.seed == 0 })
	slices.SortStableFunc(seeds, func(a, b *entrant) int { return a.seed - b.seed })
	return seeds
}

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

const (
	pairingInterval = 4_000  // milliseconds between two pairings, so that players have a choice of opponents
	rematchDelay    = 20_000 // milliseconds after which two players may meet again immediately
)

// arena ends the tournament when the time is over and the last game has ended.
func (d *decision) arena() (wake play.Instant) {
	if d.now >= d.Ends() {
		if len(d.unfinished()) == 0 {
			d.emit(Event{Kind: Ended, Reason: ByEnd})
		}
		return 0
	}
	free := d.free()
	if len(free) < 2 {
		return d.Ends()
	}
	if len(d.matches) > 0 && d.now < d.pairedAt+pairingInterval {
		return min(d.pairedAt+pairingInterval, d.Ends())
	}
	var pairs [][2]string
	paired := map[string]bool{}
	for i, a := range free {
		for _, b := range free[i+1:] {
			if !paired[a.ID] && !paired[b.ID] && (d.lastOpponent(a) != b.ID || d.mayMeetAgain(a, b)) {
				paired[a.ID], paired[b.ID] = true, true
				pairs = append(pairs, d.assignSeats(a, b, len(d.matches)+len(pairs)+1))
			}
		}
	}
	if pairs != nil {
		d.announce(d.round+1, pairs)
	}
	return min(d.now+pairingInterval, d.Ends())
}

// free returns the active players who are not in a game, by points.
func (s *State) free() (free []*entrant) {
	playing := map[string]bool{}
	for _, m := range s.unfinished() {
		playing[m.First], playing[m.Second] = true, true
	}
	for _, p := range s.active() {
		if !playing[p.ID] {
			free = append(free, p)
		}
	}
	return s.sortByPoints(free)
}

// mayMeetAgain reports whether two players who just played each other may be
// paired again: there is nobody else, or they have waited long enough.
func (d *decision) mayMeetAgain(a, b *entrant) bool {
	return len(d.active()) == 2 || d.now >= max(a.idleSince, b.idleSince)+rematchDelay
}

func (s *State) lastOpponent(p *entrant) string {
	if len(p.matches) == 0 {
		return ""
	}
	return s.match(p.matches[len(p.matches)-1]).opponent(p.ID)
}
