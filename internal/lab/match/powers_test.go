package match

import (
	"strings"
	"testing"

	"thera/santorini"
)

// TestPowers wants each player to have its power at either seat.
func TestPowers(t *testing.T) {
	m := newMatch(t, santorini.Rules(), "", "drawer:name=a,power=apollo", "winner:name=p,power=pan", "winner:name=h,power=hermes")
	m.Games = 2
	log := NewLog()
	standing, err := m.Play(t.Context(), log, nil)
	if err != nil {
		t.Fatal(err)
	}
	powers := map[string]string{"a": "apollo", "p": "pan", "h": "hermes"}
	for _, g := range gamesOf(log) {
		if want := powers[g.Players[0]] + "," + powers[g.Players[1]]; !strings.HasSuffix(g.Start, " "+want) {
			t.Errorf("game %d of %v begins at %s: want powers %s", g.Number, g.Players, g.Start, want)
		}
	}
	for _, row := range standing.CrossTable().Players {
		games := 0
		for _, first := range row.First {
			games += first.Games
		}
		if games != 2 {
			t.Errorf("%s: first in %d games, want 2 of 4: %v", row.Name, games, row.First)
		}
	}
}

func TestPowersRefused(t *testing.T) {
	for _, test := range []struct {
		variant, a, b string
		want          string
	}{
		{"2p", "drawer:power=apollo", "winner", "want a power for all players or for none"},
		{"2p", "drawer:power=apollo", "winner:power=zeus", `power "zeus"`},
		{"2p:pan,pan", "drawer:power=apollo", "winner:power=pan", "2p:pan,pan:apollo,apollo"},
	} {
		m := newMatch(t, santorini.Rules(), test.variant, test.a, test.b)
		if err := m.Check(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s against %s on %s: error %v, want %q", test.a, test.b, test.variant, err, test.want)
		}
	}
}
