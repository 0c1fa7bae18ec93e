package ugitest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"thera/engine/ugi"
	"thera/game"
)

// briefly is the time for a search of which only the move matters.
const (
	shortTime = 50 * time.Millisecond
	goShort   = "go movetime 50"
)

// answer is the outcome of a search.
type answer struct {
	move   game.Move // legal
	infos  []ugi.InfoLine
	unread error // what was wrong with the first unreadable info line
	took   time.Duration
}

// search lets the program search a position, which setup describes, and checks
// that its move is legal.
func (c *checker) search(ctx context.Context, pos game.Position, setup, command string) (answer, error) {
	if _, err := c.exchange(ctx, setup); err != nil {
		return answer{}, err
	}
	c.client.Send(command)
	return c.answer(ctx, pos, command, time.Now())
}

// answer waits for the answer to a search of a position that began at start.
func (c *checker) answer(ctx context.Context, pos game.Position, command string, start time.Time) (a answer, err error) {
	var last string
	var illegal error
	err = c.client.Await(ctx, "bestmove after "+command, func(line string) bool {
		last = line
		verb, args := ugi.CutVerb(line)
		switch verb {
		case "info":
			info, err := c.client.Protocol().ParseInfo(args)
			if err != nil && a.unread == nil {
				a.unread = fmt.Errorf("%q: %w", line, err)
			}
			a.infos = append(a.infos, info)
		case "bestmove":
			if len(args) > 0 {
				a.move, illegal = pos.Read(args[0])
			}
		}
		return verb == "bestmove"
	})
	a.took = time.Since(start)
	if err == nil && (illegal != nil || a.move == "") {
		err = &ugi.AnswerError{Line: last, Err: fmt.Errorf("%w in %s", game.ErrIllegal, pos)}
	}
	return a, err
}

// checkMovesFromStart lets the program play against itself for some turns. The
// position is sent as moves from the start, as in games: a program that
// misreads one of them soon makes an illegal move.
func (c *checker) checkMovesFromStart(ctx context.Context) error {
	const turns = 6
	pos, setup := c.game[0], "position startpos moves"
	for range turns {
		if pos.Winners() != 0 {
			break
		}
		a, err := c.search(ctx, pos, strings.TrimSuffix(setup, " moves"), goShort)
		if err != nil {
			return err
		}
		if pos, err = pos.Play(a.move); err != nil {
			return err
		}
		setup += " " + ugi.FormatMove(a.move)
	}
	c.setDetail("%s", strings.TrimPrefix(setup, "position "))
	return nil
}

// checkMovesFromFEN lets the program move in positions from all of a game, each
// sent as text. The last one has a move that ends the game.
func (c *checker) checkMovesFromFEN(ctx context.Context) error {
	const samples = 6
	last := len(c.game) - 2 // the game is over in the one after it
	for i := range samples {
		pos := c.game[last*i/(samples-1)]
		if _, err := c.search(ctx, pos, "position fen "+pos.String(), goShort); err != nil {
			return err
		}
	}
	c.setDetail("in %d positions", samples)
	return nil
}

// checkInfo parses strictly what the program says about a search: a client
// skips what it can't read, so authors would not notice. UGI requires at least
// one line with nodes, time and speed. A score and a line of play are optional,
// but the detail says what is lost without them.
func (c *checker) checkInfo(ctx context.Context) error {
	a, err := c.search(ctx, c.game[0], "position startpos", "go movetime 300")
	if err != nil {
		return err
	}
	if c.client.Protocol() == ugi.UGI {
		if len(a.infos) == 0 {
			return errors.New("no info: want at least one before bestmove")
		}
		last := a.infos[len(a.infos)-1]
		if !last.Has("nodes") || !last.Has("time") || !last.Has("nps") {
			return fmt.Errorf("the last info has %s: want nodes, time and nps", strings.Join(last.Keys, ", "))
		}
	}
	if a.unread != nil {
		return a.unread
	}
	for _, info := range a.infos {
		if n := len(ugi.ParseLine(c.game[0], info.PV)); n < len(info.PV) {
			return fmt.Errorf("pv %s: move %d %q is not legal", strings.Join(info.PV, " "), n+1, info.PV[n])
		}
	}
	said := func(key string) bool {
		return slices.ContainsFunc(a.infos, func(i ugi.InfoLine) bool { return i.Has(key) })
	}
	switch {
	case !said("score"):
		c.setDetail("%d lines, none with a score, so that records have none", len(a.infos))
	case !said("pv"):
		c.setDetail("%d lines, none with a pv, so that nobody sees the play expected", len(a.infos))
	default:
		c.setDetail("%d lines", len(a.infos))
	}
	return nil
}
