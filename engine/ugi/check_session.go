package ugi

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"thera/game"
	"thera/internal/child"
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
		switch verb, args := cutVerb(line); {
		case verb == "id" && len(args) > 1:
			seen[args[0]] = true
		case verb == "option":
			o, err := parseOption(line)
			if err != nil {
				return err
			}
			if o.Type == "spin" || o.Type == "combo" || o.Type == "check" {
				if _, err := o.Accept(o.Default); err != nil {
					return fmt.Errorf("%s: default: %w", child.QuoteLine(line), err)
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
	c.setDetail("%s", counted(options, "option"))
	return nil
}

func (c *checker) checkNewGame(ctx context.Context) error {
	if err := c.client.NewGame(ctx); err != nil {
		return err
	}
	_, err := c.search(ctx, c.game[0], "position startpos", goShort)
	return err
}

// checkQuit wants the program to quit by itself within the grace period, with status 0.
func (c *checker) checkQuit(_ context.Context) error {
	defer c.dropClient()
	return c.client.Close()
}

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
	return c.client.hangUp()
}

// badInputs returns the tests with invalid lines. UCI hardly specifies how to
// treat them, so a program that speaks only UCI merely has to survive them, and
// is not sent lines that might start a search.
func (c *checker) badInputs() []pointTest {
	var points []pointTest
	add := func(name, line string) {
		points = append(points, pointTest{"bad input: " + name, func(c *checker, ctx context.Context) error { return c.checkBadInput(ctx, line) }})
	}
	add("unknown command", "xyzzy 1 2 3")
	add("unknown option", "setoption name NoSuchOption value 1")
	add("position without sense", "position fen ?/? ?")
	add("move without sense", "position startpos moves ??")
	// Pieces on the board block the way, so hardly any move can be made twice.
	if m := c.texts[0]; !slices.Contains(formatMoves(c.game[1].Moves()), m) {
		add("illegal move", fmt.Sprintf("position startpos moves %s %s", m, m))
	}
	if c.client.Protocol() == UCI {
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
	if c.client.Protocol() == UCI {
		c.setDetail("survived")
		return nil
	}
	i := slices.IndexFunc(said, isErrorLine)
	switch {
	case slices.ContainsFunc(said, func(line string) bool { return isBestMove(line) && line != noMove }):
		return fmt.Errorf("%s: a search: want an error", line)
	case i < 0:
		return fmt.Errorf("%s: no word: want info string error: …", line)
	}
	c.setDetail("%s", strings.TrimPrefix(said[i], errorPrefix))
	return c.checkUnmoved(ctx, pos, line)
}

// isErrorLine reports whether a line reports an error in exactly the form of the protocol.
// The client is more lenient, see complaint.
func isErrorLine(line string) bool { return strings.HasPrefix(line, errorPrefix) }

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
		return fmt.Errorf("%s: the position is now %s: want %q as before", line, child.QuoteLine(fen), pos)
	}
	return nil
}

// query asks about the position. An error means that the query is not offered.
func (c *checker) query(ctx context.Context, what string) (response string, offered bool, err error) {
	c.client.Send("query " + what)
	err = c.client.Await(ctx, "response to query "+what, func(line string) bool {
		verb, args := cutVerb(line)
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
			{"result", resultText(pos)},
		} {
			got, offered, err := c.query(ctx, q.what)
			switch {
			case err != nil:
				return err
			case !offered:
				return fmt.Errorf("query %s: an error: want a response", q.what)
			case got != q.want && (q.what != "p1turn" || pos.Winners() == 0):
				return fmt.Errorf("query %s in %s: %s: want %s", q.what, pos, child.QuoteLine(got), q.want)
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
		{"legalmoves", sortWords(strings.Join(formatMoves(pos.Moves()), " "))},
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
			return fmt.Errorf("query %s in %s: %s: want %q", q.what, pos, child.QuoteLine(got), q.want)
		}
	}
	if len(missing) > 0 {
		c.setDetail("not offered: %s", strings.Join(missing, ", "))
	}
	return nil
}

func sortWords(words string) string {
	fields := strings.Fields(words)
	slices.Sort(fields)
	return strings.Join(fields, " ")
}

func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
