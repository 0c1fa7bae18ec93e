//go:build !(js && wasm)

package main

import (
	"encoding/json"
	"strings"
	"testing"

	"thera/internal/ui/browser"
)

// TestRecord enters a first turn of each game by what is recorded alone.
func TestRecord(t *testing.T) {
	answers, err := record()
	if err != nil {
		t.Fatal(err)
	}
	read := func(method string, asked params, result any) {
		t.Helper()
		key, err := json.Marshal(asked)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(answers[method+" "+string(key)], result); err != nil {
			t.Fatalf("%s %s: %v", method, key, err)
		}
	}
	var games []browser.GameInfo
	read("games", params{}, &games)
	turns := map[string]string{}
	for _, g := range games {
		position := g.Variants[0].Position
		var view struct{ Position string }
		read("view", params{"game": g.Name, "position": position}, &view)
		if view.Position != position {
			t.Errorf("%s: a view of %q, want of %q", g.Name, view.Position, position)
		}
		steps := []string{}
		for more := true; more; {
			var entered browser.Entered
			read("enter", params{"game": g.Name, "position": position, "steps": steps}, &entered)
			last := entered.Options[len(entered.Options)-1]
			steps, more = append(steps, last.Step), last.More
		}
		turns[g.Name] = strings.Join(steps, " ")
	}
	want := map[string]string{"amazons": "j4 e9 f10", "santorini": "e5 e4", "hermit": "B f6 f5"}
	for game, turn := range want {
		if turns[game] != turn {
			t.Errorf("%s: the last option at each step gives %q, want %q", game, turns[game], turn)
		}
	}
}
