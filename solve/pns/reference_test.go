package pns_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"thera/amazons"
	"thera/engine"
	"thera/game"
)

// alphaBeta is a plain solver to measure against: of two results there is no
// more to alpha-beta than to stop at the first winning move. It knows the
// rules, remembers results by hash and tries first what last won at the same
// ply.
type alphaBeta[P any, M game.Code, K game.Kernel[P, M]] struct {
	results map[uint64]bool
	killers [128]M
	nodes   uint64
}

func (s *alphaBeta[P, M, K]) wins(p P, ply int) bool {
	s.nodes++
	hash := K(&p).Hash()
	if won, ok := s.results[hash]; ok {
		return won
	}
	won := false
	moves := K(&p).AppendMoves(nil)
	for i, m := range moves {
		if m == s.killers[ply] {
			moves[0], moves[i] = m, moves[0]
		}
	}
	for _, m := range moves {
		next := p
		K(&next).Play(m)
		if !s.wins(next, ply+1) {
			won, s.killers[ply] = true, m
			break
		}
	}
	s.results[hash] = won
	return won
}

// TestAgainstAlphaBeta compares verdicts on 1,000 endings and logs the work
// of both.
func TestAgainstAlphaBeta(t *testing.T) {
	for _, c := range []struct {
		name, start string
		squares     int
	}{
		{"10×10", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", 11},
		{"8×8", "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w", 10},
		{"6×6", "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w", 8},
		{"5×5", "1q1q1/q3q/5/Q3Q/1Q1Q1 w", 7},
	} {
		rng := rand.New(rand.NewPCG(7, 8))
		var nodes, plainNodes uint64
		var spent, plainSpent time.Duration
		for range 250 {
			pos := late(t, c.start, c.squares, rng)
			v, err := newEndings().Solve(t.Context(), engine.Problem{Position: pos})
			if err != nil {
				t.Fatal(err)
			}
			p, _ := game.KernelOf[amazons.Position](pos)
			plain := alphaBeta[amazons.Position, amazons.Move, *amazons.Position]{results: map[uint64]bool{}}
			start := time.Now()
			won := plain.wins(p, 0)
			plainSpent += time.Since(start)
			plainNodes += plain.nodes
			nodes += v.Nodes
			spent += v.Time
			if won != v.Winners.Has(pos.Turn()) {
				t.Fatalf("%s: %+v; alpha-beta says the side to move wins: %t", pos, v, won)
			}
		}
		t.Logf("%s, %d squares: %d nodes and %v, alpha-beta %d and %v",
			c.name, c.squares, nodes, spent.Round(time.Millisecond), plainNodes, plainSpent.Round(time.Millisecond))
	}
}
