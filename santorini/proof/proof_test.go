package proof_test

import (
	"encoding/csv"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/santorini/proof"
	"thera/search"
	"thera/search/alphabeta"
)

// solved is a line of the table of positions solved by other programs.
type solved struct {
	pos    game.Position
	result int // plies to a win, negative to a loss
	best   []game.Move
}

func readSolved(t *testing.T) (all []solved) {
	t.Helper()
	file, err := os.Open("../testdata/santorini_wins.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comma, r.Comment = '\t', '#'
	lines, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		// id levels p1 p2 stm result moves nbest best
		workers := strings.ReplaceAll(line[2], ",", "") + "," + strings.ReplaceAll(line[3], ",", "")
		pos := gametest.Must(t, santorini.Rules().Parse, line[1]+" "+workers+" "+line[4])
		result := gametest.Must(t, strconv.Atoi, line[5])
		s := solved{pos: pos, result: result}
		if result > 0 {
			for _, text := range strings.Fields(line[8]) {
				s.best = append(s.best, game.Move(text[:2]+"-"+text[2:4]+"("+text[4:]+")"))
			}
			slices.Sort(s.best)
		}
		all = append(all, s)
	}
	return all
}

func TestSolved(t *testing.T) {
	for _, want := range readSolved(t) {
		v, err := proof.New(16).Solve(t.Context(), engine.Problem{Position: want.pos})
		if err != nil {
			t.Fatal(err)
		}
		seat, plies := want.pos.Turn(), want.result
		if plies < 0 {
			seat, plies = 1-seat, -plies
		}
		if !v.Proven || v.Winners != game.Only(seat) || v.Plies != plies {
			t.Errorf("%s: %+v, want seat %s in %d", want.pos, v, seat, plies)
		}
		if len(v.Moves) != min(len(want.best), 1) || len(v.Moves) == 1 && !slices.Contains(want.best, v.Moves[0]) {
			t.Errorf("%s: %s win, want one of %s", want.pos, v.Moves, want.best)
		}
	}
}

// TestAll compares the winning moves with the proofs for the positions after each move:
// also those that don't win at once.
func TestAll(t *testing.T) {
	const slower = "d5-c4(b5)" // than a win in one ply
	pos := gametest.Must(t, santorini.Rules().Parse, "41414/24241/34444/44242/44442 c2e4,a4d5 2")
	v, err := proof.New(1).Solve(t.Context(), engine.Problem{Position: pos, All: true})
	if err != nil || v.Plies != 1 || !v.All || !slices.Contains(v.Moves, slower) {
		t.Errorf("%+v, %v; want all moves, %s among them, and a win in 1 ply", v, err, slower)
	}
	for _, m := range pos.Moves() {
		next := gametest.Must(t, pos.Play, m)
		after, err := proof.New(1).Solve(t.Context(), engine.Problem{Position: next})
		if wins := after.Winners == v.Winners; err != nil || wins != slices.Contains(v.Moves, m) {
			t.Errorf("%s: %+v, %v, but %s win before it", m, after, err, v.Moves)
		}
	}
}

// brute says by looking at all moves whether the seat to move wins within an
// odd number of plies or loses within an even one.
func brute(p santorini.Position, plies int) bool {
	if p.Winners() != 0 || plies == 0 {
		return p.Winners() != 0 && plies%2 == 0
	}
	win := plies%2 == 1
	for _, m := range p.AppendMoves(nil) {
		next := p
		next.Play(m)
		if brute(next, plies-1) == win {
			return win
		}
	}
	return !win
}

// middles returns positions of random games in which no side has a plain win,
// so that they are undecided, or decided only by some plies of play.
func middles(t *testing.T, number int) (all []santorini.Position) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	for len(all) < number {
		p := gametest.Must(t, santorini.Parse, "00000/00000/00000/00000/00000 -,- 1")
		for p.Winners() == 0 {
			p.Play(gametest.RandomMove(&p, rng))
			if p.Winners() == 0 && rng.IntN(20) == 0 {
				all = append(all, p)
			}
		}
	}
	return all[:number]
}

