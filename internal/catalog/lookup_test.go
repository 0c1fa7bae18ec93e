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
	e, variant, err := FindWire("santorini3:pan,pan,apollo")
	if err != nil || variant != "3p:pan,pan,apollo" || e.WireName(variant) != "santorini3:pan,pan,apollo" {
		t.Errorf("%s %s, %v", e.Game, variant, err)
	}
	if _, _, err := FindWire("santorini:pan"); err == nil || !strings.Contains(err.Error(), "1 powers: want 2") {
		t.Error(err)
	}
	_, _, err = FindWire("chess")
	if want := `variant "chess": want one of amazons, amazons8, amazons6, santorini, `; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestWithEngine(t *testing.T) {
	var firsts, randoms []string
	for _, e := range Games() {
		firsts = append(firsts, e.Game.Name()+" "+e.EngineNames()[0])
		randoms = append(randoms, e.Game.Name()+" random")
	}
	for name, want := range map[string]string{
		"": strings.Join(firsts, ", "), "random": strings.Join(randoms, ", "), "hand": "santorini hand",
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

func TestInWords(t *testing.T) {
	games := []Entry{Amazons(), Santorini(), Hermit()}
	for n, want := range []string{"", "Amazons", "Amazons and Santorini", "Amazons, Santorini and Hermit"} {
		if got := InWords(games[:n]); got != want {
			t.Errorf("%d games: %q, want %q", n, got, want)
		}
	}
}
