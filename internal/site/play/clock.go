package play

import (
	"slices"

	"thera/game"
)

// clock is the time of all seats, a value: what changes it returns or is given
// a copy. One seat's clock runs at a time.
type clock struct {
	control     Control
	left        []Millis // by seat, at the beginning of the running turn; nil without limit
	quota       []Millis // lag that may still be made good, by seat
	running     game.Seat
	startedAt   Instant
	isFirstTurn bool // the seat's first turn: with a limit of its own, but free
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

// clone returns a clock that can be changed without changing this one.
func (k clock) clone() clock {
	k.left, k.quota = slices.Clone(k.left), slices.Clone(k.quota)
	return k
}

// start begins a seat's turn.
func (k *clock) start(seat game.Seat, at Instant, first bool) {
	k.running, k.startedAt, k.isFirstTurn, k.isStopped = seat, at, first, false
}

// lagGain is how much lag is made good for a turn in the long run; three times
// that is to begin with and seven times at most (as in lichess).
func (c Control) lagGain() Millis {
	if c.Initial == 0 {
		return 0
	}
	return min(second, 150+c.estimatedTime()*4/second)
}

// gain lets a seat's quota grow by a turn, less what that turn has used.
func (k *clock) gain(seat game.Seat, used Millis) {
	if k.quota != nil {
		gain := k.control.lagGain()
		k.quota[seat] = min(k.quota[seat]+gain-used, 7*gain)
	}
}

// press returns what the running seat has left if its turn has been received
// now, the lag that is made good, and whether that is in time.
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

// maxGrace is how long a turn that is on its way is waited for at most.
const maxGrace = 2 * second

// deadline returns when the running seat is out of time, whatever comes then.
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

// now returns what all seats have left.
func (k clock) now(at Instant) []Millis {
	left := slices.Clone(k.left)
	if left != nil && !k.isStopped && !k.isFirstTurn {
		left[k.running] = max(0, left[k.running]-k.elapsed(at))
	}
	return left
}

// setTo puts the clocks at what they show at a moment, and lets the running one
// go on from there.
func (k *clock) setTo(left []Millis, at Instant) {
	if k.left == nil || left == nil {
		return
	}
	k.left = slices.Clone(left)
	if !k.isFirstTurn {
		k.startedAt = at
	}
}
