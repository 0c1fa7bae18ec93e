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

// badInputs returns the examinations with lines that can't be carried out. UCI
// says little of such lines, so a program that speaks UCI alone only has to
// survive them; and not even what can set it searching is tried on it.
func (c *checker) badInputs() []point {
	var points []point
	add := func(name, line string) {
		points = append(points, point{"bad input: " + name, func(c *checker, ctx context.Context) error { return c.checkBadInput(ctx, line) }})
	}
	add("unknown command", "xyzzy 1 2 3")
	add("unknown option", "setoption name NoSuchOption value 1")
	add("position without sense", "position fen ?/? ?")
	add("move without sense", "position startpos moves ??")
	// What stands on the board stays there, so hardly a move can be made twice.
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

// checkBadInput sends a bad line in the middle of a game. "stop" follows it, in
// case the program has begun to search after all. The program has to
// say that it is one, and the position has to be what it was. It may answer that
// there is no move.
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
		c.note("survived")
		return nil
	}
	i := slices.IndexFunc(said, isErrorLine)
	switch {
	case slices.ContainsFunc(said, func(line string) bool { return isBestMove(line) && line != "bestmove (none)" }):
		return fmt.Errorf("%s: a search: want an error", line)
	case i < 0:
		return fmt.Errorf("%s: no word: want info string error: …", line)
	}
	c.note("%s", strings.TrimPrefix(said[i], "info string error: "))
	return c.checkUnmoved(ctx, pos, line)
}

func isErrorLine(line string) bool { return strings.HasPrefix(line, "info string error: ") }

// checkUnmoved checks that the position is still pos: by asking for it or, if
// the program can't be asked, by having it move.
func (c *checker) checkUnmoved(ctx context.Context, pos game.Position, line string) error {
	fen, offered, err := c.query(ctx, "fen")
	if err != nil {
		return err
	}
	if !offered {
		c.client.Send(goBriefly)
		_, err := c.answer(ctx, pos, goBriefly, time.Now())
		return err
	}
	if now, err := c.variant.Game.Parse(fen); err != nil || now.String() != pos.String() {
		return fmt.Errorf("%s: the position is now %q: want %q as before", line, fen, pos)
	}
	return nil
}
