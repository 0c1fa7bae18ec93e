package eval

import (
	"fmt"
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/santorini"
)

// TestEvaluateSides compares with the network where nothing is forced or settled:
// it speaks for the seat to move.
func TestEvaluateSides(t *testing.T) {
	asked := 0
	for _, p := range randomPositions(t) {
		if p.Players() != 2 || p.Workers(1) == 0 || p.Winners() != 0 || len(AppendForced(&p, nil)) > 0 {
			continue
		}
		if winners, _ := Settled(&p); winners != 0 {
			continue
		}
		asked++
		want := min(max(Fitted().Evaluate(&p), -certain), certain)
		if own, other := judge.Evaluate(&p, p.Turn()), judge.Evaluate(&p, 1-p.Turn()); own != want || other != -want {
			t.Fatalf("%s: %d for the seat to move and %d for the other, want ±%d", &p, own, other, want)
		}
	}
	if asked < 100 {
		t.Errorf("the network was asked about %d positions", asked)
	}
}

// TestEvaluatePowers wants the network where it knows powers, the evaluation by
// hand where it doesn't or there are more than two sides, and wins to be seen.
func TestEvaluatePowers(t *testing.T) {
	base := gametest.Must(t, ParseWeights, FittedFile())
	base.Powers = nil
	mortal, err := NewNetwork(base)
	if err != nil {
		t.Fatal(err)
	}
	const board = "00100/01310/00101/02010/00000 b2d4,b4d2"
	for _, test := range []struct {
		text string
		by   *Evaluation
		want func(p *santorini.Position) int // for the seat to move
	}{
		{board + " 1 demeter,athena^", judge, func(p *santorini.Position) int { return Fitted().Evaluate(p) }},
		{board + " 1 demeter,athena^", New(mortal), func(p *santorini.Position) int { return ByHand(p, p.Turn()) }},
		{board + ",c3e1 3 demeter,athena,pan", judge, func(p *santorini.Position) int { return ByHand(p, p.Turn()) }},
		{board + ",+,+ 1 demeter,athena^,pan,pan", judge, func(p *santorini.Position) int { return Fitted().Evaluate(p) }},
		{board + ",+,+ 4 demeter,athena,pan,pan", New(mortal), func(p *santorini.Position) int { return ByHand(p, p.Turn()) }},
		{"00000/02000/03000/00000/00000 b4e1,c5e3 1 mortal,pan", judge, func(*santorini.Position) int { return certain }},
		{"32000/00000/00000/00000/00000 c2e1,b5e3 1 artemis,pan", judge, func(*santorini.Position) int { return -certain }},
		{"00000/02000/00000/00000/00000 b4e1,c5e3 1 pan,mortal", judge, func(*santorini.Position) int { return certain }},
	} {
		p := gametest.Must(t, santorini.Parse, test.text)
		for seat := range game.Seat(p.Players()) {
			want := test.want(&p)
			if !p.Allies(p.Turn()).Has(seat) {
				want = -want
			}
			if got := test.by.Evaluate(&p, seat); got != want && (p.Players() != 3 || seat == p.Turn()) {
				t.Errorf("%s: %d for seat %s, want %d", &p, got, seat, want)
			}
		}
	}
}

// TestEvaluateTeams wants a team to be judged by the powers of the seat to move and of
// the next one, as between two players.
func TestEvaluateTeams(t *testing.T) {
	const board = "00100/01310/00101/02010/00000 b2d4,b4d2"
	powers := []string{"apollo", "artemis", "mortal", "hermes"}
	for turn, own := range powers {
		rival := powers[(turn+1)%len(powers)]
		four := gametest.Must(t, santorini.Parse, fmt.Sprintf("%s,+,+ %d %s", board, turn+1, strings.Join(powers, ",")))
		pair := own + "," + rival
		if turn%2 == 1 {
			pair = rival + "," + own
		}
		two := gametest.Must(t, santorini.Parse, fmt.Sprintf("%s %d %s", board, turn%2+1, pair))
		want := Fitted().Evaluate(&two)
		if got := Fitted().Evaluate(&four); got != want || naiveValue(gametest.Must(t, ParseWeights, FittedFile()), AppendInputs(&four, nil)) != want {
			t.Errorf("%s: %d, want %d as for %s", &four, got, want, &two)
		}
	}
}

// TestEvaluateSoleParry checks that a seat whose only parry leaves nothing forced is worth
// what it is worth after that parry.
func TestEvaluateSoleParry(t *testing.T) {
	compared := 0
	for _, p := range poweredPositions(t, 6) {
		if p.IsBase() || p.Winners() != 0 || canWin(&p) || !IsInCheck(&p) {
			continue
		}
		forced := AppendForced(&p, nil)
		if len(forced) != 1 {
			continue
		}
		then := after(p, forced[0])
		if then.Winners() != 0 || canWin(&then) || IsInCheck(&then) {
			continue
		}
		compared++
		if got, want := judge.Evaluate(&p, p.Turn()), -clamp(int32(Fitted().Evaluate(&then))); got != want {
			t.Errorf("%s: %d, want %d as after %s", &p, got, want, forced[0])
		}
	}
	if compared < 10 {
		t.Errorf("%d positions compared: want more", compared)
	}
}

