package play

import (
	"fmt"
	"regexp"
	"strconv"
)

// Instant is a time in milliseconds since 1970, UTC.
type Instant int64

// Millis is a duration in milliseconds.
type Millis int64

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

// estimatedTime returns a seat's time for a game of usual length.
func (c Control) estimatedTime() Millis { return c.Initial + usualTurns*c.Increment }

// start returns what each seat starts with.
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

// absenceLimit returns how long a player must be gone before others can claim
// that they left; 0 where they cannot.
func (c Control) absenceLimit() Millis {
	switch c.Speed() {
	case Fast:
		return minute
	case Slow:
		return 2 * minute
	}
	return 0
}
