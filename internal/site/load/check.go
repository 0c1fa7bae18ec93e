package load

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"thera/game"
	"thera/internal/safefile"
	"thera/internal/site/play"
)

// Logs has the logs of a server's games, like a store.
type Logs interface {
	// Events returns the events of a game whose numbers are above after.
	Events(ctx context.Context, game string, after int) ([]play.Event, error)
}

// Report is the result of a check.
type Report struct {
	Games   int `json:"games"`
	Turns   int `json:"turns"`   // sent
	Known   int `json:"known"`   // known by a player to be stored
	Stored  int `json:"stored"`  // in the log although no player knew
	Outages int `json:"outages"` // times without any connection
	Given   int `json:"given"`   // times a game gave back an outage
	// Wrong lists faults, a sentence each.
	Wrong []string `json:"wrong"`
}

// slack is how much players and server may differ about a time: the server's
// start after its clocks run, and the players' reconnection.
const slack play.Millis = 1500

// Check compares what players know with the logs. Each turn that a player knew
// to be stored must be in the log as it was sent; a log must have no gaps, no
// illegal turns and no turns that nobody sent; nobody may have lost on time or
// by inactivity, since these players are always in time; and a clock must have
// lost the time its player took, without the time during which no player was
// connected, and no less than that apart from what the log gives back.
//
// The error is for logs that cannot be read.
func Check(ctx context.Context, history []Line, games []game.Game, logs Logs) (Report, error) {
	c := check{rules: map[string]game.Game{}}
	c.report.Wrong = []string{}
	for _, g := range games {
		c.rules[g.Name()] = g
	}
	for _, l := range history {
		if l.Outage != nil {
			c.outages = append(c.outages, *l.Outage)
		}
		c.end = max(c.end, l.End)
	}
	if c.end == 0 {
		return c.report, errors.New("history: want its last line, which says when it ended")
	}
	c.report.Outages = len(c.outages)
	for _, l := range history {
		if l.Game == "" {
			continue
		}
		log, err := logs.Events(ctx, l.Game, 0)
		if err != nil {
			return c.report, fmt.Errorf("game %q: %w", l.Game, err)
		}
		c.game(l, log)
	}
	return c.report, nil
}

type check struct {
	rules   map[string]game.Game
	outages []play.Span
	end     play.Instant
	report  Report
}

func (c *check) wrong(game, format string, args ...any) {
	c.report.Wrong = append(c.report.Wrong, fmt.Sprintf("game %s: ", game)+fmt.Sprintf(format, args...))
}

func (c *check) game(l Line, log []play.Event) {
	c.report.Games++
	if len(log) == 0 || log[0].Setup == nil {
		c.wrong(l.Game, "it has no log")
		return
	}
	rules, ok := c.rules[log[0].Setup.Game]
	if !ok {
		c.wrong(l.Game, "game %q is unknown", log[0].Setup.Game)
		return
	}
	if _, err := play.Replay(rules, log); err != nil {
		c.wrong(l.Game, "invalid log: %v", err)
		return
	}
	c.turns(l, log)
	c.ends(l, log)
	c.clocks(l, log)
}

func (c *check) turns(l Line, log []play.Event) {
	stored := map[int]play.Event{}
	for _, e := range log {
		if e.Kind == play.Turned {
			stored[e.Ply] = e
		}
	}
	for _, s := range l.Turns {
		e, ok := stored[s.Ply]
		delete(stored, s.Ply)
		known := s.knownAt() != 0
		c.report.Turns++
		switch {
		case known:
			c.report.Known++
		case ok:
			c.report.Stored++
		}
		switch {
		case !ok && known:
			c.wrong(l.Game, "ply %d, %s, was acknowledged but is not in the log", s.Ply, s.Turn)
		case ok && (string(e.Turn) != s.Turn || e.Seat != s.Seat):
			c.wrong(l.Game, "ply %d is %s of seat %d, but %s was sent by seat %d", s.Ply, e.Turn, e.Seat, s.Turn, s.Seat)
		case ok && s.Number != 0 && s.Number != e.Number:
			c.wrong(l.Game, "ply %d is event %d, but players received it as event %d", s.Ply, e.Number, s.Number)
		}
	}
	for ply, e := range stored {
		c.wrong(l.Game, "ply %d, %s of seat %d, was not sent by any player", ply, e.Turn, e.Seat)
	}
}

// ends looks for players who lost although they were there.
func (c *check) ends(l Line, log []play.Event) {
	for _, e := range log {
		if e.At > c.end {
			return // after the players stopped
		}
		switch {
		case e.Kind == play.Flagged:
			c.wrong(l.Game, "seat %d ran out of time in event %d", e.Seat, e.Number)
		case e.Kind == play.Ended && e.Reason == play.ByAbortion:
			c.wrong(l.Game, "it was aborted in event %d", e.Number)
		}
	}
}