// TestEvaluateForced checks that what is forced is played before the network
// is asked.
func TestEvaluateForced(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       func(v int) bool // of the value for seat 1
	}{
		{"can climb", "32000/00000/00000/00000/00000 b5e1,c3e3 1", func(v int) bool { return v == certain }},
		{"can't stop a climb", "32000/00000/00000/00000/00000 c2e1,b5e3 1", func(v int) bool { return v == -certain }},
		{"can stop a climb", "32000/00000/00000/00000/00000 c3e1,b5e3 1", func(v int) bool { return v > -certain && v < certain }},
		{"can threaten two climbs", "33000/12000/02000/00000/00000 a4c3,d1e3 1", func(v int) bool { return v == certain }},
		{"can't stop two", "32300/00000/00000/00000/00000 b3e1,b5e3 1", func(v int) bool { return v == -certain }},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := gametest.Must(t, santorini.Parse, test.text)
			if v := judge.Evaluate(&p, 0); !test.want(v) {
				t.Errorf("%s: %d for seat 1", &p, v)
			}
		})
	}
}

// TestEvaluateAgrees compares the network with the evaluation by hand where
// that is sure of itself.
func TestEvaluateAgrees(t *testing.T) {
	sure, agree := 0, 0
	for _, p := range randomPositions(t) {
		if v := ByHand(&p, 0); p.Players() == 2 && p.Winners() == 0 && max(v, -v) > 200 && len(AppendForced(&p, nil)) == 0 {
			sure++
			if v > 0 == (judge.Evaluate(&p, 0) > 0) {
				agree++
			}
		}
	}
	if sure < 50 || agree*10 < sure*8 {
		t.Errorf("the network agrees in %d of %d positions", agree, sure)
	}
}

// BenchmarkEvaluatePowers evaluates positions of random games with powers, one a
// time.
func BenchmarkEvaluatePowers(b *testing.B) {
	positions := quietPositions(b)[:1024]
	for i := 0; b.Loop(); i++ {
		p := &positions[i&1023]
		judge.Evaluate(p, p.Turn())
	}
}

// BenchmarkEvaluate evaluates positions of random games, one a time.
func BenchmarkEvaluate(b *testing.B) {
	const want = 499264 // the sum of all
	positions := randomPositions(b)[:1024]
	sum := 0
	for i := 0; b.Loop(); i++ {
		p := &positions[i&1023]
		sum += judge.Evaluate(p, p.Turn())
		if i&1023 == 1023 {
			if sum != want {
				b.Fatalf("the values add up to %d, want %d", sum, want)
			}
			sum = 0
		}
	}
}

func TestNoAllocations(t *testing.T) {
	p := gametest.Must(t, santorini.Parse, midgame)
	checked := gametest.Must(t, santorini.Parse, "32000/02100/00110/01000/00000 c3e1,b5d2 1 prometheus,minotaur")
	powered := gametest.Must(t, santorini.Parse, midgame+" artemis,hermes")
	// Each turn is played to see whether it leaves seat 2 without a move.
	cramped := gametest.Must(t, santorini.Parse, "00000/00000/00000/20044/00040 c5e5,a1e1 1")
	three := gametest.Must(t, santorini.Parse, "00100/01310/00101/02010/00000 b2d4,b4d2,c1c5 1")
	four := gametest.Must(t, santorini.Parse, "00100/01310/00101/02010/00000 b2d4,b4d2,c1c5,a3e3 1 pan,mortal,hermes,apollo")
	moves := p.AppendMoves(nil)
	forced := make([]santorini.Move, 0, 16)
	guesses := make([]int32, len(moves))
	caching := NewCaching(Fitted())
	if n := testing.AllocsPerRun(10, func() {
		caching.Evaluate(&p, 0)
		caching.Evaluate(&powered, 0)
		Prioritize(&p, moves, guesses)
		judge.Evaluate(&p, 0)
		ByHand(&p, 0)
		judge.Evaluate(&powered, 0)
		judge.Evaluate(&checked, 0)
		Several(&three, 0)
		Several(&four, 0)
		ByHand(&powered, 0)
		forced = AppendForced(&p, forced[:0])
		forced = AppendForced(&cramped, forced[:0])
		Settled(&p)
	}); n != 0 {
		t.Errorf("%g allocations a node, want none", n)
	}
}
