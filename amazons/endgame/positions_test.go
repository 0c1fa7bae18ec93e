package endgame

import (
	"math/rand/v2"
	"testing"

	"thera/amazons"
	"thera/game"
	"thera/game/gametest"
)

const startText = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"

// latePositions returns positions from random games that have at most the
// given number of squares left that any amazon can reach, and are not over.
func latePositions(tb testing.TB, start string, n, squares int) []amazons.Position {
	tb.Helper()
	first := gametest.Must(tb, amazons.Parse, start)
	rng := rand.New(rand.NewPCG(5, uint64(squares)))
	var positions []amazons.Position
	for len(positions) < n {
		p := first
		for p.Winners() == 0 {
			p.Play(randomSteps(&p, rng))
			r := regionsOf(&p)
			reach := r.reachable(amazons.White).Or(r.reachable(amazons.Black))
			if reach.Len() <= squares && p.Winners() == 0 {
				positions = append(positions, p)
				break
			}
		}
	}
	return positions
}

// turn180 turns squares of a 10×10 board by 180°.
func turn180(set game.Squares) (turned game.Squares) {
	for ; !set.IsEmpty(); set = set.WithoutFirst() {
		turned = turned.With(game.NumSquares - 1 - set.First())
	}
	return turned
}

// randomSteps returns a legal move chosen in steps: an amazon that can move, a square
// that it can reach, an arrow that it can shoot from there.
func randomSteps(p *amazons.Position, rng *rand.Rand) amazons.Move {
	pick := func(set game.Squares) game.Square {
		for range rng.Uint32N(uint32(set.Len())) {
			set = set.WithoutFirst()
		}
		return set.First()
	}
	from := pick(p.Amazons(p.Turn()).And(p.Empty().Spread()))
	to := pick(amazons.QueenMoves(from, p.Empty()))
	return amazons.NewMove(from, to, pick(amazons.QueenMoves(to, p.Empty().With(from))))
}
