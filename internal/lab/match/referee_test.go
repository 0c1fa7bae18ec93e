package match

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"thera/amazons"
	"thera/engine"
	"thera/engine/ugi"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/santorini"
)

// playerFunc is a player made of a function.
type playerFunc func(ctx context.Context, t Turn) (engine.Info, error)

func (f playerFunc) Move(ctx context.Context, t Turn) (engine.Info, error) { return f(ctx, t) }

func (playerFunc) Close() {}

// first plays the first legal move after so long a time.
func first(after time.Duration) Player {
	return playerFunc(func(ctx context.Context, t Turn) (engine.Info, error) {
		time.Sleep(after)
		return engine.Info{Line: t.Position.Moves()[:1]}, nil
	})
}

// sleeper answers nothing until its time is over, like a program that hangs.
var sleeper = playerFunc(func(ctx context.Context, _ Turn) (engine.Info, error) {
	<-ctx.Done()
	return engine.Info{}, ctx.Err()
})

func failing(err error) Player {
	return playerFunc(func(context.Context, Turn) (engine.Info, error) { return engine.Info{}, err })
}

func saying(m game.Move) Player {
	return playerFunc(func(context.Context, Turn) (engine.Info, error) {
		return engine.Info{Line: []game.Move{m}}, nil
	})
}

// scoring plays the first legal move with a score and no depth.
func scoring(score engine.Score) Player {
	return playerFunc(func(_ context.Context, t Turn) (engine.Info, error) {
		return engine.Info{Line: t.Position.Moves()[:1], Score: score}, nil
	})
}

func start(t *testing.T, g game.Game, variant string) game.Position {
	t.Helper()
	return gametest.Must(t, g.Start, variant)
}

// TestFaultInTeams has a fault lose for the partner too.
func TestFaultInTeams(t *testing.T) {
	c := Game{Start: start(t, santorini.Rules(), "teams"), Players: make([]Player, 4), Controls: make([]Control, 4), Patience: time.Minute}
	for faulty := range game.Seat(4) {
		for seat := range c.Players {
			c.Players[seat] = first(0)
		}
		c.Players[faulty] = saying("z9")
		got, err := c.Play(t.Context())
		if want := 1 - faulty%2; err != nil || got.Reason != Illegal || got.Winner != want {
			t.Errorf("fault of seat %s: %+v, %v; want seat %s to win", faulty, got, err, want)
		}
	}
}

// TestReferee plays games in a bubble, where time passes only as players
// sleep, of which the second player does something.
func TestReferee(t *testing.T) {
	const ms = time.Millisecond
	byClock := Control{Clock: engine.Clock{Left: 100 * ms, Increment: 10 * ms}}
	byMove := Control{Move: 50 * ms}
	for _, test := range []struct {
		name    string
		control Control
		second  Player
		want    Reason
		winner  game.Seat
		detail  string
	}{
		{"rules", Control{}, first(0), ByRules, 1, ""},
		{"illegal", Control{}, saying("Ra9"), Illegal, 0, `illegal move "Ra9" in .../.../R.. 2`},
		{"unreadable", Control{}, saying("pass"), Illegal, 0, `hermit move "pass": want a color R, Y or B and one or two squares, as in Ya3 or Ya3-b3`},
		{"crash", Control{}, failing(&ugi.CrashError{Wanted: "a move", Exit: "exit status 3"}), Crash, 0, "engine ended (exit status 3): want a move"},
		{"answer", Control{}, failing(&ugi.AnswerError{Line: "?", Err: errors.New("want a move")}), Illegal, 0, `engine answered "?": want a move`},
		{"silence after stop", byMove, failing(&ugi.SilentError{Wanted: "a move", After: time.Second}), Silence, 0, "engine did not answer: want a move within 1s"},

		{"silence without time", Control{}, sleeper, Silence, 0, "no answer within 10s"},
		{"slow without time", Control{}, first(10 * time.Second), ByRules, 1, ""},
		{"too slow without time", Control{}, first(10*time.Second + 1), Silence, 0, "answer after 10s: want one within 10s"},

		{"move", byMove, first(50 * ms), ByRules, 1, ""},
		{"move and margin", byMove, first(55 * ms), ByRules, 1, ""},
		{"late move", byMove, first(57 * ms), ByRules, 1, ""},
		{"very late move", byMove, first(1056 * ms), Overrun, 0, "answer after 1.056s: want one within 55ms"},
		{"move sleeper", byMove, sleeper, Overrun, 0, "no answer within 55ms"},

		// Each turn of 70 ms takes 60 ms from the clock.
		{"clock", byClock, first(30 * ms), ByRules, 1, ""},
		{"clock overrun", byClock, first(70 * ms), Overrun, 0, "answer after 70ms: want one within 45ms"},
		{"late by clock and move", Control{Move: 50 * ms, Clock: engine.Clock{Left: 58 * ms}}, first(64 * ms), Overrun, 0, "answer after 64ms: want one within 55ms"},
		{"clock sleeper", byClock, sleeper, Overrun, 0, "no answer within 105ms"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := Game{
					Start:    start(t, hermit.Rules(), "3x3"),
					Players:  []Player{first(time.Millisecond), test.second},
					Controls: []Control{test.control, test.control},
					Margin:   5 * ms,
					Patience: 10 * time.Second,
				}
				got := gametest.Must(t, c.Play, t.Context())
				if got.Reason != test.want || got.Winner != test.winner || got.Detail != test.detail {
					t.Errorf("%+v", got)
				}
			})
		})
	}
}

