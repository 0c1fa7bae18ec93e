package housebot

import (
	"time"

	"thera/internal/site/play"
)

// timing is how long a bot takes for a turn.
type timing struct {
	search time.Duration // at most
	delay  time.Duration // at least, with the search
}

const (
	// maxSearch is how long a search takes at most: only the highest level needs
	// that much.
	maxSearch = time.Second
	// minSearch is how long it may take though the clock is nearly down.
	minSearch = 10 * time.Millisecond
	// turnsLeft is how many turns a bot still expects to play. Much of its clock
	// is for the case that the searches of many games have to wait for each
	// other.
	turnsLeft = 40
)

// timing returns what the clock of the seat to move, in clocks by seat, allows,
// and others that wait for their turns to be searched.
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
