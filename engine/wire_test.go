package engine

import (
	"math"
	"strings"
	"testing"

	"thera/amazons"
	"thera/game"
	"thera/hermit"
	"thera/santorini"
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
		if got := wireText(game.Move(test.move)); got != test.wire {
			t.Errorf("%s is %s on the wire, want %s", test.move, got, test.wire)
		}
		if got := moveOnWire(test.wire); got != game.Move(test.move) {
			t.Errorf("%s on the wire reads as %s, want %s", test.wire, got, test.move)
		}
	}
	for _, text := range []string{"", "d1d7,d6g7", "d1d7,d7", "(none)", "k1k2"} {
		if got := moveOnWire(text); got != game.Move(text) {
			t.Errorf("%q reads as %q, want it unchanged", text, got)
		}
	}
}

// TestMovesOfAllGames has every game read its moves as they are on the wire.
func TestMovesOfAllGames(t *testing.T) {
	for _, g := range []game.Game{amazons.Rules(), santorini.Rules(), hermit.Rules()} {
		pos, err := g.Start("")
		for range 4 {
			if err != nil {
				t.Fatal(err)
			}
			moves := pos.Moves()
			for i := 0; i < len(moves); i += 1 + len(moves)/100 {
				m := moves[i]
				if moveOnWire(wireText(m)) != m {
					t.Fatalf("%s becomes %s and then %s", m, wireText(m), moveOnWire(wireText(m)))
				}
				a, errA := pos.Play(m)
				b, errB := pos.Play(game.Move(wireText(m)))
				if errA != nil || errB != nil || a.String() != b.String() {
					t.Fatalf("%s: %v and %v after %s, %v and %v after %s", pos, a, errA, m, b, errB, wireText(m))
				}
			}
			pos, err = pos.Play(moves[len(moves)/2])
		}
	}
}

func TestScoresOnWire(t *testing.T) {
	for _, test := range []struct {
		score    Score
		ugi, uci string
	}{
		{Estimate(0), "cp 0", "cp 0"},
		{Estimate(-250), "cp -250", "cp -250"},
		{Estimate(math.MaxInt), "cp 20000", "cp 20000"},
		{WinIn(1), "mate 1", "mate 1"},
		{WinIn(5), "mate 5", "mate 3"},
		{LossIn(0), "mate 0", "mate 0"},
		{LossIn(2), "mate -2", "mate -1"},
		{LossIn(6), "mate -6", "mate -3"},
	} {
		for p, want := range map[Protocol]string{UGI: test.ugi, UCI: test.uci} {
			if got := p.scoreText(test.score); got != want {
				t.Errorf("%s: score %s, want %s", p, got, want)
			}
			info, err := p.parseInfo(strings.Fields("score " + want))
			if err != nil || info.score != test.score {
				t.Errorf("%s: score %s reads as %s, %v, want %s", p, want, info.score, err, test.score)
			}
		}
	}
	if s, err := UCI.score("mate", math.MinInt32); err != nil || s != LossIn(MaxPlies) {
		t.Errorf("a distance beyond all reads as %s, %v", s, err)
	}
	if _, err := UGI.score("bp", 1); err == nil || !strings.Contains(err.Error(), "want cp or mate") {
		t.Errorf("unknown kind of score: %v", err)
	}
}

func FuzzMoveOnWire(f *testing.F) {
	for _, text := range []string{"d1d7,d7g7", "c3c4", "@b2,d4", "Ya3-b3", "a10a1,a1a10"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if m := moveOnWire(text); string(m) != text && wireText(m) != text {
			t.Errorf("%q reads as %q, which is %q on the wire", text, m, wireText(m))
		}
	})
}
