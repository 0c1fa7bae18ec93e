package ugi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/child"
)

// ClientOptions says how to treat an engine program. A zero field means its default.
type ClientOptions struct {
	// Dir is the folder in which the program begins; "" is the current one.
	Dir string
	// Protocol is the dialect to speak. By default it is UGI if the program
	// knows it and answers within half of Timeout, otherwise UCI.
	Protocol Protocol
	// Variant is the board, set first in a program that has an option for it;
	// "" leaves the program's default.
	Variant string
	// Settings are options to set after that, in this order.
	Settings []Setting
	// Timeout is how long to wait for answers that are due at once: the
	// greeting, "readyok", and a move once its time is up. Default 10 s.
	Timeout time.Duration
	// Grace is how long the program may take to quit; default 2 s.
	Grace time.Duration
	// Trace, if not nil, gets all lines: sent ones after "> ", received ones after "< ".
	Trace io.Writer
}

// Client is an [engine.Engine] in a program that speaks the engine protocol. Like every
// Engine it serves one goroutine and one game at a time; call NewGame between games.
//
// Its methods return a [CrashError], a [SilentError] or an [AnswerError] if the
// program is at fault. After the first two, and after NewGame has failed, only
// Close may be called.
type Client struct {
	program       *child.Process
	opt           ClientOptions
	protocol      Protocol
	name          string
	author        string
	options       []Option
	seed          uint64 // as last set
	lines         int    // as last set
	broken        error  // why the program can no longer be used
	lastComplaint string // the last error it reported

	closeOnce sync.Once
	closeErr  error
}

// Start starts an engine program by its command and arguments, greets it, sets its
// options and waits until it is ready. ctx bounds the start only; Close ends the program.
func Start(ctx context.Context, argv []string, opt ClientOptions) (*Client, error) {
	if len(argv) == 0 {
		return nil, errors.New("no engine: want a command")
	}
	program, err := child.Start(opt.Dir, argv)
	if err != nil {
		return nil, fmt.Errorf("engine %q: %w", argv[0], err)
	}
	return newClient(ctx, program, opt)
}

// Program is a running engine program, such as one at the other end of a
// network connection.
type Program struct {
	In  io.WriteCloser // what the program reads
	Out io.Reader      // what it writes
	// Wait is called when Out has ended. It waits for the program to end and
	// returns how it ended, nil for a normal end.
	Wait func() error
	Kill func() // ends the program, and with it Out
}

// Connect is [Start] for a running program.
func Connect(ctx context.Context, p Program, opt ClientOptions) (*Client, error) {
	return newClient(ctx, child.Attach(child.Streams(p)), opt)
}

func newClient(ctx context.Context, program *child.Process, opt ClientOptions) (*Client, error) {
	opt.Timeout = cmp.Or(opt.Timeout, 10*time.Second)
	opt.Grace = cmp.Or(opt.Grace, 2*time.Second)
	c := &Client{program: program, opt: opt}
	err := c.greet(ctx)
	settings := opt.Settings
	if _, missing := FindOption(c.options, VariantOption); missing == nil && opt.Variant != "" {
		settings = append([]Setting{{VariantOption, opt.Variant}}, settings...)
	}
	for _, s := range settings {
		if err == nil {
			err = c.SetOption(s.Name, s.Value)
		}
	}
	if err == nil {
		err = c.ready(ctx)
	}
	if err != nil {
		_ = c.Close() // the first fault is the one to report
		return nil, err
	}
	return c, nil
}

// Protocol returns the dialect in use.
func (c *Client) Protocol() Protocol { return c.protocol }

// Name returns the program's own name.
func (c *Client) Name() string { return c.name }

// Author returns the program's author, as stated by the program.
func (c *Client) Author() string { return c.author }

// Options returns what can be set in the program.
func (c *Client) Options() []Option { return slices.Clone(c.options) }

// Err returns why the program can no longer be used, nil while it can.
func (c *Client) Err() error { return c.broken }

// SetOption sets an option. It is an error if the program does not have the
// option or does not accept the value.
func (c *Client) SetOption(name, value string) error {
	o, err := FindOption(c.options, name)
	if err != nil {
		return err
	}
	if value, err = o.Accept(value); err != nil {
		return err
	}
	line := "setoption name " + o.Name
	if o.Type != "button" {
		line += " value " + value
	}
	c.Send(line)
	return nil
}

// NewGame tells the program to forget the last game, and waits until it is ready.
func (c *Client) NewGame(ctx context.Context) error {
	c.Send(string(c.protocol) + "newgame")
	return c.ready(ctx)
}

// Close asks the program to quit and waits for it to end; after the grace
// period it kills it. The error says that the program had to be killed or
// failed. Later calls return the same.
func (c *Client) Close() error { return c.end("its end after quit", "quit") }

