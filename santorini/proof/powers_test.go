package proof_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"thera/engine"
	"thera/game/gametest"
	"thera/santorini"
	"thera/santorini/proof"
)

// poweredMiddles returns positions of random games in which the seats on one side
// of the move have a power and the others any. They have few legal moves, so that
// all can be tried.
func poweredMiddles(t testing.TB, power santorini.Power, mine, teams bool, number, moves int) (all []santorini.Position) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(power), 5))
	powers := santorini.Powers()
	other := func() santorini.Power { return powers[rng.IntN(len(powers))] }
	for len(all) < number {
		text := fmt.Sprintf("-,- 1 %s,%s", power, other())
		if teams {
			text = fmt.Sprintf("-,-,+,+ 1 %s,%s,%s,%s", power, other(), power, other())
		}
		p := gametest.Must(t, santorini.Parse, "00000/00000/00000/00000/00000 "+text)
		for p.Winners() == 0 {
			list := p.AppendMoves(nil)
			if p.Workers(1) != 0 && (p.Turn()%2 == 0) == mine && len(list) <= moves && rng.IntN(10) == 0 {
				all = append(all, p)
			}
			p.Play(list[rng.IntN(len(list))])
		}
	}
	return all[:number]
}

// TestPowersBruteForce compares the distances of short wins and losses, with each
// power on either side. With -long there are thousands of positions, and wins in 5.
func TestPowersBruteForce(t *testing.T) {
	number, plies, moves := 5, 3, 60
	if gametest.Long() {
		number, plies, moves = 120, 5, 40
	}
	solver := proof.New(1)
	decided, last := 0, 0
	for _, power := range santorini.Powers() {
		for _, kind := range []struct{ mine, teams bool }{{true, false}, {false, false}, {true, true}} {
			for _, p := range poweredMiddles(t, power, kind.mine, kind.teams, number, moves) {
				want := 1
				for want <= plies && !brute(p, want) {
					want++
				}
				v := solveWith(t, solver, p, engine.Limits{Nodes: 20_000})
				switch {
				case want > plies:
					if v.Proven && v.Plies != 0 && v.Plies <= plies {
						t.Errorf("%s: %+v, want no end within %d plies", &p, v, plies)
					}
				case !v.Proven || v.Plies != want || v.Winners.Has(p.Turn()) != (want%2 == 1):
					t.Errorf("%s: %+v, want an end in %d", &p, v, want)
				case want > 1:
					decided++
				}
				if want == plies {
					last++
				}
			}
		}
	}
	t.Logf("%d positions are decided in 2 plies or more, %d in %d", decided, last, plies)
	if decided < 3*number || last < number {
		t.Errorf("%d positions are decided in 2 plies or more, %d in %d: want more", decided, last, plies)
	}
}

// BenchmarkPowers solves positions of random games with each power on either side
// that end in 2 to 5 plies, and reports how long the slowest took.
func BenchmarkPowers(b *testing.B) {
	solver := proof.New(16)
	var positions []santorini.Position
	for _, power := range santorini.Powers() {
		for _, mine := range []bool{true, false} {
			for _, p := range poweredMiddles(b, power, mine, false, 10, 1000) {
				if v := solveWith(b, solver, p, engine.Limits{Nodes: 20_000}); 2 <= v.Plies && v.Plies <= 5 {
					positions = append(positions, p)
				}
			}
		}
	}
	var slowest time.Duration
	for b.Loop() {
		for _, p := range positions {
			slowest = max(slowest, solveWith(b, solver, p, engine.Limits{}).Time)
		}
	}
	b.ReportMetric(float64(len(positions)), "positions")
	b.ReportMetric(float64(slowest.Microseconds())/1e3, "ms/slowest")
}
