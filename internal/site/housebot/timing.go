package housebot

import (
	"time"

	"thera/internal/site/play"
)

type timing struct {
	search time.Duration // limit
	delay  time.Duration // minimum, including the search
}

const (
	// longest search; only the highest level needs that much
	maxSearch = time.Second
	// shortest search, even if the clock has almost run out
	minSearch = 10 * time.Millisecond
	// turnsLeft is how many turns a bot expects to play. It uses little of its
	// clock, because searches of many games may have to wait for each other.
	turnsLeft = 40
)

// timing returns what the clock of the seat to move allows, given the clocks by
// seat and how many other turns wait for a search.
func (b *Bots) timing(s *play.State, clocks []play.Millis, others int) timing {
	t := timing{maxSearch / time.Duration(1+others), b.config.Delay}
	control := s.Setup().Control
	if control.Initial == 0 || clocks == nil {
		return t
	}
	left := time.Duration(clocks[s.Position().Turn()]) * time.Millisecond
	share := left/turnsLeft + min(left, time.Duration(control.Increment)*time.Millisecond)/2
	return timing{max(min(t.search, share), minSearch), min(t.delay, share)}
}
