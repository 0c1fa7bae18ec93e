package match

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"thera/engine"
)

// Control limits what a player may spend, by any combination of limits. A zero field is
// no limit.
type Control struct {
	Clock engine.Clock  // for all turns of a game
	Move  time.Duration // per turn
	Nodes uint64        // per turn
	Depth int           // plies, per turn
}

// Defaults of a match.
const (
	DefaultMoveTime = 100 * time.Millisecond // per turn, if there is no limit
	DefaultMargin   = 100 * time.Millisecond
	DefaultPatience = time.Minute
	DefaultGames    = 100 // of a match of two without a sequential test
	DefaultPlies    = 2   // of random openings
)

// or returns the limits, with those of other where there is none.
func (c Control) or(others Control) Control {
	return Control{
		Clock: cmp.Or(c.Clock, others.Clock),
		Move:  cmp.Or(c.Move, others.Move),
		Nodes: cmp.Or(c.Nodes, others.Nodes),
		Depth: cmp.Or(c.Depth, others.Depth),
	}
}

// orDefault returns the limits, or DefaultMoveTime if there are none.
func (c Control) orDefault() Control {
	if c == (Control{}) {
		c.Move = DefaultMoveTime
	}
	return c
}

// Set sets the limit with a key: "tc", "movetime", "nodes" or "depth". A tc is
// BASE+INCREMENT, both in seconds or with a unit, as in 10+0.1 or 5m+500ms; a movetime
// is one such number. Errors say what is accepted.
func (c *Control) Set(key, value string) error {
	switch key {
	case "tc":
		base, increment, both := strings.Cut(value, "+")
		if !both {
			increment = "0"
		}
		left, err := parseTime(base)
		add, errAdd := parseTime(increment)
		if err != nil || errAdd != nil || left == 0 {
			return errors.New("want BASE+INCREMENT in seconds, as in 10+0.1 or 5m+2s")
		}
		c.Clock = engine.Clock{Left: left, Increment: add}
	case "movetime":
		d, err := parseTime(value)
		if err != nil || d == 0 {
			return errors.New("want a time above 0, as in 100ms or 2.5s")
		}
		c.Move = d
	case "nodes":
		n, err := strconv.ParseUint(value, 10, 64)
		if err != nil || n == 0 {
			return errors.New("want a whole number from 1")
		}
		c.Nodes = n
	case "depth":
		n, err := strconv.ParseUint(value, 10, 31)
		if err != nil || n == 0 {
			return errors.New("want a whole number from 1")
		}
		c.Depth = int(n)
	default:
		return errors.New("want one of the keys tc, movetime, nodes, depth")
	}
	return nil
}

// controlKeys are the keys that Set accepts.
var controlKeys = []string{"tc", "movetime", "nodes", "depth"}

// parseTime reads a number of seconds, or a duration with its unit.
func parseTime(text string) (time.Duration, error) {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		text += "s"
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("time %q: want seconds, or a number with a unit", text)
	}
	return d, nil
}

// String returns the limits in the form that Set reads, such as "tc=10s+100ms
// nodes=5000".
func (c Control) String() string {
	var limits []string
	add := func(set bool, key string, value any) {
		if set {
			limits = append(limits, fmt.Sprintf("%s=%v", key, value))
		}
	}
	add(c.Clock.Left > 0, "tc", fmt.Sprintf("%v+%v", c.Clock.Left, c.Clock.Increment))
	add(c.Move > 0, "movetime", c.Move)
	add(c.Nodes > 0, "nodes", c.Nodes)
	add(c.Depth > 0, "depth", c.Depth)
	return strings.Join(limits, " ")
}

// timed reports whether a player can lose on time.
func (c Control) timed() bool { return c.Clock.Left > 0 || c.Move > 0 }

// allowed returns the longest time that a turn may take with the given clock.
func (c Control) allowed(left time.Duration) time.Duration {
	switch {
	case c.Clock.Left == 0:
		return c.Move
	case c.Move == 0:
		return left
	}
	return min(left, c.Move)
}
