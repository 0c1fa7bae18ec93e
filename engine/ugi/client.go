package ugi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"thera/internal/child"
)

// ClientOptions says how to treat an engine program. A zero field means its default.
type ClientOptions struct {
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
	// Trace, if not nil, gets all lines: those sent after "> ", those received
	// after "< ".
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
	program, err := child.Start(argv)
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

// HangUp is Close without asking: the program has to notice the end of its input.
func (c *Client) HangUp() error { return c.end("its end at the end of input") }

func (c *Client) end(wanted string, lines ...string) error {
	c.closeOnce.Do(func() {
		for _, line := range lines {
			c.Send(line)
		}
		switch killed := c.program.Close(c.opt.Grace); {
		case killed:
			c.closeErr = &SilentError{Wanted: wanted, After: c.opt.Grace, Said: c.lastComplaint}
		case c.program.Err() != nil:
			c.closeErr = c.crash("an orderly end")
		}
	})
	return c.closeErr
}

// crash returns the error for a program that has ended.
func (c *Client) crash(wanted string) *CrashError {
	return &CrashError{Wanted: wanted, Exit: c.program.Exit(), Stderr: c.program.Stderr(), Said: c.lastComplaint}
}

// ready waits until the program has done everything asked of it, and skips what
// it says until then.
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

// received records a line from the program.
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
	for {
		select {
		case line, ok := <-c.program.Lines():
			if !ok {
				return c.fail(c.crash(wanted))
			}
			c.received(line)
			if accept(strings.TrimSpace(line)) {
				return nil
			}
		case <-timer.C:
			return c.fail(&SilentError{Wanted: wanted, After: timeout, Said: c.lastComplaint})
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
