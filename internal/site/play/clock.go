package play

import (
	"slices"

	"thera/game"
)

// clock is the time of all seats. One seat's clock runs at a time. It is a
// value; clone before changing a copy.
type clock struct {
	control     Control
	left        []Millis // by seat, at the start of the running turn; nil without limit
	quota       []Millis // lag that can still be credited, by seat
	running     game.Seat
	startedAt   Instant
	isFirstTurn bool // the seat's first turn, which has its own limit
	isStopped   bool
}

func newClock(c Control, seats int) clock {
	k := clock{control: c, isStopped: true}
	if c.start() > 0 {
		k.left = slices.Repeat([]Millis{c.start()}, seats)
		k.quota = slices.Repeat([]Millis{3 * c.lagGain()}, seats)
	}
	return k
}

// clone returns a copy that can be changed.
func (k clock) clone() clock {
	k.left, k.quota = slices.Clone(k.left), slices.Clone(k.quota)
	return k
}

func (k *clock) start(seat game.Seat, at Instant, first bool) {
	k.running, k.startedAt, k.isFirstTurn, k.isStopped = seat, at, first, false
}

// lagGain is the lag credited for a turn in the long run. A seat starts with
// three times that quota and keeps at most seven times (as on Lichess).
func (c Control) lagGain() Millis {
	if c.Initial == 0 {
		return 0
	}
	return min(second, 150+c.estimatedTime()*4/second)
}

// gain adds a turn to a seat's lag quota, minus what the turn used.
func (k *clock) gain(seat game.Seat, used Millis) {
	if k.quota != nil {
		gain := k.control.lagGain()
		k.quota[seat] = min(k.quota[seat]+gain-used, 7*gain)
	}
}

// press returns the time the running seat has left if its turn arrives now, the
// lag that is credited, and whether the turn is in time.
func (k clock) press(now Instant, lag Millis) (left, credited Millis, ok bool) {
	switch {
	case k.isFirstTurn:
		limit := k.control.firstTurnLimit()
		if k.left != nil {
			left = k.left[k.running]
		}
		return left, 0, limit == 0 || k.elapsed(now) < limit
	case k.left == nil:
		return 0, 0, true
	}
	used := k.elapsed(now)
	credited = max(0, min(lag, used, k.quota[k.running]))
	left = k.left[k.running] - used + credited
	if left <= 0 {
		return 0, credited, false
	}
	if k.control.Turn > 0 {
		return k.control.Turn, credited, true
	}
	return left + k.control.Increment, credited, true
}

func (k clock) elapsed(now Instant) Millis { return max(0, Millis(now-k.startedAt)) }

// maxGrace is how long to wait for a turn that may be on its way.
const maxGrace = 2 * second

// deadline returns when the running seat is out of time, whatever arrives then.
func (k clock) deadline() (at Instant, ok bool) {
	switch limit := k.control.firstTurnLimit(); {
	case k.isStopped:
		return 0, false
	case k.isFirstTurn:
		return k.startedAt + Instant(limit), limit > 0
	case k.left == nil:
		return 0, false
	}
	return k.startedAt + Instant(k.left[k.running]+min(k.quota[k.running], maxGrace)), true
}

func (k clock) now(at Instant) []Millis {
	left := slices.Clone(k.left)
	if left != nil && !k.isStopped && !k.isFirstTurn {
		left[k.running] = max(0, left[k.running]-k.elapsed(at))
	}
	return left
}

// setTo sets the clocks to what they show at a moment. The running one
// continues from there.
func (k *clock) setTo(left []Millis, at Instant) {
	if k.left == nil || left == nil {
		return
	}
	k.left = slices.Clone(left)
	if !k.isFirstTurn {
		k.startedAt = at
	}
}
