package aside

import (
	"strings"
	"testing"

	"thera/amazons"
)

func TestParseTurn(t *testing.T) {
	move, err := amazons.ParseMove("d1-d7(g7)")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]Turn{
		"d1-d7(g7)":      {Move: move},
		"d1-d7(g7)=-12":  {Move: move, Score: -12, Asked: true},
		"?d1-d7(g7)=120": {Move: move, Score: 120, Asked: true, Aside: true},
	} {
		if got, err := ParseTurn(text); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, broken := range []string{"", "d1-d7(g7)=", "d1-d7(g7)=12x", "d1-d7(g7)=40000", "??d1-d7(g7)=1", "d1-d77(g7)"} {
		if _, err := ParseTurn(broken); err == nil || !strings.Contains(err.Error(), broken) {
			t.Errorf("%q: error %v, want one that quotes it", broken, err)
		}
	}
}

// TestPlay plays games through as their lines have them.
func TestPlay(t *testing.T) {
	games := Games{Variant: "6x6", Nodes: 20, Seed: 3}
	start, err := Start(games.Title())
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		line, err := games.Play(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		p := start
		for text := range strings.FieldsSeq(string(line)) {
			turn, err := ParseTurn(text)
			if err != nil || !p.Legal(turn.Move) {
				t.Fatalf("game %d, turn %s in %s: %v", i, text, &p, err)
			}
			if !turn.Aside {
				p.Play(turn.Move)
			}
		}
		if p.Winners() == 0 || !strings.HasSuffix(string(line), "\n") {
			t.Errorf("game %d does not end: %q", i, line)
		}
	}
	if _, err := Start("games"); err == nil {
		t.Error("a title of nothing is taken")
	}
}
