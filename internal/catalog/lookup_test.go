package catalog

import (
	"strings"
	"testing"
)

func TestFindWire(t *testing.T) {
	for _, e := range Games() {
		for _, variant := range e.Game.Variants() {
			found, got, err := FindWire(e.WireName(variant))
			if err != nil || got != variant || found.Game.Name() != e.Game.Name() {
				t.Errorf("%s: %s %s, %v; want %s %s", e.WireName(variant), found.Game, got, err, e.Game.Name(), variant)
			}
		}
	}
	_, _, err := FindWire("chess")
	if want := `variant "chess": want one of amazons, amazons8, amazons6, santorini, `; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestWithEngine(t *testing.T) {
	for name, want := range map[string]string{
		"": "amazons alphabeta, santorini auto, hermit alphabeta", "random": "amazons random, santorini random, hermit random",
		"hand": "santorini hand",
	} {
		entries, err := WithEngine(name)
		var got []string
		for _, e := range entries {
			got = append(got, e.Game.Name()+" "+strings.Join(e.EngineNames(), "+"))
		}
		if err != nil || strings.Join(got, ", ") != want {
			t.Errorf("%q: %q, %v; want %s", name, got, err, want)
		}
	}
	_, err := WithEngine("stockfish")
	if err == nil || !strings.HasPrefix(err.Error(), `engine "stockfish": want one of alphabeta, `) || strings.Count(err.Error(), "random") != 1 {
		t.Error(err)
	}
}