// hangUp is Close without asking: the program has to notice the end of its input.
func (c *Client) hangUp() error { return c.end("its end at the end of input") }

func (c *Client) end(wanted string, lines ...string) error {
	c.closeOnce.Do(func() {
		for _, line := range lines {
			c.Send(line)
		}
		switch killed := c.program.Close(c.opt.Grace); {
		case killed:
			c.closeErr = c.silence(wanted, c.opt.Grace, "")
		case c.program.Err() != nil:
			c.closeErr = c.crash("an orderly end")
		}
	})
	return c.closeErr
}

func (c *Client) crash(wanted string) *CrashError {
	return &CrashError{Wanted: wanted, Exit: c.program.Exit(), Stderr: c.program.Stderr(), Said: c.lastComplaint}
}

// silence returns the error of a program that did not answer; last is what it printed last
// meanwhile, "" if nothing.
func (c *Client) silence(wanted string, after time.Duration, last string) *SilentError {
	if text, ok := complaint(last); ok && text == c.lastComplaint {
		last = "" // it is in Said
	}
	return &SilentError{Wanted: wanted, After: after, Last: last, Said: c.lastComplaint}
}

// ready waits until the program has done all it was asked, and skips what it says.
func (c *Client) ready(ctx context.Context) error {
	c.Send("isready")
	return c.awaitReady(ctx)
}

func (c *Client) awaitReady(ctx context.Context) error {
	return c.Await(ctx, "readyok", func(line string) bool { return line == "readyok" })
}

// Send sends a line for which there is no method. Use Await for the answer.
func (c *Client) Send(line string) {
	c.trace("> ", line)
	c.program.Send(line)
}

func (c *Client) trace(mark, line string) {
	if c.opt.Trace != nil {
		fmt.Fprintln(c.opt.Trace, mark+line)
	}
}

func (c *Client) received(line string) {
	c.trace("< ", line)
	if text, ok := complaint(line); ok {
		c.lastComplaint = text
	}
}

// Await reads lines until accept returns true; wanted names in errors what is
// awaited. When it fails, program and client no longer agree on the state of
// the conversation, so all later calls fail too.
func (c *Client) Await(ctx context.Context, wanted string, accept func(line string) bool) error {
	return c.await(ctx, wanted, c.opt.Timeout, accept)
}

func (c *Client) await(ctx context.Context, wanted string, timeout time.Duration, accept func(line string) bool) error {
	if c.broken != nil {
		return c.broken
	}
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	last := ""
	for {
		select {
		case line, ok := <-c.program.Lines():
			if !ok {
				return c.fail(c.crash(wanted))
			}
			c.received(line)
			last = line
			if accept(strings.TrimSpace(line)) {
				return nil
			}
		case <-timer.C:
			return c.fail(c.silence(wanted, timeout, last))
		case <-ctx.Done():
			return c.fail(fmt.Errorf("waiting for %s: %w", wanted, context.Cause(ctx)))
		}
	}
}

// fail makes all later calls return the same error.
func (c *Client) fail(err error) error {
	c.broken = err
	return err
}

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
		setup += " moves " + strings.Join(formatMoves(moves), " ")
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
	if err := c.ready(context.WithoutCancel(ctx)); err != nil { // what it says is not about the position
		return engine.Info{}, err
	}
	refused := ""
	c.Send(setup)
	c.Send("isready")
	err := c.Await(context.WithoutCancel(ctx), "readyok", func(line string) bool {
		if c.protocol == UGI && isErrorLine(line) {
			refused = line
		}
		return line == "readyok"
	})
	if err != nil {
		return engine.Info{}, err
	}
	if refused != "" {
		return engine.Info{}, &AnswerError{Line: refused, Err: fmt.Errorf("it refused the position %s", req.Position)}
	}
	c.Send(c.protocol.formatGo(req))
	found, line, err := c.listen(ctx, req)
	if err != nil {
		return engine.Info{}, err
	}
	_, args := cutVerb(line)
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
		if d := req.Limits.Within(engine.Limits{Time: clock.Left}).Time; d != 0 {
			due.Reset(max(d, 0) + c.opt.Timeout)
		}
	}
	last := ""
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
			last = line
			switch verb, args := cutVerb(line); verb {
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
			return found, "", c.fail(c.silence("bestmove", time.Since(start).Round(time.Millisecond), last))
		}
	}
}

