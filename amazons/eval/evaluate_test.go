package eval

import (
	"slices"
	"strings"
	"testing"
	"time"

	"thera/amazons"
	"thera/game"
	"thera/game/gametest"
)

// fitted is the evaluation that thera plays with.
var fitted = New(Fitted(), FittedNetwork())

// TestEvaluateSides compares with the sum of the terms and what the network says,
// both of which speak for the side to move.
func TestEvaluateSides(t *testing.T) {
	weights, network := Fitted(), FittedNetwork()
	for _, p := range randomPositions(t, 200, 80) {
		terms, contest, shares := termsOf(&p)
		own, other := p.Turn(), 1-p.Turn()
		want := weights.of(&p).Value(&terms, contest) + network.value(&p, contest, &shares)
		if a, b := fitted.Evaluate(&p, own), fitted.Evaluate(&p, other); a != want || b != -want {
			t.Fatalf("%s: %d for the side to move and %d for the other, want ±%d", &p, a, b, want)
		}
	}
}

func TestEvaluateTurnedBoard(t *testing.T) {
	// The same board turned by 180° with colors exchanged is worth the same
	// to the side to move.
	for _, p := range randomPositions(t, 200, 80) {
		turned := turn180(t, &p)
		if a, b := fitted.Evaluate(&p, p.Turn()), fitted.Evaluate(&turned, turned.Turn()); a != b {
			t.Fatalf("%s: %d, turned %s: %d", &p, a, &turned, b)
		}
	}
}

// turn180 turns the board by 180° and exchanges the colors.
func turn180(t *testing.T, p *amazons.Position) amazons.Position {
	t.Helper()
	b := p.Board()
	slices.Reverse(b.Cells)
	for i, c := range b.Cells {
		if c.Kind == amazons.KindAmazon {
			b.Cells[i].Owner = (game.Only(0) | game.Only(1)) &^ c.Owner
		}
	}
	pos, err := amazons.Rules().Compose(b, 1-p.Turn())
	if err != nil {
		t.Fatal(err)
	}
	turned, _ := game.KernelOf[amazons.Position](pos)
	return turned
}

func TestEvaluateTerritory(t *testing.T) {
	// White has forty private squares, Black's amazon has eight.
	p := gametest.Must(t, amazons.Parse, "Q9/10/10/10/**********/q*8/***7/10/10/10 w")
	if v := fitted.Evaluate(&p, amazons.White); v < 500 {
		t.Errorf("%s: %d for White, want a clear advantage", &p, v)
	}
}

// TestEvaluateFirst compares with the position in which the queen move has
// been made and the other side is to move.
func TestEvaluateFirst(t *testing.T) {
	p := gametest.Must(t, amazons.Parse, "4/1Q2/4/3q w")
	after := gametest.Must(t, amazons.Parse, "4/4/1Q2/3q b")
	first := gametest.Must(t, amazons.ParseMove, "b3-b2(a1)")
	if got, want := fitted.EvaluateFirst(&p, first, amazons.White), fitted.Evaluate(&after, amazons.White); got != want {
		t.Errorf("%d, want %d", got, want)
	}
}

func TestNoAllocations(t *testing.T) {
	p := randomPositions(t, 1, 0)[0]
	first := p.AppendFirst(nil)[0]
	allocs := testing.AllocsPerRun(10, func() {
		fitted.Evaluate(&p, amazons.White)
		fitted.EvaluateFirst(&p, first, amazons.White)
		Territory(&p, amazons.White)
	})
	if allocs != 0 {
		t.Errorf("%v allocations, want none", allocs)
	}
}

// BenchmarkEvaluate evaluates positions of random games, one a time.
func BenchmarkEvaluate(b *testing.B) {
	const want = 4871 // the sum of all
	positions := randomPositions(b, 256, 50)
	sum := 0
	for i := 0; b.Loop(); i++ {
		sum += fitted.Evaluate(&positions[i&255], amazons.White)
		if i&255 == 255 {
			if sum != want {
				b.Fatalf("the values add up to %d, want %d", sum, want)
			}
			sum = 0
		}
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
	p := gametest.Must(b, amazons.Parse, "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w")
	var positions []amazons.Position
	for i, text := range strings.Fields(middleGame) {
		m := gametest.Must(b, amazons.ParseMove, text)
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
	const rounds, want = 100, 4360
	times := make([]time.Duration, len(positions))
	n := 0
	for ; b.Loop(); n++ {
		sum := 0
		for i := range positions {
			start := time.Now()
			for range rounds {
				sum += fitted.Evaluate(&positions[i], amazons.White)
			}
			times[i] += time.Since(start)
		}
		if sum != rounds*want {
			b.Fatalf("the values add up to %d, want %d times %d", sum, rounds, want)
		}
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/float64(rounds*n), "ns/median")
}
