package load

import (
	"context"
	"errors"
	"fmt"

	"thera/game"
	"thera/internal/site/play"
)

// Logs are the logs of a server's games; a store has them.
type Logs interface {
	// Events returns the events of a game whose numbers are above after.
	Events(ctx context.Context, game string, after int) ([]play.Event, error)
}

// Report is what a check has found.
type Report struct {
	Games   int `json:"games"`
	Turns   int `json:"turns"`   // that were sent
	Known   int `json:"known"`   // that a player knew to be stored
	Stored  int `json:"stored"`  // that are in the log though no player knew it
	Outages int `json:"outages"` // in which no player had a connection
	Given   int `json:"given"`   // times that a game gave an outage back
	// Wrong is what should not be, a sentence each.
	Wrong []string `json:"wrong"`
}

// slack is how much players and server may differ about a time: what it takes a
// server to listen once its clocks run, and players to come back.
const slack play.Millis = 1500

// Check holds what players know against the logs. Each turn that a player knew
// to be stored is in its game's log, as it was sent; a log has no gap, no turn
// that the rules do not allow and none that nobody sent; nobody lost by time or
// because nothing happened, since these players are always in time; and a clock
// has lost what its player took for the turn, but nothing of the time in which
// no player had a connection, and not less either than the log itself gives
// back.
//
// The error is for logs that can't be read.
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

// check is a check in the making.
type check struct {
	rules   map[string]game.Game
	outages []play.Span
	end     play.Instant
	report  Report
}

func (c *check) wrong(game, format string, args ...any) {
	c.report.Wrong = append(c.report.Wrong, fmt.Sprintf("game %s: ", game)+fmt.Sprintf(format, args...))
}

// game checks the log of one game.
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
		c.wrong(l.Game, "the log can't be: %v", err)
		return
	}
	c.turns(l, log)
	c.ends(l, log)
	c.clocks(l, log)
}

// turns compares the turns that were sent with those that are stored.
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
		known := s.known() != 0
		c.report.Turns++
		switch {
		case known:
			c.report.Known++
		case ok:
			c.report.Stored++
		}
		switch {
		case !ok && known:
			c.wrong(l.Game, "ply %d, %s, was acknowledged and is not in the log", s.Ply, s.Turn)
		case ok && (string(e.Turn) != s.Turn || e.Seat != s.Seat):
			c.wrong(l.Game, "ply %d is %s of seat %d, sent was %s by seat %d", s.Ply, e.Turn, e.Seat, s.Turn, s.Seat)
		case ok && s.Number != 0 && s.Number != e.Number:
			c.wrong(l.Game, "ply %d is event %d, players heard that it is event %d", s.Ply, e.Number, s.Number)
		}
	}
	for ply, e := range stored {
		c.wrong(l.Game, "ply %d, %s of seat %d, was sent by nobody", ply, e.Turn, e.Seat)
	}
}

// ends looks for players who lost though they were there.
func (c *check) ends(l Line, log []play.Event) {
	for _, e := range log {
		if e.At > c.end {
			return // nobody played any more
		}
		switch {
		case e.Kind == play.Flagged:
			c.wrong(l.Game, "seat %d ran out of time in event %d", e.Seat, e.Number)
		case e.Kind == play.Ended && e.Reason == play.ByAbortion:
			c.wrong(l.Game, "it was aborted in event %d", e.Number)
		}
	}
}
