package alphabeta_test

import (
	"math/rand/v2"
	"testing"

	"thera/amazons"
	"thera/amazons/endgame"
	"thera/engine"
	"thera/game"
	"thera/game/gametest"
)

// TestKeepsWonEndings plays on from settled positions. The winning side has hardly
// any time. Its opponent plays at random in one game and as well as the winner in the
// next. The game must be won within the plies promised at each turn.
func TestKeepsWonEndings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, variant := range amazons.Rules().Variants() {
		for games := 0; games < 20; {
			pos := gametest.Must(t, amazons.Rules().Start, variant)
			winners, left := game.Seats(0), 0
			for e := newAmazons(); pos.Winners() == 0; {
				kernel, ok := game.KernelOf[amazons.Position](pos)
				if !ok {
					t.Fatalf("%s is no position of Amazons", pos)
				}
				if winners == 0 {
					winners, left = endgame.Settled(&kernel)
				}
				moves := pos.Moves()
				m := moves[rng.IntN(len(moves))]
				if winners != 0 && (winners.Has(pos.Turn()) || games%2 == 1) {
					info, err := e.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 2000}})
					if err != nil {
						t.Fatal(err)
					}
					m = info.Best()
					if winners.Has(pos.Turn()) {
						plies, _ := info.Score.Proven()
						if plies <= 0 || plies > left {
							t.Fatalf("%s: won within %d plies, but searched as %s", pos, left, info.Score)
						}
						left = plies
					}
				}
				pos = gametest.Must(t, pos.Play, m)
				left--
			}
			if winners != 0 {
				games++
				if pos.Winners() != winners {
					t.Fatalf("%s: the other side was to win", pos)
				}
			}
		}
	}
}