func solve(t *testing.T, p santorini.Position, limits engine.Limits) engine.Verdict {
	t.Helper()
	return solveWith(t, proof.New(1), p, limits)
}

func solveWith(t testing.TB, solver engine.Solver, p santorini.Position, limits engine.Limits) engine.Verdict {
	t.Helper()
	pos := gametest.Must(t, santorini.Rules().Parse, p.String())
	v, err := solver.Solve(t.Context(), engine.Problem{Position: pos, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestBruteForce compares the distances of short wins and losses.
func TestBruteForce(t *testing.T) {
	const plies = 4
	decided := 0
	for _, p := range middles(t, 100) {
		want := 0
		for want = 1; want <= plies && !brute(p, want); want++ {
		}
		v := solve(t, p, engine.Limits{Nodes: 20_000})
		seat := p.Turn()
		if want%2 == 0 {
			seat = 1 - seat
		}
		switch {
		case want > plies:
			if v.Proven && v.Plies != 0 && v.Plies <= plies {
				t.Errorf("%s: %+v, want no end within %d plies", &p, v, plies)
			}
			continue
		case !v.Proven || v.Winners != game.Only(seat) || v.Plies != want:
			t.Errorf("%s: %+v, want seat %s in %d", &p, v, seat, want)
		}
		decided++
	}
	if decided < 20 {
		t.Errorf("only %d positions are decided within %d plies", decided, plies)
	}
}

// TestWinningMoves plays the solver's wins against its own longest defense:
// the distance must go down by one with each ply.
func TestWinningMoves(t *testing.T) {
	long := 0
	for _, p := range middles(t, 120) {
		v := solve(t, p, engine.Limits{Nodes: 20_000})
		if !v.Proven || v.Winners != game.Only(p.Turn()) || v.Plies < 3 {
			continue
		}
		long++
		m := gametest.Must(t, santorini.ParseMove, string(v.Moves[0]))
		p.Play(m)
		if after := solve(t, p, engine.Limits{}); !after.Proven || after.Plies != v.Plies-1 || after.Winners != v.Winners {
			t.Errorf("%s: %+v after %s of a win in %d", &p, after, m, v.Plies)
		}
	}
	if long < 5 {
		t.Errorf("only %d wins in 3 or more", long)
	}
}

// TestPlayerAgrees checks that what the player takes for proven is so, and that
// the solver finds no longer way.
func TestPlayerAgrees(t *testing.T) {
	player := alphabeta.New(search.Evaluation[santorini.Position, santorini.Move]{
		Evaluate: eval.New(eval.Fitted()).Evaluate, Prioritize: eval.Prioritize, Forced: eval.AppendForced,
	}, search.Options{TableMiB: 1, ReverseFutilityMargin: 50, LateMoveWidth: 1})
	proven := 0
	for _, p := range middles(t, 100) {
		pos := gametest.Must(t, santorini.Rules().Parse, p.String())
		info, err := player.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 3_000}})
		if err != nil {
			t.Fatal(err)
		}
		plies, ok := info.Score.Proven()
		if !ok {
			continue
		}
		proven++
		seat := p.Turn()
		if plies < 0 {
			seat, plies = 1-seat, -plies
		}
		if v := solve(t, p, engine.Limits{}); !v.Proven || v.Winners != game.Only(seat) || v.Plies > plies {
			t.Errorf("%s: %+v, but the player has seat %s win in %d", &p, v, seat, plies)
		}
	}
	if proven < 20 {
		t.Errorf("the player has proven only %d positions", proven)
	}
}

// BenchmarkSolve proves the shortest win, in 7 plies.
func BenchmarkSolve(b *testing.B) {
	pos := gametest.Must(b, santorini.Rules().Parse, "01300/10011/03021/11010/20110 a3a5,c1e2 1")
	for b.Loop() {
		v, err := proof.New(1).Solve(b.Context(), engine.Problem{Position: pos})
		if err != nil || v.Plies != 7 || v.Nodes != 8_334 {
			b.Fatal(v, err)
		}
	}
}
