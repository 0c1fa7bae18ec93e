package ugitest

import (
	"context"
	"fmt"
	"iter"
	"time"

	"thera/engine/ugi"
)

// Point is the result of one test of [Check].
type Point struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail,omitempty"` // what was wrong, or what was observed
}

// maxDelay is how late an answer may be that is due at once.
const maxDelay = 200 * time.Millisecond

// lateError is the fault of a late answer. The machine may have been busy, so
// the point is tested again.
type lateError struct{ error }

func errLate(format string, args ...any) error { return lateError{fmt.Errorf(format, args...)} }

// Check tests an engine program by the engine protocol and yields its findings as they
// are made: the greeting, options, the legality of its moves, time-keeping and other
// limits, "stop", "isready" during a search, bad input, and the end. A program that
// speaks only UCI is not tested for UGI's additions. A good program takes a few seconds.
//
// The moves are judged by the rules of v.Game, on the board v.Start. If the
// program has an option UCI_Variant, it is set to v.Name, unless the settings
// of opt replace it. A late answer gets two more attempts. A program that
// crashes or falls silent is restarted for the next point. When ctx is done,
// the test ends without a finding on the point in progress.
func Check(ctx context.Context, argv []string, v ugi.Variant, opt ugi.ClientOptions) iter.Seq[Point] {
	opt.Variant = v.Name
	return check(ctx, func(ctx context.Context) (*ugi.Client, error) { return ugi.Start(ctx, argv, opt) }, v)
}

// check is Check for programs that start returns.
func check(ctx context.Context, start func(context.Context) (*ugi.Client, error), v ugi.Variant) iter.Seq[Point] {
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

// point is one test. An error is a fault of the program.
type point struct {
	name string
	run  func(*checker, context.Context) error
}

// points returns all tests but the first.
func (c *checker) points() []point {
	points := []point{
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
	}
	points = append(points, c.badInputs()...)
	if c.client.Protocol() == ugi.UGI {
		points = append(points,
			point{"query p1turn, gameover, result", (*checker).checkReferee},
			point{"query fen, legalmoves, perft", (*checker).checkOurQueries},
		)
	}
	return append(points,
		point{"quit", (*checker).checkQuit},
		point{"quit during a search", (*checker).checkQuitDuringSearch},
		point{"end of input", (*checker).checkEndOfInput},
	)
}
