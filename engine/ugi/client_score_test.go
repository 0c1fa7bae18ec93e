package ugi

import (
	"strings"
	"testing"
	"testing/synctest"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
)

// TestClientScores wants a score to count whether or not there is a line of
// play with it.
func TestClientScores(t *testing.T) {
	for _, test := range []struct {
		name, said string
		score      engine.Score
		depth      int
		line       int // moves
		reports    int
	}{
		{"pv", "info depth 3 score cp 35 pv b1a1,a1b1 b6a6,a6b6", 35, 3, 2, 1},
		{"no pv", "info depth 3 score cp 35 nodes 7", 35, 3, 1, 0},
		{"depth 0", "info depth 0 score cp 35", 35, 0, 1, 0},
		{"no depth", "info score cp -35", -35, 0, 1, 0},
		{"a pv of nonsense", "info depth 2 score cp 35 pv e2e4", 35, 2, 1, 0},
		{"pv, then deeper without", "info depth 3 score cp 35 pv b1a1,a1b1\ninfo depth 4 score cp 36", 36, 4, 1, 1},
		{"a bound", "info depth 3 score cp 35\ninfo depth 4 score cp 99 lowerbound", 35, 3, 1, 0},
		{"another line", "info depth 3 score cp 35\ninfo depth 3 multipv 2 score cp 9", 35, 3, 1, 0},
		{"no score", "info depth 3 nodes 7", 0, 0, 1, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := start(t, scripted(map[string]string{"go depth 3": test.said + "\nbestmove b1a1,a1b1"}), ClientOptions{})
				reports := 0
				got, err := c.Search(t.Context(), engine.Request{
					Position: startPosition(t), Limits: engine.Limits{Depth: 3},
					Report: func(engine.Info) { reports++ },
				})
				if err != nil || got.Score != test.score || got.Depth != test.depth || len(got.Line) != test.line || reports != test.reports {
					t.Errorf("%+v, %v, %d reports; want %+v", got, err, reports, test)
				}
			})
		})
	}
}

// TestSearchAfter wants a game to be told by its moves.
func TestSearchAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		moves := []game.Move{"b1-a1(b1)", "b6-a6(b6)"}
		for n, want := range []string{
			"position startpos", "position startpos moves b1a1,a1b1", "position startpos moves b1a1,a1b1 b6a6,a6b6",
		} {
			pos := startPosition(t)
			for _, m := range moves[:n] {
				pos = gametest.Must(t, pos.Play, m)
			}
			var trace strings.Builder
			c := start(t, scripted(map[string]string{
				"go depth 1": "bestmove " + FormatMove(pos.Moves()[0]),
			}), ClientOptions{Trace: &trace})
			if _, err := c.SearchAfter(t.Context(), moves[:n], engine.Request{Position: pos, Limits: engine.Limits{Depth: 1}}); err != nil || !strings.Contains(trace.String(), "> "+want+"\n") {
				t.Errorf("%v; want %s in\n%s", err, want, trace.String())
			}
		}
	})
}
