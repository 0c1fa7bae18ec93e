package ugitest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"thera/engine"
	"thera/engine/ugi"
	"thera/game"
)

// checker is one run of Check.
type checker struct {
	start   func(context.Context) (*ugi.Client, error)
	variant ugi.Variant

	// game is a random game from the start to its end, at least one move.
	game []game.Position
	// texts holds the moves of the game on the wire, one fewer.
	texts  []string
	client *ugi.Client
	detail string // of the point in progress
	last   string // what the last program to crash wrote to standard error
}

// playGame plays the random game.
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
		c.texts = append(c.texts, ugi.FormatMove(m))
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
		c.detail = ""
		if err = c.connect(ctx); err == nil {
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
	crash, ok := errors.AsType[*ugi.CrashError](err)
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

// connect starts a program if none is running.
func (c *checker) connect(ctx context.Context) (err error) {
	if c.client == nil {
		c.client, err = c.start(ctx)
	}
	return err
}

// middle returns a position in the middle of the game. It is not the last.
func (c *checker) middle() game.Position { return c.game[(len(c.game)-1)/2] }

// dropClient ends the program, if any.
func (c *checker) dropClient() {
	if c.client != nil {
		_ = c.client.Close() // quitting has its own test
		c.client = nil
	}
}

// setDetail records what a test has observed.
func (c *checker) setDetail(format string, args ...any) { c.detail = fmt.Sprintf(format, args...) }

// exchange sends commands that are to be carried out at once, and returns what
// the program says to them.
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
