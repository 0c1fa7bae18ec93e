package tune

import (
	"bytes"
	"strings"
	"testing"

	"thera/amazons"
	"thera/game/gametest"
)

func TestParseTurn(t *testing.T) {
	move := gametest.Must(t, amazons.ParseMove, "d1-d7(g7)")
	for text, want := range map[string]turn[amazons.Move]{
		"d1-d7(g7)":      {move: move},
		"d1-d7(g7)=-12":  {move: move, score: -12, asked: true},
		"?d1-d7(g7)=120": {move: move, score: 120, asked: true, aside: true},
	} {
		if got, err := parseTurn(text, amazons.ParseMove); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, broken := range []string{"", "d1-d7(g7)=", "d1-d7(g7)=12x", "d1-d7(g7)=40000", "??d1-d7(g7)=1", "d1-d77(g7)"} {
		if _, err := parseTurn(broken, amazons.ParseMove); err == nil || !strings.Contains(err.Error(), broken) {
			t.Errorf("%q: error %v, want one that quotes it", broken, err)
		}
	}
}

// TestPlay plays games through as their lines have them, the same for the same seed.
func TestPlay(t *testing.T) {
	games := SelfPlay{Game: "amazons", Variant: "6x6", Nodes: 20, Seed: 3}
	other := games
	other.Seed = 4
	start := gametest.Must(t, startOfAmazons, games.title())
	for i := range 5 {
		line, err := games.Play(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		p, err := replayAmazons(start, string(line), nil)
		if err != nil {
			t.Fatalf("game %d: %v", i, err)
		}
		again, err := games.Play(t.Context(), i)
		if err != nil || !bytes.Equal(again, line) {
			t.Errorf("game %d is %q the second time: %v", i, again, err)
		}
		if another, err := other.Play(t.Context(), i); err != nil || bytes.Equal(another, line) {
			t.Errorf("game %d of another seed is the same: %v", i, err)
		}
		if p.Winners() == 0 || !strings.HasSuffix(string(line), "\n") {
			t.Errorf("game %d does not end: %q", i, line)
		}
	}
	if _, err := replayAmazons(start, "a1-a1(a1)", nil); err == nil || !strings.Contains(err.Error(), "a1-a1(a1)") {
		t.Errorf("an illegal turn: %v, want an error that quotes it", err)
	}
	if _, err := startOfAmazons("games"); err == nil {
		t.Error("a title of nothing is taken")
	}
}
