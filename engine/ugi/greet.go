package ugi

import (
	"context"
	"errors"
	"strings"
)

// greet introduces itself and learns the program's name and options. It finds
// out which of the two protocols the program speaks by trying UGI first.
func (c *Client) greet(ctx context.Context) error {
	if c.opt.Protocol != "" {
		return c.greetIn(ctx, c.opt.Protocol)
	}
	// A program that does not know "ugi" need not say so, but most answer
	// "isready" even before they are greeted. One that keeps silent is asked
	// in UCI all the same.
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

// introduced takes a line of the program's introduction in a dialect, and
// reports whether it was the last. Options that can't be read are left out.
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
		// The late end of an introduction that is not waited for any more.
		c.options = nil
	}
	return false
}