// TestClocks follows the clocks of a game.
func TestClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const ms = time.Millisecond
		var seen []engine.Clock
		watching := playerFunc(func(ctx context.Context, t Turn) (engine.Info, error) {
			seen = append(seen, t.Limits.Clocks[0], t.Limits.Clocks[1])
			time.Sleep(30 * ms)
			return engine.Info{Line: t.Position.Moves()[:1], Depth: 1, Score: 23}, nil
		})
		inc := 10 * ms
		c := Game{
			Start:    start(t, hermit.Rules(), "3x3"),
			Players:  []Player{watching, first(5 * ms)},
			Controls: []Control{{Clock: engine.Clock{Left: 100 * ms, Increment: inc}}, {Nodes: 5}},
			Patience: time.Second,
		}
		got := gametest.Must(t, c.Play, t.Context())
		for i, want := range []engine.Clock{{Left: 100 * ms, Increment: inc}, {}, {Left: 80 * ms, Increment: inc}, {}} {
			if seen[i] != want {
				t.Errorf("clock %d: %v, want %v", i, seen[i], want)
			}
		}
		if m := got.Moves[0]; m.Spent != 30*ms || m.Left != 80*ms || m.Score != "+23" {
			t.Errorf("%+v", m)
		}
		if m := got.Moves[1]; m.Spent != 5*ms || m.Left != 0 || m.Score != "" {
			t.Errorf("%+v", m)
		}
	})
}

// TestCanonicalMoves has a player write a move in another form than Moves lists.
func TestCanonicalMoves(t *testing.T) {
	for _, text := range []game.Move{"d1-d7(g7)", "d1 d7 g7", "d1d7,d7g7"} {
		g := referee{pos: start(t, amazons.Rules(), "10x10")}
		if err := g.move(Move{Move: text}); err != nil || g.played[0] != "d1-d7(g7)" || g.outcome.Moves[0].Move != "d1-d7(g7)" {
			t.Errorf("%s: played %v, %v", text, g.played, err)
		}
	}
}

// TestSides wants a fault to be a loss for all seats of the side.
func TestSides(t *testing.T) {
	wrong := saying("@a1,a1")
	for _, test := range []struct {
		players []Player
		sides   []int
		want    game.Seat
	}{
		{[]Player{wrong, nil, nil}, nil, 1},
		{[]Player{wrong, nil, nil}, []int{0, 0, 1}, 2},
		{[]Player{first(0), wrong, nil}, []int{1, 0, 0}, 0},
		{[]Player{first(0), first(0), wrong}, []int{0, 1, 0}, 1},
	} {
		c := Game{
			Start: start(t, santorini.Rules(), "3p"), Players: test.players, Controls: make([]Control, 3),
			Sides: test.sides, Patience: time.Second,
		}
		if got, err := c.Play(t.Context()); err != nil || got.Reason != Illegal || got.Winner != test.want {
			t.Errorf("sides %v: %+v, %v; want seat %s to win", test.sides, got, err, test.want)
		}
	}
}

func TestRefused(t *testing.T) {
	play := func(c Game) error {
		c.Players, c.Controls, c.Patience = []Player{first(0), first(0)}, make([]Control, 2), time.Second
		_, err := c.Play(t.Context())
		return err
	}
	if err := play(Game{Start: start(t, santorini.Rules(), "3p")}); err == nil {
		t.Error("a game for three was played")
	}
	if err := play(Game{Start: start(t, hermit.Rules(), "3x3"), Opening: []game.Move{"Ra1", "Ra1"}}); !errors.Is(err, game.ErrIllegal) {
		t.Errorf("an illegal opening: %v", err)
	}

	broken := errors.New("not the player's fault")
	c := Game{Start: start(t, hermit.Rules(), "3x3"), Players: []Player{failing(broken), nil}, Controls: make([]Control, 2), Patience: time.Second}
	if _, err := c.Play(t.Context()); !errors.Is(err, broken) {
		t.Errorf("%v, want %v", err, broken)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c.Players = []Player{sleeper, sleeper}
	if got, err := c.Play(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %+v, %v", got, err)
	}
}
