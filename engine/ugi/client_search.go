package ugi

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"thera/engine"
	"thera/game"
)

// Search implements [engine.Engine]. When ctx is done it tells the program to stop and
// takes its answer. It reports each scored line that the program sends, cut before the
// first move that is not legal. A score without a line counts only in the answer.
func (c *Client) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	return c.search(ctx, "position fen "+req.Position.String(), req)
}

// SearchAfter is Search for a game that reached req.Position from the start of
// its variant by the given moves. It sends them as "position startpos moves …",
// for programs that know no other way.
func (c *Client) SearchAfter(ctx context.Context, moves []game.Move, req engine.Request) (engine.Info, error) {
	setup := "position startpos"
	if len(moves) > 0 {
		setup += " moves " + strings.Join(FormatMoves(moves), " ")
	}
	return c.search(ctx, setup, req)
}

// search lets the program search the position that setup describes. It waits
// until the program is ready even if ctx is already done, because a program
// that is left in the middle of something can't be asked again. The context
// then ends the search itself, which still has an answer.
func (c *Client) search(ctx context.Context, setup string, req engine.Request) (engine.Info, error) {
	if req.Position.Winners() != 0 {
		return engine.Info{}, fmt.Errorf("position %q: %w", req.Position, engine.ErrOver)
	}
	c.lastComplaint = ""
	c.setSeed(req.Seed)
	c.setLines(req.Lines)
	c.Send(setup)
	if err := c.ready(context.WithoutCancel(ctx)); err != nil {
		return engine.Info{}, err
	}
	c.Send(c.protocol.FormatGo(req))
	found, line, err := c.listen(ctx, req)
	if err != nil {
		return engine.Info{}, err
	}
	_, args := CutVerb(line)
	if len(args) == 0 {
		return engine.Info{}, &AnswerError{line, errors.New("want a move"), c.lastComplaint}
	}
	best, err := req.Position.Read(args[0])
	if err != nil {
		return engine.Info{}, &AnswerError{line, fmt.Errorf("%w in %s", game.ErrIllegal, req.Position), c.lastComplaint}
	}
	if len(found.Line) == 0 || found.Best() != best {
		found.Line = []game.Move{best}
	}
	return found, nil
}

// setSeed passes the seed to a program that has an option for it. A seed is any
// 64-bit number, but the option has a maximum, so larger seeds are folded into
// its range. 0 means no variety: it stays 0, and no other seed becomes 0.
func (c *Client) setSeed(seed uint64) {
	o, err := FindOption(c.options, "Seed")
	if err != nil || o.Type != "spin" || o.Max < 1 || seed == c.seed {
		return
	}
	c.seed = seed
	if seed != 0 {
		seed = 1 + (seed-1)%uint64(o.Max)
	}
	c.Send("setoption name " + o.Name + " value " + strconv.FormatUint(seed, 10))
}

// setLines passes on how many lines to report, if the program can report more than one.
func (c *Client) setLines(n int) {
	o, err := FindOption(c.options, "MultiPV")
	n = max(n, 1)
	if err != nil || o.Type != "spin" || n == max(c.lines, 1) {
		return
	}
	c.lines = n
	c.Send("setoption name " + o.Name + " value " + strconv.FormatInt(min(int64(n), o.Max), 10))
}

// listen collects what the program says about its search, up to and including its answer.
func (c *Client) listen(ctx context.Context, req engine.Request) (found engine.Info, answer string, err error) {
	start := time.Now()
	// The program itself has to end in time; after that it has the timeout.
	due := time.NewTimer(0)
	due.Stop()
	defer due.Stop()
	begin := func() {
		clock := req.Limits.Clock(req.Position.Turn())
		if d := req.Limits.Within(engine.Limits{Time: clock.Left}).Time; d > 0 {
			due.Reset(d + c.opt.Timeout)
		}
	}
	canceled, pondered := ctx.Done(), req.Ponder
	if pondered == nil {
		begin()
	}
	for {
		select {
		case line, ok := <-c.program.Lines():
			if !ok {
				return found, "", c.fail(c.crash("bestmove"))
			}
			c.received(line)
			switch verb, args := CutVerb(line); verb {
			case "info":
				found = c.withInfo(found, args, req)
			case "bestmove":
				if found.Time == 0 {
					found.Time = time.Since(start)
				}
				return found, line, nil
			}
		case <-pondered:
			pondered = nil
			c.Send("ponderhit")
			begin()
		case <-canceled:
			canceled, pondered = nil, nil
			c.Send("stop")
			due.Reset(c.opt.Timeout)
		case <-due.C:
			return found, "", c.fail(&SilentError{Wanted: "bestmove", After: time.Since(start).Round(time.Millisecond), Said: c.lastComplaint})
		}
	}
}

// withInfo adds the content of an info line to what is found, and reports it if
// it is a scored line. Programs split their information over several lines, so
// nodes and time keep their last values. Only the first rank is the answer;
// bounds are not scores, and unreadable lines are ignored.
func (c *Client) withInfo(found engine.Info, words []string, req engine.Request) engine.Info {
	said, err := c.protocol.ParseInfo(words)
	if err != nil {
		return found
	}
	if said.Has("nodes") {
		found.Nodes = said.Nodes
	}
	if said.Has("time") {
		found.Time = said.Time
	}
	rank := max(said.MultiPV-1, 0)
	if !said.isScore() || rank >= max(req.Lines, 1) {
		return found
	}
	report := found
	report.Rank, report.Score = rank, said.Score
	if said.Has("depth") {
		report.Depth = said.Depth
	}
	if line := ParseLine(req.Position, said.PV); len(line) > 0 {
		report.Line = line
		if req.Report != nil {
			req.Report(report)
		}
	}
	if rank > 0 {
		return found
	}
	return report
}

// ParseLine returns the moves of a line up to the first that is not legal.
func ParseLine(pos game.Position, pv []string) []game.Move {
	var line []game.Move
	for _, text := range pv {
		m, err := pos.Read(text)
		if err != nil {
			break
		}
		if pos, err = pos.Play(m); err != nil {
			break
		}
		line = append(line, m)
	}
	return line
}

var _ engine.Engine = (*Client)(nil)
