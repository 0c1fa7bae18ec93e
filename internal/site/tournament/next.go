package tournament

import (
	"slices"

	"thera/internal/site/play"
)

// Next returns what happens by itself, and when to ask again although nothing has
// happened; 0 for never.
func (s *State) Next(now play.Instant) (events []Event, wake play.Instant) {
	d := &decision{State: s.clone(), now: max(now, s.at)}
	switch d.stage {
	case Open:
		wake = d.terms.Starts
		if wake == 0 || d.now < wake {
			return nil, wake
		}
		if len(d.active()) < 2 {
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
	if d.broken != nil {
		return nil, 0
	}
	return d.events, wake
}

// start begins to play, with the strongest as the first seeds.
func (d *decision) start() {
	all := d.active()
	slices.SortStableFunc(all, func(a, b *entrant) int { return b.Rating - a.Rating })
	var seeds []string
	for _, p := range all {
		seeds = append(seeds, p.ID)
	}
	d.emit(Event{Kind: Begun, Seeds: seeds, Rounds: d.terms.roundsFor(len(all))})
	if d.terms.Kind == Arena {
		d.arena()
	} else {
		d.pairRound()
	}
}

// roundsFor returns the number of rounds for so many players.
func (t Conditions) roundsFor(players int) int {
	switch t.Kind {
	case RoundRobin:
		return players - 1 + players%2
	case Knockout:
		return levels(players)
	case Swiss:
		// One more than a knock-out needs, as far as all have new opponents.
		rounds := t.Rounds
		if rounds == 0 {
			rounds = levels(players) + 1
		}
		return min(rounds, players-1+players%2)
	case Arena:
	}
	return 0
}

// levels returns how often players can be halved until one is left.
func levels(players int) (n int) {
	for size := 1; size < players; size *= 2 {
		n++
	}
	return n
}

// nextRound pairs the next round when its time has come, or ends the contest.
func (d *decision) nextRound() (wake play.Instant) {
	if len(d.playing()) > 0 {
		return 0
	}
	if d.round >= d.rounds {
		d.emit(Event{Kind: Ended, Reason: ByEnd})
		return 0
	}
	if wake = max(d.paired, d.rested) + d.terms.pause(); d.now < wake {
		return wake
	}
	d.pairRound()
	return 0
}

// pairRound pairs the next round. Without two who could play that is the end, but
// for a knock-out, which the one who is left has won.
func (d *decision) pairRound() {
	if left := len(d.active()); left == 0 || left == 1 && d.terms.Kind != Knockout {
		d.emit(Event{Kind: Ended, Reason: ByEnd})
		return
	}
	var pairs [][2]string
	switch d.terms.Kind {
	case Swiss:
		pairs = d.swiss()
	case RoundRobin:
		pairs = d.berger(d.round + 1)
	case Knockout:
		pairs = d.bracket()
	case Arena:
	}
	d.announce(d.round+1, pairs)
}

// announce makes pairs matches of a round. Where one has left the other has won.
func (d *decision) announce(round int, pairs [][2]string) {
	var pairings []Pairing
	for i, p := range pairs {
		pairings = append(pairings, Pairing{Number: len(d.matches) + i + 1, First: p[0], Second: p[1]})
	}
	d.emit(Event{Kind: Paired, Round: round, Pairings: pairings})
	for _, p := range pairings {
		d.walkOver(p.Number)
	}
}

// seated returns two entrants by who has seat 1: who wants his seat more gets it,
// of equal ones the better seed. Where nobody wants any, the better seed has seat
// 1 on every other board.
func (s *State) seated(a, b *entrant, board int) [2]string {
	if a.seed > b.seed {
		a, b = b, a
	}
	first, second := s.wants(a.ID), s.wants(b.ID)
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

// balance returns how often an entrant has had seat 1, less how often seat 2.
func (s *State) balance(id string) (n int) {
	for _, m := range s.matches {
		n += m.side(id)
	}
	return n
}

// side returns 1 for who has had seat 1 in a match, -1 for seat 2, and 0 for who
// had none, or both.
func (m *match) side(id string) int {
	switch {
	case !m.has(id) || m.bye() || m.over && !m.played() || len(m.results) > 1:
		return 0
	case m.First == id:
		return 1
	}
	return -1
}
