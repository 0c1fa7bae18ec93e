package tournament

import (
	"slices"

	"thera/internal/site/play"
)

const (
	// wave is how long who is free waits for others, so that there is a choice.
	wave = 4_000
	// again is after how long two meet whose last opponents they were.
	again = 20_000
)

// arena pairs who is free with who stands nearest, and ends the contest when its
// time is over and the last game too.
func (d *decision) arena() (wake play.Instant) {
	if d.now >= d.Ends() {
		if len(d.playing()) == 0 {
			d.emit(Event{Kind: Ended, Reason: ByEnd})
		}
		return 0
	}
	free := d.free()
	if len(free) < 2 {
		return d.Ends()
	}
	if len(d.matches) > 0 && d.now < d.paired+wave {
		return min(d.paired+wave, d.Ends())
	}
	var pairs [][2]string
	busy := map[string]bool{}
	for i, a := range free {
		for _, b := range free[i+1:] {
			if !busy[a.ID] && !busy[b.ID] && (d.lastOpponent(a.ID) != b.ID || d.mayMeetAgain(a, b)) {
				busy[a.ID], busy[b.ID] = true, true
				pairs = append(pairs, d.seated(a, b, len(d.matches)+len(pairs)+1))
			}
		}
	}
	if pairs != nil {
		d.announce(d.round+1, pairs)
	}
	return min(d.now+wave, d.Ends())
}

// free returns who could play now, by their standing.
func (s *State) free() (free []*entrant) {
	busy := map[string]bool{}
	for _, m := range s.playing() {
		busy[m.First], busy[m.Second] = true, true
	}
	points := map[string]float64{}
	for _, p := range s.active() {
		if !busy[p.ID] {
			free = append(free, p)
			points[p.ID] = s.points(p)
		}
	}
	slices.SortStableFunc(free, func(a, b *entrant) int { return compare(points[b.ID], points[a.ID]) })
	return free
}

// mayMeetAgain reports whether two who have just played each other have nobody
// else, or have waited for others.
func (d *decision) mayMeetAgain(a, b *entrant) bool {
	return len(d.active()) == 2 || d.now >= max(a.since, b.since)+again
}

// lastOpponent returns whom an entrant met last, "" for nobody.
func (s *State) lastOpponent(id string) string {
	for _, m := range slices.Backward(s.matches) {
		if m.has(id) {
			return m.other(id)
		}
	}
	return ""
}
