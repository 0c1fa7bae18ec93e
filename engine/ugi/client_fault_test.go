package ugi

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"thera/engine"
	"thera/engine/enginetest"
	"thera/game"
	"thera/game/gametest"
)

func TestClientFaults(t *testing.T) {
	good := "bestmove b1a1,a1b1"
	for _, test := range []struct {
		name    string
		answers map[string]string
		limits  engine.Limits
		want    string
		after   time.Duration
		usable  bool
	}{
		{
			"crash",
			map[string]string{"go depth 3": "crash"},
			engine.Limits{Depth: 3},
			"engine ended (exit status 3): want bestmove", 0, false,
		},
		{
			"silent past its time",
			map[string]string{"go movetime 1000": "info string hm"},
			engine.Limits{Time: time.Second},
			`engine did not answer: want bestmove within 11s; it printed "info string hm"`, 11 * time.Second, false,
		},
		{
			"another word for bestmove",
			map[string]string{"go movetime 1000": "BESTMOVE b1a1,a1b1"},
			engine.Limits{Time: time.Second},
			`engine did not answer: want bestmove within 11s; it printed "BESTMOVE b1a1,a1b1"`, 11 * time.Second, false,
		},
		{
			"silent past its clock", nil,
			engine.Limits{Clocks: [4]engine.Clock{{Left: 5 * time.Second}}},
			"engine did not answer: want bestmove within 15s", 15 * time.Second, false,
		},
		{
			"illegal",
			map[string]string{"go depth 3": "bestmove b1b1,b1b1"},
			engine.Limits{Depth: 3},
			`engine answered "bestmove b1b1,b1b1": illegal move in 1q2q1/q4q/6/6/Q4Q/1Q2Q1 w`, 0, true,
		},
		{
			"resigned",
			map[string]string{"go depth 3": "bestmove (none)"},
			engine.Limits{Depth: 3},
			`engine answered "bestmove (none)": illegal move in`, 0, true,
		},
		{
			"an endless answer",
			map[string]string{"go depth 3": "bestmove " + strings.Repeat("x", 3_000_000)},
			engine.Limits{Depth: 3},
			`engine answered "bestmove ` + strings.Repeat("x", 91) + `… (longer than 1048576 bytes)": illegal move in`, 0, true,
		},
		{
			"control characters",
			map[string]string{"go depth 3": "bestmove ÿ\u202e\x1b[2J"},
			engine.Limits{Depth: 3},
			`engine answered "bestmove ÿ\u202e\x1b[2J": illegal move in`, 0, true,
		},
		{
			"no move",
			map[string]string{"go depth 3": "bestmove"},
			engine.Limits{Depth: 3},
			`engine answered "bestmove": want a move`, 0, true,
		},
		{
			"crash with a complaint",
			map[string]string{"isready": "info string ERROR position: rank 7\nreadyok", "go depth 3": "crash"},
			engine.Limits{Depth: 3},
			`engine ended (exit status 3): want bestmove; it said "ERROR position: rank 7"`, 0, false,
		},
		{
			"illegal with a complaint",
			map[string]string{"go depth 3": "info string ERROR no such square\ninfo string fine\nbestmove b1b1,b1b1"},
			engine.Limits{Depth: 3},
			`engine answered "bestmove b1b1,b1b1": illegal move in 1q2q1/q4q/6/6/Q4Q/1Q2Q1 w; it said "ERROR no such square"`, 0, true,
		},
		{
			"silent with a complaint",
			map[string]string{"go movetime 1000": "info string error"},
			engine.Limits{Time: time.Second},
			`engine did not answer: want bestmove within 11s; it said "error"`, 11 * time.Second, false,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if test.answers == nil {
					test.answers = map[string]string{}
				}
				test.answers["go nodes 1"] = good
				c := start(t, scripted(test.answers), ClientOptions{})
				began := time.Now()
				_, err := c.Search(t.Context(), engine.Request{Position: startPosition(t), Limits: test.limits})
				if err == nil || !strings.HasPrefix(err.Error(), test.want) || time.Since(began) != test.after {
					t.Errorf("%v after %s, want %s after %s", err, time.Since(began), test.want, test.after)
				}
				_, again := c.Search(t.Context(), engine.Request{Position: startPosition(t), Limits: engine.Limits{Nodes: 1}})
				if usable := again == nil; usable != test.usable || !usable && !errors.Is(again, err) {
					t.Errorf("asked again: %v", again)
				}
			})
		})
	}
}

// TestClientRefusedPosition wants no search of the position before when the program refuses
// a new one, and the program to be usable for others.
func TestClientRefusedPosition(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pos := startPosition(t)
		c := start(t, scripted(map[string]string{
			"position fen " + pos.String(): "info string error: position: too many amazons",
			"go depth 3":                   "bestmove a5d2,d2c1",
		}), ClientOptions{})
		req := engine.Request{Position: pos, Limits: engine.Limits{Depth: 3}}
		_, err := c.Search(t.Context(), req)
		want := fmt.Sprintf(`engine answered "info string error: position: too many amazons": it refused the position %s`, pos)
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		req.Position = gametest.Must(t, pos.Play, "b1-a1(b1)")
		if _, err := c.Search(t.Context(), req); err != nil {
			t.Error(err)
		}
	})
}

// TestClientLateError sends an error right after an answer, which is not about the next position.
func TestClientLateError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := start(t, scripted(map[string]string{"go depth 3": "bestmove b1a1,a1b1\ninfo string error: no room for what was learned"}), ClientOptions{})
		for range 2 {
			req := engine.Request{Position: startPosition(t), Limits: engine.Limits{Depth: 3}}
			if _, err := c.Search(t.Context(), req); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestClientGameOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := start(t, testServer(enginetest.Stub{}).Serve, ClientOptions{})
		pos := gametest.Must(t, small.Game.Parse, "Q**3/***3/6/6/6/5q w")
		if _, err := c.Search(t.Context(), engine.Request{Position: pos}); !errors.Is(err, engine.ErrOver) {
			t.Errorf("%v, want ErrOver", err)
		}
	})
}

// TestClientIllegal pins that a referee can tell an illegal move from others.
func TestClientIllegal(t *testing.T) {
	err := error(&AnswerError{Line: "bestmove x", Err: game.ErrIllegal})
	if !errors.Is(err, game.ErrIllegal) {
		t.Error(err)
	}
	long := &CrashError{Wanted: "bestmove", Exit: "exit status 2", Stderr: strings.Repeat("ä", 1000)}
	if text := long.Error(); len(text) > 500 || !slices.Contains([]rune(text), '…') {
		t.Error(text)
	}
}
