package play

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"thera/game"
	"thera/internal/catalog/setup"
)

// clock is the time of all seats. One seat's clock runs at a time. It is a
// value; clone before changing a copy.
type clock struct {
	control     Control
	short       game.Seat // the seat whose times are divided
	divisor     Millis    // by this number, 1 for none
	left        []Millis  // by seat, at startedAt; nil without limit
	quota       []Millis  // lag that can still be credited, by seat
	running     game.Seat
	startedAt   Instant // of the running turn, or later if left has changed
	turnSince   Instant // since when the running seat has its turn
	isFirstTurn bool    // the seat's first turn, which has its own limit
	isStopped   bool
}

func newClock(c Control, seats int, h *setup.Given) clock {
	k := clock{control: c, divisor: 1, isStopped: true}
	if h != nil && h.Time > 0 {
		k.short, k.divisor = seatOf(h.Giver), Millis(h.Time)
	}
	if c.start() > 0 {
		k.left = make([]Millis, seats)
		for seat := range k.left {
			k.left[seat] = k.share(game.Seat(seat), c.start())
		}
		k.quota = slices.Repeat([]Millis{3 * c.lagGain()}, seats)
	}
	return k
}

// share returns what a seat has of a time that the control gives each seat.
func (k clock) share(seat game.Seat, whole Millis) Millis {
	if seat == k.short {
		return whole / k.divisor
	}
	return whole
}

func (k clock) clone() clock {
	k.left, k.quota = slices.Clone(k.left), slices.Clone(k.quota)
	return k
}

func (k *clock) start(seat game.Seat, at Instant, first bool) {
	k.running, k.startedAt, k.turnSince, k.isFirstTurn, k.isStopped = seat, at, at, first, false
}

// postpone gives back time to the running turn, as if it had begun later.
func (k *clock) postpone(given Millis) {
	k.startedAt += Instant(given)
	k.turnSince += Instant(given)
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
	return left + k.share(k.running, k.control.Increment), credited, true
}

func (k clock) elapsed(now Instant) Millis { return max(0, Millis(now-k.startedAt)) }

// maxGrace is how long to wait for a turn that may be on its way.
const maxGrace = 2 * second

