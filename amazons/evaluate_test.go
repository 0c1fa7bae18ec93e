package amazons

import (
	"math/rand/v2"
	"testing"

	"thera/game"
)

// randomPositions returns positions from random games, after 0 to turns turns.
func randomPositions(tb testing.TB, n, turns int) []Position {
	tb.Helper()
	start, err := Parse(startText)
	if err != nil {
		tb.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	positions := make([]Position, n)
	for i := range positions {
		positions[i] = start
		for range rng.IntN(turns + 1) {
			if positions[i].Winners() == 0 {
				positions[i].Play(positions[i].RandomSteps(rng))
			}
		}
	}
	return positions
}

func TestQueenStepIsReach(t *testing.T) {
	for _, p := range randomPositions(t, 200, 80) {
		f := newFill(p.empty)
		amazons := p.amazons[p.turn]
		x := frontier{all: amazons, fresh: amazons}
		f.queenStep(&x)
		var want game.Squares
		for set := amazons; !set.IsEmpty(); set = set.WithoutFirst() {
			want = want.Or(reach(set.First(), p.empty))
		}
		if x.fresh != want {
			t.Fatalf("%s: queen step gives %v, the amazons reach %v", &p, x.fresh, want)
		}
	}
}

func TestEvaluateSides(t *testing.T) {
	for _, p := range randomPositions(t, 200, 80) {
		if a, b := p.Evaluate(White), p.Evaluate(Black); a != -b {
			t.Fatalf("%s: %d for White, %d for Black", &p, a, b)
		}
	}
}

func TestEvaluateTurnedBoard(t *testing.T) {
	// The same board turned by 180° with colors exchanged is worth the same
	// to the side to move.
	for _, p := range randomPositions(t, 200, 80) {
		turned := p
		turned.empty = turn180(p.empty)
		turned.amazons = [2]game.Squares{turn180(p.amazons[Black]), turn180(p.amazons[White])}
		turned.turn = 1 - p.turn
		if a, b := p.Evaluate(p.turn), turned.Evaluate(turned.turn); a != b {
			t.Fatalf("%s: %d, turned %s: %d", &p, a, &turned, b)
		}
	}
}

func turn180(set game.Squares) (turned game.Squares) {
	for ; !set.IsEmpty(); set = set.WithoutFirst() {
		turned = turned.With(game.NumSquares - 1 - set.First())
	}
	return turned
}

func TestEvaluateTerritory(t *testing.T) {
	// White has forty squares of his own, Black's amazon has eight.
	p, err := Parse("Q9/10/10/10/**********/q*8/***7/10/10/10 w")
	if err != nil {
		t.Fatal(err)
	}
	if v := p.Evaluate(White); v < 500 {
		t.Errorf("%s: %d for White, want a clear advantage", &p, v)
	}
}

func BenchmarkEvaluate(b *testing.B) {
	positions := randomPositions(b, 256, 50)
	for i := 0; b.Loop(); i++ {
		positions[i&255].Evaluate(White)
	}
}
