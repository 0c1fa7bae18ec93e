package ugi

import (
	"math"
	"strings"
	"testing"

	"thera/engine"
	"thera/game"
)

func TestMovesOnWire(t *testing.T) {
	for _, test := range []struct{ move, wire string }{
		{"d1-d7(g7)", "d1d7,d7g7"},
		{"a1-a10(j10)", "a1a10,a10j10"},
		{"c3-c4(d4)", "c3c4,c4d4"},
		{"c3-c4", "c3c4"},
		{"@b2,d4", "@b2,d4"},
		{"Ya3", "Ya3"},
		{"Ya3-b3", "Ya3-b3"},
	} {
		if got := FormatMove(game.Move(test.move)); got != test.wire {
			t.Errorf("%s is %s on the wire, want %s", test.move, got, test.wire)
		}
	}
}

func TestScoresOnWire(t *testing.T) {
	for _, test := range []struct {
		score    engine.Score
		ugi, uci string
	}{
		{engine.Estimate(0), "cp 0", "cp 0"},
		{engine.Estimate(-250), "cp -250", "cp -250"},
		{engine.Estimate(math.MaxInt), "cp 20000", "cp 20000"},
		{engine.WinIn(1), "mate 1", "mate 1"},
		{engine.WinIn(5), "mate 5", "mate 3"},
		{engine.LossIn(0), "mate 0", "mate 0"},
		{engine.LossIn(2), "mate -2", "mate -1"},
		{engine.LossIn(6), "mate -6", "mate -3"},
	} {
		for p, want := range map[Protocol]string{UGI: test.ugi, UCI: test.uci} {
			if got := p.scoreText(test.score); got != want {
				t.Errorf("%s: score %s, want %s", p, got, want)
			}
			info, err := p.parseInfo(strings.Fields("score " + want))
			if err != nil || info.Score != test.score {
				t.Errorf("%s: score %s reads as %s, %v, want %s", p, want, info.Score, err, test.score)
			}
		}
	}
	if s, err := UCI.score("mate", math.MinInt32); err != nil || s != engine.LossIn(engine.MaxPlies) {
		t.Errorf("a distance beyond all reads as %s, %v", s, err)
	}
	if _, err := UGI.score("bp", 1); err == nil || !strings.Contains(err.Error(), "want cp or mate") {
		t.Errorf("unknown kind of score: %v", err)
	}
}
