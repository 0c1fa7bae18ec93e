package exam

import (
	"os"
	"slices"
	"testing"

	"thera/game"
	"thera/game/gametest"
)

func shipped(t *testing.T) []Item {
	t.Helper()
	items, err := Set()
	if err != nil {
		t.Fatal(err)
	}
	return items
}

// TestSet checks that the set is what its recipe asks for, each position once. That all
// moves are legal is checked when it is read.
func TestSet(t *testing.T) {
	file, err := os.Open("recipe.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	recipe, err := ReadRecipe(file)
	if err != nil {
		t.Fatal(err)
	}
	items := shipped(t)
	for _, p := range recipe {
		made := 0
		for made < len(items) && p.has(items[made]) {
			made++
		}
		if made != p.Count {
			t.Errorf("%d items where part %+v is due", made, p)
		}
		items = items[made:]
	}
	if len(items) > 0 {
		t.Errorf("%d items belong to no part", len(items))
	}
	ids := map[string]bool{}
	for _, i := range shipped(t) {
		if ids[i.ID] {
			t.Errorf("%s is there twice", i.ID)
		}
		ids[i.ID] = true
		if i.Kind == Deep && i.Best()-i.Worst() < leastSpread {
			t.Errorf("%s: all moves have about the same value", i.ID)
		}
	}
}

// TestSetPlayed replays the items of text programs.
func TestSetPlayed(t *testing.T) {
	for _, i := range shipped(t) {
		entry, pos, err := i.Find()
		if err != nil {
			t.Fatal(err)
		}
		if i.Variant != entry.TextVariant {
			if i.Played != nil {
				t.Errorf("%s has moves, and no text program plays %s", i.ID, i.Variant)
			}
			continue
		}
		start := gametest.Must(t, entry.Start, i.Variant)
		all := gametest.Must(t, game.Record{Game: i.Game, Start: start.String(), Moves: i.Played}.Replay, entry.Game)
		if end := all[len(all)-1]; end.String() != pos.String() || len(i.Played) != i.Ply {
			t.Errorf("%s, %q: its moves lead to %q", i.ID, pos, end)
		}
	}
}

// TestSetProofs proves again what is proven of every 150th item, or of all with -long.
func TestSetProofs(t *testing.T) {
	every := 150
	if gametest.Long() {
		every = 1
	}
	for n, i := range shipped(t) {
		if i.Kind != Proven || n%every != 0 {
			continue
		}
		t.Run(i.Game+" "+i.ID, func(t *testing.T) {
			entry, pos, err := i.Find()
			if err != nil {
				t.Fatal(err)
			}
			const nodes = 400_000 // more than finding it took, when the solver knew other positions of the game
			again := i
			again.WinningMoves = nil
			if good, err := newJudge(entry).prove(t.Context(), &again, pos, nodes); err != nil || !good || !slices.Equal(again.WinningMoves, i.WinningMoves) {
				t.Errorf("%q: %t, %q, %v; want %q", pos, good, again.WinningMoves, err, i.WinningMoves)
			}
		})
	}
}

func TestChoose(t *testing.T) {
	items := small(t)
	if got := Choose(items, "", 0); len(got) != len(items) {
		t.Errorf("%d items, want all %d", len(got), len(items))
	}
	if got := Choose(items, "santorini", 1); len(got) != 2 || got[0].Kind != Deep || got[1].Kind != Proven {
		t.Errorf("%+v, want the first deep and the first proven one", got)
	}
}