// clocks compares what each turn cost on the clock with what its player knows.
// With days for each turn the cost cannot be told.
func (c *check) clocks(l Line, log []play.Event) {
	control := log[0].Setup.Control
	if control.Initial == 0 {
		return
	}
	left := slices.Repeat([]play.Millis{control.Initial}, len(log[0].Setup.Players))
	var given play.Millis // back, since the turn before
	for _, e := range log {
		switch {
		case e.Kind == play.Clocked && e.Reason == play.ByOutage:
			given += e.Given
			c.report.Given++
		case e.Kind == play.Turned:
			seat := e.Seat - 1
			cost := left[seat] - e.Clocks[seat] + e.Lag
			if e.Ply > len(left) { // a seat's first turn costs nothing, and gains nothing
				c.cost(l, e, cost+control.Increment, given)
			} else if cost != 0 {
				c.wrong(l.Game, "ply %d, the first of seat %d, costs %d ms", e.Ply, e.Seat, cost)
			}
			left[seat], given = e.Clocks[seat], 0
		}
	}
}

// cost checks what one turn cost. The server started the clock after the
// previous turn was sent and before this player heard of it, and stopped it
// after this turn was sent and before anybody knew that it was stored.
func (c *check) cost(l Line, e play.Event, cost, given play.Millis) {
	if e.Ply > len(l.Turns) {
		return // reported by turns
	}
	this, before := l.Turns[e.Ply-1], l.Turns[e.Ply-2]
	if known := this.knownAt(); known != 0 {
		most := play.Millis(known-before.Sent) - c.without(before.Sent, known) + slack
		if cost > most {
			c.wrong(l.Game, "ply %d costs %d ms: want at most %d, not counting outages", e.Ply, cost, most)
		}
	}
	if least := play.Millis(this.Sent-this.Due) - given - slack; cost < least {
		c.wrong(l.Game, "ply %d costs %d ms: want at least %d", e.Ply, cost, least)
	}
}

// without returns how long no player was connected during a time.
func (c *check) without(from, to play.Instant) (sum play.Millis) {
	for _, o := range c.outages {
		sum += max(0, play.Millis(min(o.To, to)-max(o.From, from)))
	}
	return sum
}

// Line is a line of a [History]: a game, an outage, or the end.
type Line struct {
	Game  string `json:"game,omitempty"`
	Turns []Sent `json:"turns,omitempty"`
	// Outage is a time without any connection.
	Outage *play.Span `json:"outage,omitempty"`
	// End is when the players stopped. They do not know what happened later.
	End play.Instant `json:"end,omitempty"`
}

// Sent is a turn that a player has sent, perhaps several times. Instants are 0
// for what did not happen.
type Sent struct {
	Seat   int          `json:"seat"` // from 1
	Ply    int          `json:"ply"`  // from 1
	Turn   string       `json:"turn"`
	Due    play.Instant `json:"due"`              // when the player knew it was its turn
	Sent   play.Instant `json:"sent"`             // when it was first sent
	Acked  play.Instant `json:"acked,omitempty"`  // when its player learned that it is stored
	Seen   play.Instant `json:"seen,omitempty"`   // when another player saw it
	Number int          `json:"number,omitempty"` // of its event, once a player knows
}

// knownAt returns when a player first knew that the turn is stored, 0 if none did.
func (s Sent) knownAt() play.Instant {
	if s.Acked == 0 || s.Seen != 0 && s.Seen < s.Acked {
		return s.Seen
	}
	return s.Acked
}

// History writes down what the players know, one [Line] at a time. It is safe
// for concurrent use; nil writes nothing.
type History struct {
	mu  sync.Mutex
	out *json.Encoder
	err error
}

// NewHistory returns a history that writes to w.
func NewHistory(w io.Writer) *History { return &History{out: json.NewEncoder(w)} }

func (h *History) write(l Line) {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.err == nil {
		h.err = h.out.Encode(l)
	}
}

func (h *History) failed() error {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.err
}

// ReadHistory reads what a [History] has written.
func ReadHistory(r io.Reader) ([]Line, error) {
	var all []Line
	const longest = 16 << 20
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, longest)
	for scanner.Scan() {
		var l Line
		if err := json.Unmarshal(scanner.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("history, line %d: %w", len(all)+1, safefile.JSONError(err))
		}
		all = append(all, l)
	}
	if err := safefile.LineError(scanner.Err(), len(all)+1, longest); err != nil {
		return nil, fmt.Errorf("history, %w", err)
	}
	return all, nil
}
