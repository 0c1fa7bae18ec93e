package terminal

import (
	"slices"
	"strings"
	"testing"

	"thera/game"
	"thera/internal/catalog"
)

func TestEntry(t *testing.T) {
	for _, test := range []struct {
		game, position string
		steps          string
		next           string // the first ones on offer
		move           game.Move
		complete       bool
	}{
		{"amazons", "", "", "d1 g1 a4 j4", "", false},
		{"amazons", "", "d1", "a1 b1 c1", "", false},
		{"amazons", "", "d1 d7", "d1 j1", "", false},
		{"amazons", "", "d1 d7 g7", "", "d1-d7(g7)", true},
		{"hermit", "", "", "R Y B", "", false},
		{"hermit", "", "Y a3", "b3 a2 a4", "Ya3", false},
		{"hermit", "", "Y a3 b3", "", "Ya3-b3", true},
		{"hermit", "", "Y b3 a3", "", "Ya3-b3", true}, // in either order
		{"santorini", "", "d4", "a1 b1", "", false},
		{"santorini", "", "b2 d4", "", "@b2,d4", true},
		{"santorini", "", "d4 b2", "", "@b2,d4", true},
		{"santorini", towers, "c4 b4 c4", "", "c4-b4(c4)", true},
		{"santorini", "00000/32000/40000/00000/00000 b4c4,d1e1 1", "b4 a4", "", "b4-a4", true}, // climbs
	} {
		e := newEntry(tableAt(t, test.game, test.position, "both").position())
		e, ok := e.add(strings.Fields(test.steps)...)
		if !ok {
			t.Errorf("%s %q: no such steps", test.game, test.steps)
			continue
		}
		next := e.next
		for i, want := range strings.Fields(test.next) {
			if !slices.Contains(next, want) {
				t.Errorf("%s %q: %v on offer, want %s, %d", test.game, test.steps, next, want, i)
			}
		}
		move, ok := e.move()
		if move != test.move || ok != (test.move != "") || e.complete() != test.complete || len(next) == 0 != test.complete {
			t.Errorf("%s %q: move %q, complete %v, next %v", test.game, test.steps, move, e.complete(), next)
		}
	}
}

// TestEntryReachesAllMoves enters each legal move of random positions step by
// step.
func TestEntryReachesAllMoves(t *testing.T) {
	for _, entry := range catalog.Games() {
		pos, err := entry.Game.Start(entry.Game.Variants()[len(entry.Game.Variants())-1])
		if err != nil {
			t.Fatal(err)
		}
		for ply := uint64(0); pos.Winners() == 0; ply++ {
			moves := pos.Moves()
			e := newEntry(pos)
			for i := 0; i < len(moves); i += 1 + len(moves)/20 {
				entered := e
				for _, step := range moves[i].Steps() {
					if !entered.offers(step) {
						t.Fatalf("%s: %s not on offer for %s", pos, step, moves[i])
					}
					entered, _ = entered.add(step)
				}
				if got, ok := entered.move(); !ok || got != moves[i] {
					t.Fatalf("%s: entered %s, have %s", pos, moves[i], got)
				}
			}
			if pos, err = pos.Play(moves[game.Mix(ply)%uint64(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestEntryRefuses(t *testing.T) {
	e := newEntry(tableAt(t, "amazons", "", "both").position())
	for _, steps := range []string{"d7", "d1 d10", "d1 d7 d8 d9", "Q", "d7 d1"} {
		if got, ok := e.add(strings.Fields(steps)...); ok || len(got.steps) != 0 {
			t.Errorf("%q is taken", steps)
		}
	}
	d1, _ := e.add("d1")
	if back := d1.back(); len(back.steps) != 0 || len(back.back().steps) != 0 {
		t.Errorf("%v left after going back", back.steps)
	}
}

func TestReadSteps(t *testing.T) {
	for text, want := range map[string]string{
		"d1-d7(g7)":   "d1 d7 g7",
		"d1 d7 g7":    "d1 d7 g7",
		"d1d7,d7g7":   "d1 d7 g7",
		"@b2,d4":      "b2 d4",
		"Ya3-b3":      "Y a3 b3",
		"a10":         "a10",
		"hello d1":    "",
		"d1-d7(g7)!":  "",
		"d1-d7(g7":    "d1 d7 g7",
		"":            "",
		"d1 d7 x g7":  "",
		"d1-d11":      "",
		"c3c4 c4d4":   "c3 c4 d4",
		" c3 - c4  ":  "c3 c4",
		"résumé d1d2": "",
	} {
		if got := strings.Join(readSteps(text), " "); got != want {
			t.Errorf("%q has steps %q, want %q", text, got, want)
		}
	}
}
