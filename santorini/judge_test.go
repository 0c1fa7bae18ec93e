package santorini

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"thera/game"
)

// randomPositions returns the positions of random games from each variant,
// the last ones included.
func randomPositions(tb testing.TB) (positions []Position) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, variant := range rules.Variants {
		for range 20 {
			p, err := Parse(variant.Start)
			if err != nil {
				tb.Fatal(err)
			}
			for positions = append(positions, p); p.winners == 0; positions = append(positions, p) {
				moves := p.AppendMoves(nil)
				p.Play(moves[rng.IntN(len(moves))])
			}
		}
	}
	return positions
}

func TestJudgeSeats(t *testing.T) {
	for _, p := range randomPositions(t) {
		sum := 0.0 // of the seats' chances
		for seat := range game.Seat(p.seats) {
			v := p.judge(seat)
			if v < -certain || v > certain {
				t.Fatalf("%s: %d for seat %s", &p, v, seat)
			}
			sum += 1 / (1 + math.Exp(-float64(v)/100))
		}
		if p.seats == 2 && p.judge(0) != -p.judge(1) {
			t.Fatalf("%s: %d for seat 1, %d for seat 2", &p, p.judge(0), p.judge(1))
		}
		if math.Abs(sum-1) > 0.02 {
			t.Fatalf("%s: the seats' chances add up to %.3f", &p, sum)
		}
	}
}

func TestSymmetry(t *testing.T) {
	for _, p := range randomPositions(t) {
		for name, turn := range map[string]func(file, rank int) square{
			"mirrored": func(file, rank int) square { return at(size-1-file, rank) },
			"turned":   func(file, rank int) square { return at(rank, size-1-file) },
		} {
			q := p
			for n := range q.above {
				q.above[n] = mapped(q.above[n], turn)
			}
			for seat := range q.workers {
				q.workers[seat] = mapped(q.workers[seat], turn)
			}
			if p.CountMoves() != q.CountMoves() {
				t.Fatalf("%s: %d moves, %s as %s: %d", &p, p.CountMoves(), name, &q, q.CountMoves())
			}
			if p.judge(0) != q.judge(0) {
				t.Fatalf("%s: worth %d, %s as %s: %d", &p, p.judge(0), name, &q, q.judge(0))
			}
		}
	}
}

func mapped(set squares, to func(file, rank int) square) (image squares) {
	for ; set != 0; set &= set - 1 {
		image |= single(to(set.first().file(), set.first().rank()))
	}
	return image
}

func TestJudgeThreats(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       func(v int) bool // of the value for seat 1
	}{
		{"even start", flat + "b2d4,b4d2 1", func(v int) bool { return v == initiative }},
		{"can climb", "32000/00000/00000/00000/00000 b5e1,c3e3 1", func(v int) bool { return v == certain }},
		{"can't stop a climb", "32000/00000/00000/00000/00000 c2e1,b5e3 1", func(v int) bool { return v == -certain }},
		{"can stop a climb", "32000/00000/00000/00000/00000 c3e1,b5e3 1", func(v int) bool { return v > -certain }},
		{"can't stop two", "32300/00000/00000/00000/00000 b3e1,b5e3 1", func(v int) bool { return v == -certain }},
		{"higher", "00000/02000/01000/00000/00000 b4d4,b2d2 2", func(v int) bool { return v > 50 }},
		{"three players", flat + "b2d4,b4d2,c1c5 2", func(v int) bool { return v < -50 && v > -120 }},
		{"out", flat + "x,b4d2,c1c5 2", func(v int) bool { return v == -certain }},
		{"last one left", flat + "b4d2,x,x 1", func(v int) bool { return v == certain }},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := Parse(test.text)
			if err != nil {
				t.Fatal(err)
			}
			if v := p.judge(0); !test.want(v) {
				t.Errorf("%s: %d for seat 1", &p, v)
			}
		})
	}
}

func TestAddOdds(t *testing.T) {
	for a := int32(-certain); a <= certain; a += 7 {
		want := 100 * math.Log(1+math.Exp(float64(a)/100))
		if got := addOdds(a, 0); math.Abs(float64(got)-want) > 3 {
			t.Fatalf("odds of %d and 0 add up to %d, want %.1f", a, got, want)
		}
	}
}

// TestPrioritize checks that a climb comes first, or else what stops an
// opponent's, and what offers one last.
func TestPrioritize(t *testing.T) {
	for _, test := range []struct{ name, text, first, last string }{
		{"climb", "32000/00000/00000/00000/00000 b5e1,c3e3 1", "b5-a5", ""},
		{"deny", "32000/00000/00000/00000/00000 c3e1,b5e3 1", "c3-b4(a5)", ""},
		{"offer", "22000/00000/00000/00000/00000 b3e1,b5e3 1", "", "b3-a4(a5)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := Parse(test.text)
			if err != nil {
				t.Fatal(err)
			}
			moves := p.AppendMoves(nil)
			guesses := make([]int32, len(moves))
			p.Prioritize(moves, guesses)
			first := moves[slices.Index(guesses, slices.Max(guesses))].String()
			last := moves[slices.Index(guesses, slices.Min(guesses))].String()
			if test.first != "" && first != test.first || test.last != "" && last != test.last {
				t.Errorf("%s: first %s, last %s; want %q, %q", &p, first, last, test.first, test.last)
			}
		})
	}
}

func BenchmarkJudge(b *testing.B) {
	positions := randomPositions(b)
	for i := 0; b.Loop(); i++ {
		p := &positions[i%1024]
		p.judge(p.turn)
	}
}

func BenchmarkPrioritize(b *testing.B) {
	p, err := Parse(midgame)
	if err != nil {
		b.Fatal(err)
	}
	moves := p.AppendMoves(nil)
	guesses := make([]int32, len(moves))
	for b.Loop() {
		p.Prioritize(moves, guesses)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(moves)), "ns/move")
}
