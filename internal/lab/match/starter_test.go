package match

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"thera/hermit"
)

// TestStartedAgain takes a program away for one game in the middle of a match:
// it loses that one, and the match continues.
func TestStartedAgain(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "program")
	m := newMatch(t, hermit.Rules(), "3x3", "drawer", "ugi:"+path+" play-ugi")
	m.Games, m.Concurrency = 4, 1
	if _, err := m.Play(t.Context(), NewLog(), nil); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a program that was never there: %v", err)
	}
	if err := os.Symlink(exe, path); err != nil {
		t.Skip(err)
	}
	log := NewLog()
	standing, err := m.Play(t.Context(), log, func(g Result, _ *Standing) {
		var err error
		switch g.Number {
		case 1:
			err = os.Remove(path)
		case 2:
			err = os.Symlink(exe, path)
		}
		if err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range log.Games() {
		lost := g.Reason == Crash && g.Players[g.Winner-1] == "drawer" && strings.Contains(g.Detail, `/program": `)
		if lost != (g.Number == 2) || !lost && g.Reason != ByRules {
			t.Errorf("%+v", g)
		}
	}
	if standing.Faults[1][Crash] != 1 {
		t.Errorf("%+v", standing.Faults)
	}
}

// TestToldByMoves has a program play that knows no positions, in UCI.
func TestToldByMoves(t *testing.T) {
	for program, want := range map[string]bool{"uci": true, "ugi": false, "ugi,position=moves": true, "uci,position=fen": false} {
		m := newMatch(t, hermit.Rules(), "3x3", "drawer", program+":"+act("play-moves"))
		m.Games = 2
		for _, g := range playAll(t, m) {
			if plays := g.Reason == ByRules; plays != want {
				t.Errorf("%s: %+v", program, g)
			}
		}
	}
}
