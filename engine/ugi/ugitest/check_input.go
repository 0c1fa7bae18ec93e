package ugitest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"thera/engine/ugi"
	"thera/game"
)

// badInputs returns the tests with invalid lines. UCI hardly specifies how to
// treat them, so a program that speaks only UCI merely has to survive them, and
// is not sent lines that might start a search.
func (c *checker) badInputs() []point {
	var points []point
	add := func(name, line string) {
		points = append(points, point{"bad input: " + name, func(c *checker, ctx context.Context) error { return c.checkBadInput(ctx, line) }})
	}
	add("unknown command", "xyzzy 1 2 3")
	add("unknown option", "setoption name NoSuchOption value 1")
	add("position without sense", "position fen ?/? ?")
	add("move without sense", "position startpos moves ??")
	// Pieces on the board block the way, so hardly any move can be made twice.
	if m := c.texts[0]; !slices.Contains(ugi.FormatMoves(c.game[1].Moves()), m) {
		add("illegal move", fmt.Sprintf("position startpos moves %s %s", m, m))
	}
	if c.client.Protocol() == ugi.UCI {
		return points
	}
	add("limit without sense", "go depth x")
	for _, o := range c.client.Options() {
		if o.Type == "spin" {
			add("value out of range", fmt.Sprintf("setoption name %s value %d", o.Name, o.Max+1))
			break
		}
	}
	return points
}

// checkBadInput sends an invalid line in the middle of a game, then "stop", in
// case the program has started a search after all. The program has to report an
// error, and the position must not change. It may answer that there is no move.
func (c *checker) checkBadInput(ctx context.Context, line string) error {
	pos := c.middle()
	if _, err := c.exchange(ctx, "position fen "+pos.String()); err != nil {
		return err
	}
	said, err := c.exchange(ctx, line, "stop")
	if err != nil {
		return err
	}
	if c.client.Protocol() == ugi.UCI {
		c.setDetail("survived")
		return nil
	}
	i := slices.IndexFunc(said, isErrorLine)
	switch {
	case slices.ContainsFunc(said, func(line string) bool { return isBestMove(line) && line != "bestmove (none)" }):
		return fmt.Errorf("%s: a search: want an error", line)
	case i < 0:
		return fmt.Errorf("%s: no word: want info string error: …", line)
	}
	c.setDetail("%s", strings.TrimPrefix(said[i], "info string error: "))
	return c.checkUnmoved(ctx, pos, line)
}

func isErrorLine(line string) bool { return strings.HasPrefix(line, "info string error: ") }

// checkUnmoved tests that the position is still pos: by asking for it or, if
// the program can't be asked, by letting it move.
func (c *checker) checkUnmoved(ctx context.Context, pos game.Position, line string) error {
	fen, offered, err := c.query(ctx, "fen")
	if err != nil {
		return err
	}
	if !offered {
		c.client.Send(goShort)
		_, err := c.answer(ctx, pos, goShort, time.Now())
		return err
	}
	if now, err := c.variant.Game.Parse(fen); err != nil || now.String() != pos.String() {
		return fmt.Errorf("%s: the position is now %q: want %q as before", line, fen, pos)
	}
	return nil
}
