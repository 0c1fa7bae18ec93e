package store

import (
	"fmt"
	"testing"

	"thera/internal/site/play"
)

// What was read before a name changed is not kept after it.
func TestOutdatedNames(t *testing.T) {
	var n names
	found := map[string]play.Player{}
	_, before := n.get([]string{"ann"}, found)
	n.forget([]string{"ann"})
	n.put(map[string]play.Player{"ann": {Name: "old"}}, before)
	unknown, now := n.get([]string{"ann"}, found)
	if len(unknown) != 1 {
		t.Errorf("the name %q is kept", found["ann"].Name)
	}
	n.put(map[string]play.Player{"ann": {Name: "new"}}, now)
	if unknown, _ := n.get([]string{"ann"}, found); len(unknown) != 0 || found["ann"].Name != "new" {
		t.Errorf("the name is %q, and unknown are %q", found["ann"].Name, unknown)
	}
}

func TestNamesAreBounded(t *testing.T) {
	var n names
	for i := range 3 * maxNames {
		n.put(map[string]play.Player{fmt.Sprint(i): {}}, 0)
		if len(n.players) > maxNames {
			t.Fatalf("%d names are kept, want at most %d", len(n.players), maxNames)
		}
	}
}
