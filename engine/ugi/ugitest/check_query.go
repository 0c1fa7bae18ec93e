package ugitest

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"thera/engine/ugi"
	"thera/game"
)

// query asks about the position. A program that reports an error does not offer
// the query.
func (c *checker) query(ctx context.Context, what string) (response string, offered bool, err error) {
	c.client.Send("query " + what)
	err = c.client.Await(ctx, "response to query "+what, func(line string) bool {
		verb, args := ugi.CutVerb(line)
		if verb == "response" {
			response, offered = strings.Join(args, " "), true
		}
		return offered || isErrorLine(line)
	})
	return response, offered, err
}

// checkReferee asks, throughout a game, what a referee who does not know the
// rules asks: whose turn it is, whether the game is over, who has won. Whose
// turn it is after the end does not matter, and rules differ in it.
func (c *checker) checkReferee(ctx context.Context) error {
	for i := range c.game {
		// A sample of positions that includes the first and the last two.
		if i > 2 && i < len(c.game)-2 && i%10 != 0 {
			continue
		}
		setup := "position startpos"
		if i > 0 {
			setup += " moves " + strings.Join(c.texts[:i], " ")
		}
		if _, err := c.exchange(ctx, setup); err != nil {
			return err
		}
		pos := c.game[i]
		for _, q := range []struct{ what, want string }{
			{"p1turn", strconv.FormatBool(pos.Turn() == 0)},
			{"gameover", strconv.FormatBool(pos.Winners() != 0)},
			{"result", ugi.Result(pos)},
		} {
			got, offered, err := c.query(ctx, q.what)
			switch {
			case err != nil:
				return err
			case !offered:
				return fmt.Errorf("query %s: an error: want a response", q.what)
			case got != q.want && (q.what != "p1turn" || pos.Winners() == 0):
				return fmt.Errorf("query %s in %s: %q: want %s", q.what, pos, got, q.want)
			}
		}
	}
	return nil
}

// checkOurQueries asks what UGI does not have. A program need not offer it.
func (c *checker) checkOurQueries(ctx context.Context) error {
	pos := c.middle()
	if _, err := c.exchange(ctx, "position fen "+pos.String()); err != nil {
		return err
	}
	perft, err := game.Perft(ctx, pos, 2)
	if err != nil {
		return err
	}
	var missing []string
	for _, q := range []struct{ what, want string }{
		{"fen", pos.String()},
		{"legalmoves", sortWords(strings.Join(ugi.FormatMoves(pos.Moves()), " "))},
		{"perft 2", strconv.FormatUint(perft, 10)},
	} {
		got, offered, err := c.query(ctx, q.what)
		if q.what == "legalmoves" {
			got = sortWords(got)
		}
		switch {
		case err != nil:
			return err
		case !offered:
			missing = append(missing, q.what)
		case got != q.want:
			return fmt.Errorf("query %s in %s: %q: want %q", q.what, pos, got, q.want)
		}
	}
	if len(missing) > 0 {
		c.setDetail("not offered: %s", strings.Join(missing, ", "))
	}
	return nil
}

// inOrder sorts words.
func sortWords(words string) string {
	fields := strings.Fields(words)
	slices.Sort(fields)
	return strings.Join(fields, " ")
}
