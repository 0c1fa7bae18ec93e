package puzzle_test

import (
	"fmt"
	"reflect"
	"testing"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/lab/puzzle"
	"thera/web"
)

// fewest is how many puzzles the page has of each game.
const fewest = 300

func shipped(t *testing.T, name string) []puzzle.Puzzle {
	t.Helper()
	file, err := web.Puzzles().Open(name + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	all, err := puzzle.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestShipped checks that the page has enough puzzles, each of them once, and that
// the data of each follow from its position and its line.
func TestShipped(t *testing.T) {
	ids := map[string]bool{}
	for _, entry := range catalog.Games() {
		name := entry.Game.Name()
		all := shipped(t, name)
		if len(all) < fewest {
			t.Errorf("%d puzzles of %s, want %d", len(all), name, fewest)
		}
		for _, p := range all {
			described := p
			if err := described.Describe(entry); err != nil {
				t.Errorf("%s: %v", p.ID, err)
			} else if !reflect.DeepEqual(described, p) {
				t.Errorf("%s: %+v, want %+v", name, p, described)
			}
			if p.Moves < entry.Puzzles.FewestMoves || p.Moves > entry.Puzzles.MostMoves || ids[p.ID] {
				t.Errorf("%s: %s has %d moves, or is there twice", name, p.ID, p.Moves)
			}
			ids[p.ID] = true
		}
	}
}

// TestShippedProof proves again that of each puzzle's turns one move wins and no
// other: of every 30th, or of all with -long.
func TestShippedProof(t *testing.T) {
	every := 30
	if gametest.Long() {
		every = 1
	}
	for _, entry := range catalog.Games() {
		for i, p := range shipped(t, entry.Game.Name()) {
			if i%every == 0 {
				t.Run(fmt.Sprint(p.Game, " ", p.ID), func(t *testing.T) {
					if err := puzzle.Check(t.Context(), entry, p); err != nil {
						t.Error(err)
					}
				})
			}
		}
	}
}
