package ugi

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"time"

	"thera/engine"
	"thera/game"
)

// Point is the result of one test of [Check].
type Point struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail,omitempty"` // what was wrong, or what was observed
}

// maxCheckDelay is how late an answer may be that is due at once.
const maxCheckDelay = 200 * time.Millisecond

// lateError is a late answer. The machine may have been busy, so the point is tested again.
type lateError struct{ error }

func errLate(format string, args ...any) error { return lateError{fmt.Errorf(format, args...)} }

// Check tests an engine program by the engine protocol and yields its findings as they
// are made: the greeting, options, the legality of its moves, time-keeping and other
// limits, "stop", "isready" during a search, many searches in a row, pondering and several
// lines if it has options for them, bad input, and the end. A program that
// speaks only UCI is not tested for UGI's additions. A good program takes a few seconds.
//
// The moves are judged by the rules of v.Game, on the board v.Start. If the
// program has an option UCI_Variant, it is set to v.Name, unless the settings
// of opt replace it. A late answer gets two more attempts. A program that
// crashes or falls silent is restarted for the next point. When ctx is done,
// the test ends without a finding on the point in progress.
func Check(ctx context.Context, argv []string, v Variant, opt ClientOptions) iter.Seq[Point] {
	opt.Variant = v.Name
	return check(ctx, func(ctx context.Context) (*Client, error) { return Start(ctx, argv, opt) }, v)
}

// check is Check for programs that start returns.
func check(ctx context.Context, start func(context.Context) (*Client, error), v Variant) iter.Seq[Point] {
	return func(yield func(Point) bool) {
		c := &checker{start: start, variant: v}
		defer c.dropClient()
		if err := c.playGame(); err != nil {
			yield(Point{"rules", false, err.Error()})
			return
		}
		first := c.examine(ctx, "start", (*checker).checkStart)
		if !yield(first) || !first.OK {
			return
		}
		for _, p := range c.points() {
			found := c.examine(ctx, p.name, p.run)
			if ctx.Err() != nil || !yield(found) {
				return
			}
		}
	}
}

// pointTest is one test. An error is a fault of the program.
type pointTest struct {
	name string
	run  func(*checker, context.Context) error
}

// points returns all tests but the first.
func (c *checker) points() []pointTest {
	points := []pointTest{
		{"greeting", (*checker).checkGreeting},
		{"new game", (*checker).checkNewGame},
		{"moves from startpos", (*checker).checkMovesFromStart},
		{"moves from fen", (*checker).checkMovesFromFEN},
		{"movetime", (*checker).checkMoveTime},
		{"clocks", (*checker).checkClocks},
		{"nodes", (*checker).checkNodes},
		{"depth", (*checker).checkDepth},
		{"infinite and stop", (*checker).checkStop},
		{"isready during a search", (*checker).checkReadyDuringSearch},
		{"info", (*checker).checkInfo},
		{"back-to-back searches", (*checker).checkSuccession},
	}
	if _, missing := FindOption(c.client.Options(), "Ponder"); missing == nil {
		points = append(points, pointTest{"ponder and ponderhit", (*checker).checkPonder})
	}
	if o, missing := FindOption(c.client.Options(), "MultiPV"); missing == nil && o.Type == "spin" && o.Max > 1 && len(c.game[0].Moves()) > 1 {
		points = append(points, pointTest{"two lines", (*checker).checkLines})
	}
	points = append(points, c.badInputs()...)
	if c.client.Protocol() == UGI {
		points = append(points,
			pointTest{"query p1turn, gameover, result", (*checker).checkReferee},
			pointTest{"query fen, legalmoves, perft", (*checker).checkOurQueries},
		)
	}
	return append(points,
		pointTest{"quit", (*checker).checkQuit},
		pointTest{"quit during a search", (*checker).checkQuitDuringSearch},
		pointTest{"end of input", (*checker).checkEndOfInput},
	)
}

// checker is one call of Check.
type checker struct {
	start   func(context.Context) (*Client, error)
	variant Variant

	// game is a random game from the start to its end, at least one move.
	game []game.Position
	// texts holds the moves of the game on the wire, one fewer.
	texts  []string
	client *Client
	detail string // of the point in progress
	last   string // what the last program to crash wrote to standard error
}

func (c *checker) playGame() error {
	pos, err := c.variant.Game.Start(c.variant.Start)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for {
		c.game = append(c.game, pos)
		moves := pos.Moves()
		switch {
		case len(moves) == 0 && len(c.texts) == 0:
			return fmt.Errorf("position %q: %w", pos, engine.ErrOver)
		case len(moves) == 0:
			return nil
		}
		m := moves[rng.IntN(len(moves))]
		c.texts = append(c.texts, FormatMove(m))
		if pos, err = pos.Play(m); err != nil {
			return err
		}
	}
}

// examine runs one test, with a program that is ready.
func (c *checker) examine(ctx context.Context, name string, run func(*checker, context.Context) error) Point {
	const tries = 3
	var err error
	for range tries {
		c.detail, err = "", nil
		if c.client == nil {
			c.client, err = c.start(ctx)
		}
		if err == nil {
			err = run(c, ctx)
		}
		if c.client != nil && c.client.Err() != nil {
			c.dropClient()
		}
		if _, again := errors.AsType[lateError](err); !again {
			break
		}
	}
	if err != nil {
		return Point{name, false, c.told(err)}
	}
	return Point{name, true, c.detail}
}

// told returns the text of a fault. The output of a program before it crashed, which
// can be long, appears only once.
func (c *checker) told(err error) string {
	text := err.Error()
	crash, ok := errors.AsType[*CrashError](err)
	if !ok || crash.Stderr == "" {
		return text
	}
	if c.last == crash.Stderr {
		short := *crash
		short.Stderr = ""
		text = strings.Replace(text, crash.Error(), short.Error()+"; it wrote the same as before", 1)
	}
	c.last = crash.Stderr
	return text
}

// middle returns a position in the middle of the game. It is not the last.
func (c *checker) middle() game.Position { return c.game[(len(c.game)-1)/2] }

func (c *checker) dropClient() {
	if c.client != nil {
		_ = c.client.Close() // quitting has its own test
		c.client = nil
	}
}

func (c *checker) setDetail(format string, args ...any) { c.detail = fmt.Sprintf(format, args...) }

// exchange sends commands to be carried out at once, and returns what the program says.
func (c *checker) exchange(ctx context.Context, commands ...string) (said []string, err error) {
	for _, line := range commands {
		c.client.Send(line)
	}
	c.client.Send("isready")
	wanted := "readyok"
	if len(commands) > 0 {
		wanted += " after " + strings.Join(commands, ", ")
	}
	err = c.client.Await(ctx, wanted, func(line string) bool {
		said = append(said, line)
		return line == "readyok"
	})
	return said[:max(len(said)-1, 0)], err
}
