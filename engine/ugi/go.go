package ugi

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"thera/engine"
)

// "go" is one line with any number of limits; the first limit reached ends the search:
//
//	go movetime 1000
//	go p1time 60000 p1inc 500 p2time 58000 p2inc 500
//	go infinite
//
// Times are whole milliseconds in the protocol and Durations elsewhere.

// uciClockNames maps UCI's names of clocks to UGI's.
var uciClockNames = map[string]string{"wtime": "p1time", "winc": "p1inc", "btime": "p2time", "binc": "p2inc"}

// order is what "go" asks for.
type goCommand struct {
	limits   engine.Limits
	infinite bool // the answer is to wait for "stop"
	ponder   bool // it is to wait for "ponderhit" or "stop"
}

// parseGo parses the arguments of "go".
func parseGo(args []string) (o goCommand, err error) {
	for len(args) > 0 {
		name, value := args[0], ""
		args = args[1:]
		switch name {
		case "infinite":
			o.infinite = true
			continue
		case "ponder":
			o.ponder = true
			continue
		}
		if len(args) > 0 {
			value, args = args[0], args[1:]
		}
		if err := readLimit(&o.limits, name, value); err != nil {
			return goCommand{}, err
		}
	}
	if o.infinite && o != (goCommand{infinite: true}) {
		return goCommand{}, errors.New("infinite: want nothing else beside it")
	}
	return o, nil
}

// readLimit sets the limit with the given name.
func readLimit(l *engine.Limits, name, value string) error {
	var err error
	switch part := clockPart(l, name); {
	case part != nil:
		// A clock that has run out still asks for a move.
		*part, err = parseMillis(value, math.MinInt32)
		*part = max(*part, 0)
		if strings.HasSuffix(name, "time") {
			*part = max(*part, time.Millisecond)
		}
	case name == "movetime":
		l.Time, err = parseMillis(value, 1)
	case name == "nodes":
		l.Nodes, err = parseCount(value, 1)
	case name == "depth":
		// UGI allows depth 0, but no search is that shallow.
		var depth uint64
		depth, err = parseCount(value, 0)
		l.Depth = int(min(max(depth, 1), math.MaxInt32))
	case name == "movestogo":
		// Chess programs may say for how many moves a clock is. Treating it as
		// a clock for the rest of the game is on the safe side.
		_, err = parseCount(value, 0)
	default:
		return fmt.Errorf("limit %q: want movetime, nodes, depth, infinite, ponder or p1time, p1inc, p2time, p2inc or their twins wtime, winc, btime, binc", name)
	}
	if err != nil {
		return fmt.Errorf("%s %w", name, err)
	}
	return nil
}

// clockPart returns the part of the clocks with the given name, nil if there is none.
func clockPart(l *engine.Limits, name string) *time.Duration {
	if twin, ok := uciClockNames[name]; ok {
		name = twin
	}
	for i := range l.Clocks {
		switch name {
		case fmt.Sprintf("p%dtime", i+1):
			return &l.Clocks[i].Left
		case fmt.Sprintf("p%dinc", i+1):
			return &l.Clocks[i].Increment
		}
	}
	return nil
}

func parseCount(text string, least uint64) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n < least {
		return 0, fmt.Errorf("%q: want a whole number from %d", text, least)
	}
	return n, nil
}

// parseMillis parses milliseconds. The maximum, some 35 years, is far below
// what a Duration can hold.
func parseMillis(text string, least int64) (time.Duration, error) {
	const most = 1 << 40
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%q: want a whole number of milliseconds from %d to %d", text, least, int64(most))
	}
	return time.Duration(n) * time.Millisecond, nil
}

// FormatGo returns the command that asks for a search. UCI has names for the
// clocks of two seats only. Times below a millisecond are sent as one, for 0
// can be taken for no limit.
func (p Protocol) FormatGo(req engine.Request) string {
	l := req.Limits
	var line strings.Builder
	line.WriteString("go")
	switch {
	case req.Ponder != nil:
		line.WriteString(" ponder")
	case l == (engine.Limits{}):
		line.WriteString(" infinite")
	}
	millis := func(name string, d time.Duration) { fmt.Fprintf(&line, " %s %d", name, d.Milliseconds()) }
	if l.Time > 0 {
		millis("movetime", max(l.Time, time.Millisecond))
	}
	if l.Nodes > 0 {
		fmt.Fprintf(&line, " nodes %d", l.Nodes)
	}
	if l.Depth > 0 {
		fmt.Fprintf(&line, " depth %d", l.Depth)
	}
	for i, c := range l.Clocks {
		name, inc := fmt.Sprintf("p%dtime", i+1), fmt.Sprintf("p%dinc", i+1)
		if p == UCI {
			name, inc = [4]string{"wtime", "btime"}[i], [4]string{"winc", "binc"}[i]
		}
		if c.Left > 0 && name != "" {
			millis(name, max(c.Left, time.Millisecond))
			millis(inc, c.Increment)
		}
	}
	return line.String()
}
