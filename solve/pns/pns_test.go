package pns_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"thera/amazons"
	"thera/amazons/endgame"
	"thera/amazons/eval"
	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/solve/pns"
)

// newEndings returns a solver of Amazons as sums of regions.
func newEndings() engine.Solver { return newEndingsBy(pns.Options{TableMiB: 1}) }

func newEndingsBy(opt pns.Options) engine.Solver {
	return pns.New[endgame.Ending, amazons.Move](opt, endgame.Read)
}

// newOrdered returns a solver that considers likely moves first.
func newOrdered() engine.Solver { return newOrderedBy(pns.Options{TableMiB: 1}) }

func newOrderedBy(opt pns.Options) engine.Solver {
	return pns.NewOrdered(opt, endgame.Read, eval.PrioritizeEnding)
}

// newMisordered returns a solver that considers unlikely moves first.
func newMisordered() engine.Solver {
	return pns.NewOrdered(pns.Options{TableMiB: 1}, endgame.Read, func(e *endgame.Ending, moves []amazons.Move, priorities []int32) {
		eval.PrioritizeEnding(e, moves, priorities)
		for i := range priorities {
			priorities[i] = -priorities[i]
		}
	})
}

// newPlain returns a solver that knows nothing but the rules.
func newPlain[P any, M game.Code, K game.Kernel[P, M]]() engine.Solver {
	return pns.New[P, M, K](pns.Options{TableMiB: 1}, game.KernelOf[P])
}

// wins reports whether the side to move wins, by trying all play.
func wins[P comparable, M game.Code, K game.Kernel[P, M]](p P, seen map[P]bool) bool {
	if w, ok := seen[p]; ok {
		return w
	}
	w := slices.ContainsFunc(K(&p).AppendMoves(nil), func(m M) bool {
		next := p
		K(&next).Play(m)
		return !wins[P, M, K](next, seen)
	})
	seen[p] = w
	return w
}

// late returns a position of an unfinished random game of Amazons with at most that
// many squares left that an amazon can reach.
func late(t *testing.T, start string, squares int, rng *rand.Rand) game.Position {
	t.Helper()
	for {
		p := gametest.Must(t, amazons.Parse, start)
		for p.Winners() == 0 {
			if reachable(p.Board()) <= squares {
				return parseAmazons(t, p.String())
			}
			p.Play(gametest.RandomMove(&p, rng))
		}
	}
}

// reachable counts the empty squares that king steps over empty squares join
// to a piece with an owner.
func reachable(b game.Board) (n int) {
	seen := make([]bool, len(b.Cells))
	var visit func(file, rank int)
	visit = func(file, rank int) {
		for f := max(file-1, 0); f <= min(file+1, b.Files-1); f++ {
			for r := max(rank-1, 0); r <= min(rank+1, b.Ranks-1); r++ {
				if i := f + b.Files*r; b.Cells[i].Piece == 0 && !seen[i] {
					seen[i] = true
					n++
					visit(f, r)
				}
			}
		}
	}
	for i, c := range b.Cells {
		if c.Owner != 0 {
			visit(i%b.Files, i/b.Files)
		}
	}
	return n
}

// check compares all that solvers say with brute force.
func check[P comparable, M game.Code, K game.Kernel[P, M]](t *testing.T, pos game.Position, all bool, solvers ...engine.Solver) {
	t.Helper()
	p, _ := game.KernelOf[P](pos)
	seen := map[P]bool{}
	won := wins[P, M, K](p, seen)
	var winning []game.Move
	for _, m := range K(&p).AppendMoves(nil) {
		next := p
		K(&next).Play(m)
		if won && !wins[P, M, K](next, seen) {
			winning = append(winning, game.Move(m.String()))
		}
	}
	winner := 1 - pos.Turn()
	if won {
		winner = pos.Turn()
	}
	for _, s := range solvers {
		v, err := s.Solve(t.Context(), engine.Problem{Position: pos, All: all})
		if err != nil || !v.Proven || v.Winners != game.Only(winner) {
			t.Fatalf("%s: %+v, %v; trying all play, the side to move wins: %t", pos, v, err, won)
		}
		switch {
		case all && !slices.Equal(v.Moves, winning):
			t.Fatalf("%s: winning moves %v, want %v", pos, v.Moves, winning)
		case !all && won && (len(v.Moves) != 1 || !slices.Contains(winning, v.Moves[0])):
			t.Fatalf("%s: winning moves %v, want one of %v", pos, v.Moves, winning)
		case !won && len(v.Moves) > 0:
			t.Fatalf("%s: winning moves %v in a lost position", pos, v.Moves)
		}
	}
}

func TestEndingsAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	solvers := []engine.Solver{newEndings(), newOrdered(), newMisordered()}
	for _, start := range []string{
		"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
		"2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w",
		"1q2q1/q4q/6/6/Q4Q/1Q2Q1 w",
		"1q1q1/q3q/5/Q3Q/1Q1Q1 w",
		"q2q/4/4/4/Q2Q w",
		"2q/3/Q2 w",
		"qQ4qQ w",
	} {
		for i := range 100 {
			check[amazons.Position, amazons.Move](t, late(t, start, 3+i%5, rng), i%3 == 0, solvers...)
		}
	}
}

func TestPlainKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		s := newPlain[amazons.Position, amazons.Move]()
		check[amazons.Position, amazons.Move](t, late(t, "1q2/3q/Q3/2Q1 w", 6, rng), false, s)
	}
	for _, text := range []string{"../.. 1", ".../... 1", "R../.../... 1", "Y../.../..B 2", "...../R.... 1"} {
		pos := gametest.Must(t, hermit.Rules().Parse, text)
		check[hermit.Position, hermit.Move](t, pos, true, newPlain[hermit.Position, hermit.Move]())
	}
}

func parseAmazons(t *testing.T, text string) game.Position {
	t.Helper()
	return gametest.Must(t, amazons.Rules().Parse, text)
}

// TestSmallBoards solves starts whose results are published: 4×4 and 5 files by
// 4 ranks.
func TestSmallBoards(t *testing.T) {
	for _, c := range []struct {
		text    string
		winners game.Seats
	}{
		{"1qq1/q2q/Q2Q/1QQ1 w", game.Only(amazons.Black)},
		{"1q1q1/q3q/Q3Q/1Q1Q1 w", game.Only(amazons.White)},
	} {
		v, err := newEndings().Solve(t.Context(), engine.Problem{Position: parseAmazons(t, c.text)})
		if err != nil || v.Winners != c.winners {
			t.Errorf("%s: %+v, %v; want %v to win", c.text, v, err, c.winners)
		}
		t.Logf("%s: %d nodes, %v", c.text, v.Nodes, v.Time)
	}
}
