package ugitest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"thera/engine/ugi"
)

// checkStop lets the program search until it is stopped. UGI allows it to end
// by itself; either way there is one answer. A second one would be taken for
// the answer to the next search.
func (c *checker) checkStop(ctx context.Context) error {
	if err := c.startInfinite(ctx); err != nil {
		return err
	}
	said, err := c.exchange(ctx)
	if err != nil {
		return err
	}
	early := slices.ContainsFunc(said, isBestMove)
	if early && c.client.Protocol() == ugi.UCI {
		return errors.New("bestmove before stop")
	}
	start := time.Now()
	c.client.Send("stop")
	if !early {
		a, err := c.answer(ctx, c.game[0], "stop", start)
		if err != nil {
			return err
		}
		if a.took > maxDelay {
			return errLate("%s after stop: want at most %s", a.took, maxDelay)
		}
		c.setDetail("%s after stop", a.took.Round(time.Millisecond))
	}
	time.Sleep(shortTime)
	said, err = c.exchange(ctx, "stop")
	if err == nil && slices.ContainsFunc(said, isBestMove) {
		err = fmt.Errorf("a second bestmove after stop: %q", said)
	}
	return err
}

// startInfinite starts a search without end and gives it a moment.
func (c *checker) startInfinite(ctx context.Context) error {
	if _, err := c.exchange(ctx, "position startpos"); err != nil {
		return err
	}
	c.client.Send("go infinite")
	time.Sleep(shortTime)
	return nil
}

func isBestMove(line string) bool { return strings.HasPrefix(line, "bestmove") }

// checkReadyDuringSearch asks during a search whether the program is ready. It
// has to answer at once and continue: that is how a client finds out that a
// program that thinks for a long time is still alive.
func (c *checker) checkReadyDuringSearch(ctx context.Context) error {
	if _, err := c.exchange(ctx, "position startpos"); err != nil {
		return err
	}
	c.client.Send("go movetime 1000")
	start := time.Now()
	said, err := c.exchange(ctx)
	took := time.Since(start)
	if err != nil {
		return err
	}
	c.setDetail("readyok after %s", took.Round(time.Millisecond))
	if !slices.ContainsFunc(said, isBestMove) {
		c.client.Send("stop")
		_, err = c.answer(ctx, c.game[0], "stop", start)
	}
	if err == nil && took > maxDelay {
		err = errLate("readyok after %s: want it at once, during the search", took)
	}
	return err
}