// withInfo adds the content of an info line to what is found, and reports it if
// it is a scored line. Programs split their information over several lines, so
// nodes and time keep their last values. Only the first rank is the answer;
// bounds are not scores, and unreadable lines are ignored.
func (c *Client) withInfo(found engine.Info, words []string, req engine.Request) engine.Info {
	said, err := c.protocol.parseInfo(words)
	if err != nil {
		return found
	}
	if said.has("nodes") {
		found.Nodes = said.Nodes
	}
	if said.has("time") {
		found.Time = said.Time
	}
	rank := max(said.MultiPV-1, 0)
	if !said.isScore() || rank >= max(req.Lines, 1) {
		return found
	}
	report := found
	report.Rank, report.Score = rank, said.Score
	if said.has("depth") {
		report.Depth = said.Depth
	}
	if line := parseLine(req.Position, said.PV); len(line) > 0 {
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

// parseLine returns the moves of a line up to the first that is not legal.
func parseLine(pos game.Position, pv []string) []game.Move {
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

// CrashError says that an engine program ended, or closed its output, while it
// was needed. Its client can only be closed.
type CrashError struct {
	Wanted string // what was awaited, such as "bestmove"
	Exit   string // how it ended, such as "exit status 2"
	Stderr string // the end of what it wrote to standard error
	Said   string // the last error it reported, "" if none
}

// Error implements error.
func (e *CrashError) Error() string {
	text := fmt.Sprintf("engine ended (%s): want %s", e.Exit, e.Wanted)
	if e.Stderr != "" {
		text += "; it wrote " + child.Quote(e.Stderr)
	}
	return text + quoted(e.Said)
}

// SilentError says that an engine program did not answer in time. It may have
// said other things meanwhile. Its client can only be closed, because the
// answer might arrive when another one is awaited.
type SilentError struct {
	Wanted string        // what was awaited, such as "readyok"
	After  time.Duration // how long the client waited
	Last   string        // the last line that it printed meanwhile, "" if none
	Said   string        // the last error that it reported, "" if none
}

// Error implements error.
func (e *SilentError) Error() string {
	text := fmt.Sprintf("engine did not answer: want %s within %s", e.Wanted, e.After)
	if e.Last != "" {
		text += "; it printed " + child.QuoteLine(e.Last)
	}
	return text + quoted(e.Said)
}

// AnswerError says that an engine program answered with something that can't be
// read or is not a legal move. The client remains usable.
type AnswerError struct {
	Line string // what it said
	Err  error  // why it is not acceptable
	Said string // the last error it reported before, "" if none
}

// Error implements error.
func (e *AnswerError) Error() string {
	return fmt.Sprintf("engine answered %s: %v", child.QuoteLine(e.Line), e.Err) + quoted(e.Said)
}

// Unwrap returns the reason, which wraps [game.ErrIllegal] for a move that the
// rules do not allow.
func (e *AnswerError) Unwrap() error { return e.Err }

// complaint returns the error that a line reports in UGI's form, "info string error: …".
func complaint(line string) (text string, ok bool) {
	verb, args := cutVerb(line)
	if verb != "info" || len(args) < 2 || args[0] != "string" || !strings.HasPrefix(strings.ToLower(args[1]), "error") {
		return "", false
	}
	return strings.Join(args[1:], " "), true
}

// quoted formats a program's error as an addition to another error's text.
func quoted(said string) string {
	if said == "" {
		return ""
	}
	return "; it said " + child.Quote(said)
}

// greet introduces the client and learns the program's name and options. It
// finds out which dialect the program speaks by trying UGI first.
func (c *Client) greet(ctx context.Context) error {
	if c.opt.Protocol != "" {
		return c.greetIn(ctx, c.opt.Protocol)
	}
	// A program that does not know "ugi" need not say so, but most answer
	// "isready" even before they are greeted. A silent one is asked in UCI too.
	c.Send(string(UGI))
	c.Send("isready")
	err := c.await(ctx, "ugiok or readyok", c.opt.Timeout/2, func(line string) bool {
		return c.handleIntroduction(line, UGI) || line == "readyok"
	})
	_, silent := errors.AsType[*SilentError](err)
	switch {
	case c.protocol == UGI:
		return c.awaitReady(ctx)
	case err != nil && !silent:
		return err
	}
	c.broken = nil
	return c.greetIn(ctx, UCI)
}

func (c *Client) greetIn(ctx context.Context, p Protocol) error {
	c.Send(string(p))
	return c.Await(ctx, string(p)+"ok", func(line string) bool { return c.handleIntroduction(line, p) })
}

// handleIntroduction takes a line of the program's introduction in a dialect,
// and reports whether it was the last. Unreadable options are skipped.
func (c *Client) handleIntroduction(line string, p Protocol) (last bool) {
	switch verb, args := cutVerb(line); {
	case verb == "id" && len(args) > 1 && args[0] == "name":
		c.name = strings.Join(args[1:], " ")
	case verb == "id" && len(args) > 1 && args[0] == "author":
		c.author = strings.Join(args[1:], " ")
	case verb == "option":
		if o, err := parseOption(line); err == nil {
			c.options = append(c.options, o)
		}
	case verb == string(p)+"ok":
		c.protocol = p
		return true
	case verb == "ugiok":
		// The late end of an introduction that was given up.
		c.options = nil
	}
	return false
}