// deadline returns when the running seat is out of time, whatever arrives then.
func (k clock) deadline() (at Instant, ok bool) {
	switch {
	case k.isStopped, k.left == nil:
		return 0, false
	case k.isFirstTurn:
		return k.startedAt + Instant(k.control.firstTurnLimit()), true
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

// setTo lets the running clock continue from what it showed at a moment.
func (k *clock) setTo(left []Millis, at Instant) {
	if k.left == nil || left == nil {
		return
	}
	k.left = slices.Clone(left)
	if !k.isFirstTurn {
		k.startedAt = at
	}
}

// Instant is a time in milliseconds since 1970, UTC.
type Instant int64

// Unit is the unit, for the document of the API.
func (Instant) Unit() string { return "ms since 1970" }

// Now returns the time.
func Now() Instant { return Instant(time.Now().UnixMilli()) }

// Millis is a duration in milliseconds.
type Millis int64

// Unit is the unit, for the document of the API.
func (Millis) Unit() string { return "ms" }

const (
	second Millis = 1000
	minute        = 60 * second
	day           = 24 * 60 * minute
)

// Control is the time control. The zero value has no limit.
type Control struct {
	// Initial and Increment are a Fischer clock: the starting time, and what a
	// turn adds.
	Initial, Increment Millis
	// Turn is the time for each turn in correspondence.
	Turn Millis
}

// Speed is the class of time controls that share a rating.
type Speed string

// Speeds, by a side's time for a game of forty turns.
const (
	Fast           Speed = "fast" // under eight minutes
	Slow           Speed = "slow"
	Correspondence Speed = "correspondence"
	Unlimited      Speed = "unlimited" // never rated
)

const (
	usualTurns = 40
	slowFrom   = 8 * minute
)

var (
	fischer = regexp.MustCompile(`^(\d{1,3}(?:\.\d{1,2})?)\+(\d{1,3})$`)
	days    = regexp.MustCompile(`^(\d{1,2})d$`)
)

// ParseControl parses "5+3" (five minutes plus three seconds a turn), "3d"
// (three days a turn) and "none".
func ParseControl(text string) (Control, error) {
	if text == "none" {
		return Control{}, nil
	}
	if m := days.FindStringSubmatch(text); m != nil {
		if n, _ := strconv.Atoi(m[1]); n >= 1 && n <= 14 {
			return Control{Turn: Millis(n) * day}, nil
		}
	}
	if m := fischer.FindStringSubmatch(text); m != nil {
		minutes, _ := strconv.ParseFloat(m[1], 64)
		seconds, _ := strconv.Atoi(m[2])
		quarters := minutes * 4
		if quarters == float64(int(quarters)) && quarters >= 1 && minutes <= 180 && seconds <= 180 {
			return Control{Initial: Millis(quarters) * 15 * second, Increment: Millis(seconds) * second}, nil
		}
	}
	return Control{}, fmt.Errorf(`clock %q: want minutes from 0.25 to 180 in quarters, and seconds up to 180, as in "5+3"; days a turn from 1 to 14, as in "3d"; or "none"`, text)
}

// String returns the text that ParseControl parses.
func (c Control) String() string {
	switch {
	case c.Turn > 0:
		return strconv.Itoa(int(c.Turn/day)) + "d"
	case c.Initial > 0:
		return strconv.FormatFloat(float64(c.Initial)/float64(minute), 'f', -1, 64) + "+" + strconv.Itoa(int(c.Increment/second))
	}
	return "none"
}

// MarshalText implements [encoding.TextMarshaler].
func (c Control) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (c *Control) UnmarshalText(text []byte) (err error) {
	*c, err = ParseControl(string(text))
	return err
}

// Speed returns the speed of games with this control.
func (c Control) Speed() Speed {
	switch {
	case c.Turn > 0:
		return Correspondence
	case c.Initial == 0:
		return Unlimited
	case c.estimatedTime() < slowFrom:
		return Fast
	}
	return Slow
}

func (c Control) estimatedTime() Millis { return c.Initial + usualTurns*c.Increment }

func (c Control) start() Millis { return c.Initial + c.Turn }

// firstTurnLimit returns the limit of a seat's first turn, 0 for none.
func (c Control) firstTurnLimit() Millis {
	switch c.Speed() {
	case Fast:
		return 30 * second
	case Slow:
		return minute
	}
	return c.Turn
}

// absenceLimit is how long until others can claim that a player left; 0 for never.
func (c Control) absenceLimit() Millis {
	switch c.Speed() {
	case Fast:
		return minute
	case Slow:
		return 2 * minute
	}
	return 0
}

// Tick checks the clock. It is due at [State.Deadline] and harmless at any
// other time.
type Tick struct{}

func (Tick) decide(*decision) error { return nil } // Decide has checked the clock

func (d *decision) checkFlag() {
	if at, ok := d.clock.deadline(); ok && d.now >= at {
		d.flagFalls()
	}
}

// flagFalls handles the running seat being out of time: outside tournaments a
// missed first turn aborts the game, anything else eliminates the seat.
func (d *decision) flagFalls() {
	switch {
	case !d.clock.isFirstTurn:
		d.eliminateSeat(Flagged, d.clock.running, ByTime)
	case d.setup.Tournament != "":
		d.eliminateSeat(Flagged, d.clock.running, ByNoShow)
	default:
		d.finish(ByAbortion, 0)
	}
}

// Span is a time interval.
type Span struct{ From, To Instant }

// Resume gives back the time during which no player could be heard because the
// service was not running. Each outage is given back once, even if it is
// reported repeatedly or overlaps others; a turn that started during one counts
// from its end.
type Resume struct{ Outages []Span }

func (c Resume) decide(d *decision) error {
	if _, limited := d.clock.deadline(); limited {
		var given Millis
		until := max(d.clock.startedAt, d.outagesUntil)
		for _, o := range slices.SortedFunc(slices.Values(c.Outages), func(a, b Span) int { return cmp.Compare(a.From, b.From) }) {
			if from, to := max(o.From, until), min(o.To, d.now); from < to {
				given += Millis(to - from)
				until = to
			}
		}
		if given > 0 {
			later := d.clock
			later.postpone(given)
			d.emit(Event{Kind: Clocked, Reason: ByOutage, Given: given, Clocks: later.now(d.now)})
		}
	}
	d.checkFlag()
	return nil
}
