package santorini

import (
	"math/rand/v2"
	"slices"
	"testing"

	"thera/game/gametest"
)

// TestLegal compares with the list of all legal moves, for these, for those of the same
// game's other positions, and for codes with one bit changed.
func TestLegal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i, power := range Powers() {
		for _, other := range []Power{Powers()[(i+3)%NumPowers], Athena, Mortal} {
			p := gametest.Must(t, Parse, "00000/00000/00000/00000/00000 -,- 1 "+power.String()+","+other.String())
			var positions []Position
			var all []Move
			for p.Winners() == 0 {
				positions = append(positions, p)
				moves := p.AppendMoves(nil)
				all = append(all, moves...)
				p.Play(moves[rng.IntN(len(moves))])
			}
			for _, p := range append(positions, p) {
				legal := p.AppendMoves(nil)
				check := func(m Move) {
					if _, want := slices.BinarySearch(legal, m); p.Legal(m) != want {
						t.Fatalf("%s: %s (%b) legal is %v, want %v", &p, m, m, !want, want)
					}
				}
				for _, m := range legal {
					check(m)
					check(m ^ 1<<rng.IntN(32))
				}
				for range 500 {
					check(all[rng.IntN(len(all))])
				}
			}
		}
	}
}
