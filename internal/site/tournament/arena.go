package tournament

import (
	"slices"

	"thera/internal/site/play"
)

const (
	// milliseconds between two pairings, so that players have a choice of opponents
	pairingInterval = 4_000
	// milliseconds after which two players may meet again immediately
	rematchDelay = 20_000
)

// arena pairs free players by standing. When the time is over and the last game
// has ended it ends the tournament.
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
			if !paired[a.ID] && !paired[b.ID] && (d.lastOpponent(a.ID) != b.ID || d.mayMeetAgain(a, b)) {
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
	points := map[string]float64{}
	for _, p := range s.active() {
		if !playing[p.ID] {
			free = append(free, p)
			points[p.ID] = s.points(p)
		}
	}
	slices.SortStableFunc(free, func(a, b *entrant) int { return compare(points[b.ID], points[a.ID]) })
	return free
}

// mayMeetAgain reports whether two players who just played each other may be
// paired again: there is nobody else, or they have waited long enough.
func (d *decision) mayMeetAgain(a, b *entrant) bool {
	return len(d.active()) == 2 || d.now >= max(a.idleSince, b.idleSince)+rematchDelay
}

// lastOpponent returns the ID of an entrant's last opponent, "" for none.
func (s *State) lastOpponent(id string) string {
	for _, m := range slices.Backward(s.matches) {
		if m.includes(id) {
			return m.opponent(id)
		}
	}
	return ""
}
