package tournament

import (
	"slices"

	"thera/internal/site/play"
)

// Next returns the events that are due without a command, and when to call it
// again even if nothing happens; 0 for never. An error is a bug in this package.
func (s *State) Next(now play.Instant) (events []Event, wake play.Instant, err error) {
	d := &decision{State: s.clone(), now: max(now, s.at)}
	switch d.stage {
	case Open:
		wake = d.terms.Starts
		if wake == 0 || d.now < wake {
			return nil, wake, nil
		}
		if d.checkPlayers() != nil {
			d.emit(Event{Kind: Ended, Reason: ByTooFew})
		} else {
			d.start()
		}
	case Running:
		if d.terms.Kind == Arena {
			wake = d.arena()
		} else {
			wake = d.nextRound()
		}
	case Done:
	}
	if d.internalErr != nil {
		return nil, 0, d.internalErr
	}
	return d.events, wake, nil
}

func (d *decision) start() {
	all := d.active()
	if d.terms.hasTeams() {
		all = d.byBoard()
	} else {
		slices.SortStableFunc(all, func(a, b *entrant) int { return b.Rating - a.Rating })
	}
	d.emit(Event{Kind: Begun, Seeds: idsOf(all), Rounds: d.terms.roundsFor(len(all))})
	if d.terms.Kind == Arena {
		d.arena()
	} else {
		d.pairRound()
	}
}

func (t Conditions) roundsFor(players int) int {
	switch t.Kind {
	case RoundRobin:
		return players - 1 + players%2
	case Teams, Consultation:
		return len(t.Teams) - 1 + len(t.Teams)%2
	case Knockout:
		return knockoutRounds(players)
	case Swiss:
		if t.Rounds > 0 {
			return t.Rounds
		}
		// One more than a knockout needs, at most until everybody has met everybody.
		return min(knockoutRounds(players)+1, players-1+players%2)
	case Arena:
	}
	return 0
}

func knockoutRounds(players int) (n int) {
	for size := 1; size < players; size *= 2 {
		n++
	}
	return n
}

func (d *decision) nextRound() (wake play.Instant) {
	if len(d.unfinished()) > 0 {
		return 0
	}
	if d.round >= d.rounds {
		d.emit(Event{Kind: Ended, Reason: ByEnd})
		return 0
	}
	if wake = max(d.pairedAt, d.lastResultAt) + d.terms.pause(); d.now < wake {
		return wake
	}
	d.pairRound()
	return 0
}

// pairRound pairs the next round. It ends the tournament if nobody is left, and a Swiss one
// if all who are left have met. In the other kinds the last one wins what remains.
func (d *decision) pairRound() {
	if d.opponents() == 0 || d.terms.Kind == Swiss && d.haveAllMet() {
		d.emit(Event{Kind: Ended, Reason: ByEnd})
		return
	}
	var pairs [][2]string
	switch d.terms.Kind {
	case Swiss:
		pairs = d.swiss()
	case RoundRobin:
		pairs = d.bergerRound(d.round + 1)
	case Knockout:
		pairs = d.bracket()
	case Teams, Consultation:
		d.announceBoards(d.round+1, d.teamRound(d.round+1))
		return
	case Arena:
	}
	d.announce(d.round+1, pairs)
}

func (d *decision) announce(round int, pairs [][2]string) {
	var pairings []Pairing
	for _, p := range pairs {
		pairings = append(pairings, Pairing{First: p[0], Second: p[1]})
	}
	d.announceBoards(round, pairings)
}

// announceBoards emits the pairings of a round, and numbers them. A player whose opponent
// has left wins.
func (d *decision) announceBoards(round int, pairings []Pairing) {
	for i := range pairings {
		pairings[i].Number = len(d.matches) + i + 1
	}
	d.emit(Event{Kind: Paired, Round: round, Pairings: pairings})
	for _, p := range pairings {
		d.walkOver(p.Number)
	}
}

// assignSeats returns two entrants in seat order. The stronger preference wins;
// on a tie, that of the better seed. If neither has a preference, the better
// seed gets seat 1 on every other board.
func (s *State) assignSeats(a, b *entrant, board int) [2]string {
	if a.seed > b.seed {
		a, b = b, a
	}
	first, second := s.seatPreference(a), s.seatPreference(b)
	switch {
	case first == 0 && second == 0:
		first = board%2*2 - 1
	case abs(second) > abs(first):
		first = -second
	}
	if first < 0 {
		a, b = b, a
	}
	return [2]string{a.ID, b.ID}
}

// seatSign returns 1 if one of its players had seat 1, -1 for seat 2, and 0 for neither or both.
func (m *match) seatSign(id string) int {
	switch {
	case m.isBye() || m.isOver && !m.wasPlayed() || len(m.results) > 1:
		return 0
	case m.First == id:
		return 1
	}
	return -1
}
