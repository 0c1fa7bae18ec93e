package ugi

import (
	"context"
	"errors"
	"strings"
)

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
	switch verb, args := CutVerb(line); {
	case verb == "id" && len(args) > 1 && args[0] == "name":
		c.name = strings.Join(args[1:], " ")
	case verb == "id" && len(args) > 1 && args[0] == "author":
		c.author = strings.Join(args[1:], " ")
	case verb == "option":
		if o, err := ParseOption(line); err == nil {
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
