package terminal

import (
	"slices"
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
)

// TestEntryReachesAllMoves enters each legal move of random positions step by
// step.
func TestEntryReachesAllMoves(t *testing.T) {
	for _, entry := range catalog.Games() {
		pos := gametest.Must(t, entry.Game.Start, entry.Game.Variants()[len(entry.Game.Variants())-1])
		for ply := uint64(0); pos.Winners() == 0; ply++ {
			moves := pos.Moves()
			e := game.Enter(pos)
			for i := 0; i < len(moves); i += 1 + len(moves)/20 {
				entered := e
				for _, step := range moves[i].Steps() {
					if !slices.Contains(entered.Options(), step) {
						t.Fatalf("%s: %s not on offer for %s", pos, step, moves[i])
					}
					entered, _ = entered.Add(step)
				}
				if got, ok := entered.Move(); !ok || got != moves[i] {
					t.Fatalf("%s: entered %s, have %s", pos, moves[i], got)
				}
			}
			pos = gametest.Must(t, pos.Play, moves[game.Mix(ply)%uint64(len(moves))])
		}
	}
}
