package ugitest

import (
	"context"
	"fmt"
	"strings"

	"thera/engine/ugi"
)

// checkStart reports on the program that examine has started.
func (c *checker) checkStart(_ context.Context) error {
	c.setDetail("%s by %s, speaks %s", c.client.Name(), c.client.Author(), strings.ToUpper(string(c.client.Protocol())))
	return nil
}

// checkGreeting asks for the introduction again and parses it strictly. This
// may reset the program's settings, so it is restarted afterwards.
func (c *checker) checkGreeting(ctx context.Context) error {
	defer c.dropClient()
	p := string(c.client.Protocol())
	said, err := c.exchange(ctx, p)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	options := 0
	for _, line := range said {
		switch verb, args := ugi.CutVerb(line); {
		case verb == "id" && len(args) > 1:
			seen[args[0]] = true
		case verb == "option":
			o, err := ugi.ParseOption(line)
			if err != nil {
				return err
			}
			if o.Type == "spin" || o.Type == "combo" || o.Type == "check" {
				if _, err := o.Accept(o.Default); err != nil {
					return fmt.Errorf("%q: default: %w", line, err)
				}
			}
			options++
		case verb == p+"ok":
			seen["ok"] = true
		}
	}
	if !seen["name"] || !seen["author"] || !seen["ok"] {
		return fmt.Errorf("want id name, id author and then %sok in answer to %s, not %q", p, p, said)
	}
	c.setDetail("%d options", options)
	return nil
}

// checkNewGame begins a new game and searches in it.
func (c *checker) checkNewGame(ctx context.Context) error {
	if err := c.client.NewGame(ctx); err != nil {
		return err
	}
	_, err := c.search(ctx, c.game[0], "position startpos", goShort)
	return err
}

// checkQuit asks the program to quit: it has to end by itself within the grace
// period, with exit status 0.
func (c *checker) checkQuit(_ context.Context) error {
	defer c.dropClient()
	return c.client.Close()
}

// checkQuitDuringSearch asks the program to quit while it searches.
func (c *checker) checkQuitDuringSearch(ctx context.Context) error {
	if err := c.startInfinite(ctx); err != nil {
		return err
	}
	return c.checkQuit(ctx)
}

// checkEndOfInput ends the program's input without "quit", as happens when the
// program that started it is killed. A program that does not end then uses the
// machine's time forever.
func (c *checker) checkEndOfInput(_ context.Context) error {
	defer c.dropClient()
	return c.client.HangUp()
}
