package endgame

import (
	"testing"

	"thera/amazons"
	"thera/game"
)

func TestQueenStepIsReach(t *testing.T) {
	for _, squares := range []int{20, 40, 60, 80, 100} {
		for _, p := range latePositions(t, startText, 50, squares) {
			g := Over(p.Empty())
			own := p.Amazons(p.Turn())
			x := From(own)
			g.QueenStep(&x)
			var want game.Squares
			for set := own; !set.IsEmpty(); set = set.WithoutFirst() {
				want = want.Or(amazons.QueenMoves(set.First(), p.Empty()))
			}
			if x.Fresh != want {
				t.Fatalf("%s: queen step gives %v, the amazons reach %v", &p, x.Fresh, want)
			}
		}
	}
}
