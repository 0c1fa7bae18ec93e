package ugi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/child"
)

// A short search is one of which only the move matters.
const (
	shortTime = 50 * time.Millisecond
	goShort   = "go movetime 50"
)

// searchAnswer is what a program under test said about a search.
type searchAnswer struct {
	move   game.Move // legal
	infos  []infoLine
	unread error // what was wrong with the first unreadable info line
	took   time.Duration
}

// search lets the program search the position of setup, and checks that its move is legal.
func (c *checker) search(ctx context.Context, pos game.Position, setup, command string) (searchAnswer, error) {
	if _, err := c.exchange(ctx, setup); err != nil {
		return searchAnswer{}, err
	}
	c.client.Send(command)
	return c.answer(ctx, pos, command, time.Now())
}

// answer waits for the answer to a search of a position that began at start.
func (c *checker) answer(ctx context.Context, pos game.Position, command string, start time.Time) (a searchAnswer, err error) {
	var last string
	var illegal error
	err = c.client.Await(ctx, "bestmove after "+command, func(line string) bool {
		last = line
		verb, args := cutVerb(line)
		switch verb {
		case "info":
			info, err := c.client.Protocol().parseInfo(args)
			if err != nil && a.unread == nil {
				a.unread = fmt.Errorf("%s: %w", child.QuoteLine(line), err)
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
		err = &AnswerError{Line: last, Err: fmt.Errorf("%w in %s", game.ErrIllegal, pos)}
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
		setup += " " + FormatMove(a.move)
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
	if c.client.Protocol() == UGI {
		if len(a.infos) == 0 {
			return errors.New("no info: want at least one before bestmove")
		}
		last := a.infos[len(a.infos)-1]
		if !last.has("nodes") || !last.has("time") || !last.has("nps") {
			return fmt.Errorf("the last info has %s: want nodes, time and nps", strings.Join(last.Keys, ", "))
		}
	}
	if a.unread != nil {
		return a.unread
	}
	for _, info := range a.infos {
		if n := len(parseLine(c.game[0], info.PV)); n < len(info.PV) {
			return fmt.Errorf("pv %s: move %d %q is not legal", strings.Join(info.PV, " "), n+1, info.PV[n])
		}
	}
	said := func(key string) bool {
		return slices.ContainsFunc(a.infos, func(i infoLine) bool { return i.has(key) })
	}
	lines := counted(len(a.infos), "line")
	switch {
	case !said("score"):
		c.setDetail("%s, none with a score, so that records have none", lines)
	case !said("pv"):
		c.setDetail("%s, none with a pv, so that nobody sees the play expected", lines)
	default:
		c.setDetail("%s", lines)
	}
	return nil
}

// checkMoveTime gives the program a time for one move. A small delay is allowed
// for a busy machine; a larger one loses games on time.
func (c *checker) checkMoveTime(ctx context.Context) error {
	const limit = 300 * time.Millisecond
	a, err := c.search(ctx, c.game[0], "position startpos", fmt.Sprintf("go movetime %d", limit.Milliseconds()))
	if err == nil && a.took > limit+maxCheckDelay {
		err = errLate("%s: want at most %s", a.took, limit)
	}
	c.setDetail("%s of %s", a.took.Round(time.Millisecond), limit)
	return err
}

// checkClocks gives the program a clock of one second for the rest of the game,
// without an increment. It may divide that as it likes, as long as the clock
// does not run out in one move.
func (c *checker) checkClocks(ctx context.Context) error {
	limits := engine.Limits{Clocks: [4]engine.Clock{{Left: time.Second}, {Left: time.Second}}}
	a, err := c.search(ctx, c.game[0], "position startpos", c.client.Protocol().formatGo(engine.Request{Limits: limits}))
	if left := limits.Clocks[0].Left; err == nil && a.took >= left {
		err = errLate("its clock ran out: %s of %s", a.took, left)
	}
	c.setDetail("%s of %s", a.took.Round(time.Millisecond), limits.Clocks[0].Left)
	return err
}

// checkNodes limits the number of nodes. Twice as many are allowed, since a
// program checks its count only now and then. A program that does not report
// nodes can't be told from one that keeps to the limit.
func (c *checker) checkNodes(ctx context.Context) error {
	const limit = 5000
	return c.checkLimit(ctx, "nodes", "%d nodes", limit, 2*limit, func(i infoLine) uint64 { return i.Nodes })
}

// checkDepth limits the depth, which is exact: no line may be searched deeper.
func (c *checker) checkDepth(ctx context.Context) error {
	const limit = 2
	return c.checkLimit(ctx, "depth", "depth %d", limit, limit, func(i infoLine) uint64 { return uint64(i.Depth) })
}

// checkLimit sets a limit and refuses more than tolerated of what the info lines report.
func (c *checker) checkLimit(ctx context.Context, name, format string, limit, tolerated uint64, reported func(infoLine) uint64) error {
	a, err := c.search(ctx, c.game[0], "position startpos", fmt.Sprintf("go %s %d", name, limit))
	if err != nil {
		return err
	}
	most := uint64(0)
	for _, info := range a.infos {
		most = max(most, reported(info))
	}
	if most > tolerated {
		return fmt.Errorf(format+": want at most %d", most, limit)
	}
	c.setDetail("%d of %d", most, limit)
	return nil
}

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
	if early && c.client.Protocol() == UCI {
		return errors.New("bestmove before stop")
	}
	start := time.Now()
	c.client.Send("stop")
	if !early {
		a, err := c.answer(ctx, c.game[0], "stop", start)
		if err != nil {
			return err
		}
		if a.took > maxCheckDelay {
			return errLate("%s after stop: want at most %s", a.took, maxCheckDelay)
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
	if err == nil && took > maxCheckDelay {
		err = errLate("readyok after %s: want it at once, during the search", took)
	}
	return err
}

// checkSuccession lets the program search many times, each time right after its answer. A
// program that is still busy then refuses or misses some of it, and later loses games.
func (c *checker) checkSuccession(ctx context.Context) error {
	const searches, most = 200, 3 * time.Second
	start, done := time.Now(), 0
	for ; done < searches && time.Since(start) < most; done++ {
		pos, setup := c.game[0], "position startpos"
		if done%2 > 0 {
			pos = c.middle()
			setup = "position fen " + pos.String()
		}
		said, err := c.exchange(ctx, setup)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(said, isErrorLine); i >= 0 {
			return fmt.Errorf("%s right after bestmove: %s", setup, child.QuoteLine(said[i]))
		}
		c.client.Send("go nodes 1")
		if _, err := c.answer(ctx, pos, "go nodes 1 right after another search", time.Now()); err != nil {
			return err
		}
	}
	c.setDetail("%d searches", done)
	return nil
}

// checkPonder lets the program search on the opponent's time: until ponderhit, from which
// its own time counts, and then until stop.
func (c *checker) checkPonder(ctx context.Context) error {
	const command, limit = "go ponder movetime 100", 100 * time.Millisecond
	for _, end := range []struct {
		command string
		most    time.Duration
	}{{"ponderhit", limit}, {"stop", 0}} {
		if _, err := c.exchange(ctx, "position startpos"); err != nil {
			return err
		}
		c.client.Send(command)
		time.Sleep(2 * limit)
		said, err := c.exchange(ctx)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(said, isBestMove) {
			return fmt.Errorf("%s: bestmove before ponderhit or stop", command)
		}
		c.client.Send(end.command)
		a, err := c.answer(ctx, c.game[0], end.command, time.Now())
		if err != nil {
			return err
		}
		if a.took > end.most+maxCheckDelay {
			return errLate("%s after %s: want at most %s", a.took, end.command, end.most+maxCheckDelay)
		}
		if end.command == "ponderhit" {
			c.setDetail("%s after ponderhit", a.took.Round(time.Millisecond))
		}
	}
	return nil
}

// checkLines asks for two lines, which begin with different moves.
func (c *checker) checkLines(ctx context.Context) error {
	o, err := FindOption(c.client.Options(), "MultiPV")
	if err != nil {
		return err
	}
	defer c.client.Send("setoption name " + o.Name + " value " + cmp.Or(o.Default, "1"))
	if _, err := c.exchange(ctx, "setoption name "+o.Name+" value 2"); err != nil {
		return err
	}
	a, err := c.search(ctx, c.game[0], "position startpos", "go depth 1")
	if err != nil {
		return err
	}
	if a.unread != nil {
		return a.unread
	}
	var first [3]string // moves by rank
	for _, info := range a.infos {
		rank := max(info.MultiPV, 1)
		switch {
		case rank > 2:
			return fmt.Errorf("multipv %d: want at most 2", rank)
		case len(info.PV) > 0:
			first[rank] = info.PV[0]
		}
	}
	if first[1] == "" || first[2] == "" {
		return fmt.Errorf("MultiPV 2: want an info line with a pv for both multipv 1 and 2, not moves %q", first[1:])
	}
	if first[1] == first[2] {
		return fmt.Errorf("multipv 1 and 2 both begin with %s: want different moves", first[1])
	}
	return nil
}
