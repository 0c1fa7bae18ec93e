package puzzle

import (
	"context"
	"testing"

	"thera/game"
	"thera/internal/catalog"
)

// Finds a puzzle in each game and proves it by looking at all that can happen.
func TestFind(t *testing.T) {
	for _, test := range []struct {
		entry   catalog.Entry
		variant string
		seed    uint64
	}{
		{catalog.Amazons(), "6x6", 2},
		{catalog.Santorini(), "", 3},
		{catalog.Santorini(), "2p:mortal,athena", 1},
		{catalog.Hermit(), "4x4", 1},
	} {
		t.Run(test.entry.Game.Name(), func(t *testing.T) {
			for p, err := range Find(context.Background(), test.entry, Options{Variant: test.variant, Seed: test.seed}) {
				if err != nil {
					t.Fatal(err)
				}
				check(t, test.entry.Game, p)
				return
			}
			t.Error("no puzzle is found")
		})
	}
}

func check(t *testing.T, g game.Game, p Puzzle) {
	t.Helper()
	pos, err := g.Parse(p.Position)
	if err != nil {
		t.Fatal(err)
	}
	if p.Plies < MinPlies || p.Plies > MaxPlies || len(p.Line) == 0 || p.Line[0] != p.Move || len(pos.Moves()) != p.Moves {
		t.Errorf("got %+v", p)
	}
	if p.Plies > 5 || p.Plies > 3 && pos.Board().Powers != nil {
		return // proven by the search alone: this way takes too long
	}
	winning := 0
	for _, m := range pos.Moves() {
		next, err := pos.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		if wins(next, pos.Turn(), p.Plies-1) {
			winning++
			if m != p.Move {
				t.Errorf("%s: %s wins as well as %s", p.Position, m, p.Move)
			}
		}
	}
	if winning != 1 {
		t.Errorf("%s: %d moves win within %d plies, want 1", p.Position, winning, p.Plies)
	}
}

// wins reports whether seat can force a win within so many plies.
func wins(pos game.Position, seat game.Seat, plies int) bool {
	if winners := pos.Winners(); winners != 0 || plies == 0 {
		return winners.Has(seat)
	}
	for _, m := range pos.Moves() {
		next, err := pos.Play(m)
		if err != nil {
			return false
		}
		if mine := pos.Turn() == seat; wins(next, seat, plies-1) == mine {
			return mine
		}
	}
	return pos.Turn() != seat
}

func TestUnknownVariant(t *testing.T) {
	for _, err := range Find(context.Background(), catalog.Hermit(), Options{Variant: "2x2"}) {
		if err == nil {
			t.Error("want an error")
		}
		return
	}
}
