package solve_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"thera/amazons"
	"thera/amazons/endgame"
	"thera/engine"
	"thera/game"
	"thera/hermit"
	"thera/solve"
)

// newEndings returns a solver of Amazons as sums of regions.
func newEndings() engine.Solver { return newEndingsOn(1) }

func newEndingsOn(threads int) engine.Solver {
	return solve.NewProofSolver[endgame.Ending, amazons.Move](solve.ProofOptions{TableMiB: 1, Threads: threads}, func(pos game.Position) (endgame.Ending, bool) {
		p, ok := game.KernelOf[amazons.Position](pos)
		return endgame.New(&p), ok
	})
}

// newPlain returns a solver that knows nothing but the rules.
func newPlain[P any, M game.Code, K game.Kernel[P, M]]() engine.Solver {
	return solve.NewProofSolver[P, M, K](solve.ProofOptions{TableMiB: 1}, game.KernelOf[P])
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

// late returns a position of Amazons from a random game with at most so many
// squares left that an amazon can get to, in which the game goes on.
func late(t *testing.T, start string, squares int, rng *rand.Rand) game.Position {
	t.Helper()
	for {
		p, err := amazons.Parse(start)
		if err != nil {
			t.Fatal(err)
		}
		for p.Winners() == 0 {
			if reachable(p.Board()) <= squares {
				return parseAmazons(t, p.String())
			}
			p.Play(p.RandomSteps(rng))
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

// check compares all that a solver says with brute force.
func check[P comparable, M game.Code, K game.Kernel[P, M]](t *testing.T, s engine.Solver, pos game.Position, all bool) {
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
	v, err := s.Solve(t.Context(), engine.Problem{Position: pos, All: all})
	if err != nil || !v.Proven || v.Winners.Has(pos.Turn()) != won || v.Winners.Len() != 1 {
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

func TestEndingsAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := newEndings()
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
			check[amazons.Position, amazons.Move](t, s, late(t, start, 3+i%5, rng), i%3 == 0)
		}
	}
}

func TestPlainKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		s := newPlain[amazons.Position, amazons.Move]()
		check[amazons.Position, amazons.Move](t, s, late(t, "1q2/3q/Q3/2Q1 w", 6, rng), false)
	}
	for _, text := range []string{"../.. 1", ".../... 1", "R../.../... 1", "Y../.../..B 2", "...../R.... 1"} {
		pos, err := hermit.Rules().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		check[hermit.Position, hermit.Move](t, newPlain[hermit.Position, hermit.Move](), pos, true)
	}
}

func parseAmazons(t *testing.T, text string) game.Position {
	t.Helper()
	pos, err := amazons.Rules().Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return pos
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

// TestThreads wants several threads to prove what one does.
func TestThreads(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	one, several := newEndings(), newEndingsOn(4)
	for i := range 60 {
		pos := late(t, "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w", 6+i%4, rng)
		v, err := one.Solve(t.Context(), engine.Problem{Position: pos})
		if err != nil {
			t.Fatal(err)
		}
		w, err := several.Solve(t.Context(), engine.Problem{Position: pos, All: true})
		if err != nil || w.Winners != v.Winners || len(v.Moves) > 0 && !slices.Contains(w.Moves, v.Moves[0]) {
			t.Fatalf("%s: %+v, %v; with one thread %+v", pos, w, err, v)
		}
	}
}

// TestProofStops wants a search with no end in sight to end at its limit, and
// soon after it.
func TestProofStops(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	for name, p := range map[string]engine.Problem{
		"context": {},
		"time":    {Limits: engine.Limits{Time: 100 * time.Millisecond}},
		"nodes":   {Limits: engine.Limits{Nodes: 10_000}},
	} {
		p.Position = parseAmazons(t, "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w")
		v, err := newEndingsOn(2).Solve(ctx, p)
		if err != nil || v.Proven || v.Winners != 0 || v.Moves != nil {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
		// A position of this size counts for up to 2,176 nodes.
		if name == "nodes" && v.Nodes > 10_000+2*2176 {
			t.Errorf("%d nodes, 10,000 were allowed", v.Nodes)
		}
		t.Logf("%s: %d nodes, %v", name, v.Nodes, v.Time)
	}
}

func TestResume(t *testing.T) {
	problem := engine.Problem{
		Position:   parseAmazons(t, "1qq1/q2q/Q2Q/1QQ1 w"),
		Limits:     engine.Limits{Nodes: 5000},
		Checkpoint: filepath.Join(t.TempDir(), "checkpoint"),
	}
	var last uint64
	for parts := 1; ; parts++ {
		v, err := newEndings().Solve(t.Context(), problem)
		if err != nil || v.Nodes <= last {
			t.Fatalf("after %d nodes: %+v, %v", last, v, err)
		}
		last = v.Nodes
		if v.Proven {
			if parts < 3 || v.Winners != game.Only(amazons.Black) {
				t.Errorf("in %d parts: %+v", parts, v)
			}
			break
		}
	}
	problem.Position = parseAmazons(t, "1qq1/q2q/Q2Q/1QQ1 b")
	if _, err := newEndings().Solve(t.Context(), problem); err == nil {
		t.Error("takes the checkpoint of another position")
	}
	problem.Position = parseAmazons(t, "1qq1/q2q/Q2Q/1QQ1 w")
	data, err := os.ReadFile(problem.Checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{3, 25, len(data) / 2, len(data) - 1} {
		spoiled := slices.Clone(data)
		spoiled[at] ^= 1
		if err := os.WriteFile(problem.Checkpoint, spoiled, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := newEndings().Solve(t.Context(), problem); err == nil {
			t.Errorf("takes a checkpoint with byte %d changed", at)
		}
	}
}

func TestRefusals(t *testing.T) {
	s := newEndings()
	if _, err := s.Solve(t.Context(), engine.Problem{Position: parseAmazons(t, "Q* w")}); !errors.Is(err, engine.ErrOver) {
		t.Errorf("finished game: %v", err)
	}
	pos, err := hermit.Rules().Start("")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Solve(t.Context(), engine.Problem{Position: pos}); err == nil {
		t.Error("takes a position of another game")
	}
}

// BenchmarkEnding proves that Black wins a 6×6 ending with 16 empty squares.
func BenchmarkEnding(b *testing.B) {
	pos, err := amazons.Rules().Parse("1q2**/1*1Qq1/1*1Q*1/1q1***/*Q**Qq/3*2 w")
	if err != nil {
		b.Fatal(err)
	}
	const want = 88866
	var nodes uint64
	for b.Loop() {
		v, err := newEndings().Solve(b.Context(), engine.Problem{Position: pos})
		if err != nil || v.Nodes != want {
			b.Fatalf("%+v, %v; want %d nodes", v, err, want)
		}
		nodes += v.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
