package amazons

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

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

// middleGame is how a game between two engines began.
const middleGame = `
d1-d9(g9) a7-e3(h6) g1-g8(f9) d10-b8(e8) j4-g4(i6) b8-d8(c8) a4-c4(c7) j7-j3(f7) g8-i8(i10)
g10-h9(h7) d9-c9(c10) d8-d6(d10) c4-c3(c5) d6-b6(b10) g4-g3(d6) j3-h3(h2) i8-h8(i8) h3-h4(h3)
g3-f3(b7) b6-a6(a10) f3-g2(g5) e3-f3(f6) c3-d3(b5) a6-a5(a9) d3-c3(a3) a5-b4(b2) g2-g4(c4) b4-a4(b4)
g4-e4(e3) a4-c2(d3) c3-e1(g3) h4-j4(g4) e1-i1(a1) j4-j3(h1) i1-i4(j4) j3-i3(j3) h8-i9(h8) f3-f5(f3)
e4-d5(e6) f5-f4(d4) c9-a7(a4) h9-g10(h9) a7-c9(a7) g10-e10(h10) c9-e9(d9) f4-e4(e5)`

// BenchmarkEvaluateMiddle evaluates what a search looks at in the middle of a
// game, after 20 to 45 turns: positions a turn away from those of a game.
// "median" is that of the positions' own times.
func BenchmarkEvaluateMiddle(b *testing.B) {
	p, err := Parse(startText)
	if err != nil {
		b.Fatal(err)
	}
	var positions []Position
	for i, text := range strings.Fields(middleGame) {
		m, err := ParseMove(text)
		if err != nil {
			b.Fatal(err)
		}
		p.Play(m)
		if i < 19 {
			continue
		}
		moves := p.AppendMoves(nil)
		for k := 0; k < len(moves); k += 1 + len(moves)/20 {
			next := p
			next.Play(moves[k])
			positions = append(positions, next)
		}
	}
	const rounds = 100
	times := make([]time.Duration, len(positions))
	n := 0
	for ; b.Loop(); n++ {
		for i := range positions {
			start := time.Now()
			for range rounds {
				positions[i].Evaluate(White)
			}
			times[i] += time.Since(start)
		}
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/float64(rounds*n), "ns/median")
}
