package endgame_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/hermit/endgame"
	"thera/solve/nimber"
)

// start returns the empty board of a size, such as 4x5.
func start(size string) (game.Position, error) {
	var files, ranks int
	if _, err := fmt.Sscanf(size, "%dx%d", &files, &ranks); err != nil {
		return nil, err
	}
	rank := strings.Repeat(".", files)
	return hermit.Rules().Parse(rank + strings.Repeat("/"+rank, ranks-1) + " 1")
}

// nimbers finds nimbers straight from their definition.
type nimbers map[hermit.Position]int

func (n nimbers) of(t *testing.T, pos game.Position) int {
	t.Helper()
	p, ok := game.KernelOf[hermit.Position](pos)
	if !ok {
		t.Fatalf("%s is no position of Hermit", pos)
	}
	return n.find(p)
}

func (n nimbers) find(p hermit.Position) int {
	if known, ok := n[p]; ok {
		return known
	}
	reached := map[int]bool{}
	for _, m := range p.AppendMoves(nil) {
		next := p
		next.Play(m)
		reached[n.find(next)] = true
	}
	nimber := 0
	for reached[nimber] {
		nimber++
	}
	n[p] = nimber
	return nimber
}

// checkVerdict compares what a solver says with the nimbers, with and without
// asking for the nimber.
func checkVerdict(t *testing.T, solver, outcome engine.Solver, plain nimbers, pos game.Position) {
	t.Helper()
	checkAnswer(t, solver, plain, pos, plain.of(t, pos))
	checkAnswer(t, outcome, plain, pos, min(0, -plain.of(t, pos)))
}

// checkAnswer compares what a solver says with the nimbers. It should state a
// certain one; all negative ones mean none.
func checkAnswer(t *testing.T, solver engine.Solver, plain nimbers, pos game.Position, grundy int) {
	t.Helper()
	v, err := solver.Solve(t.Context(), engine.Problem{Position: pos, All: true})
	if err != nil {
		t.Fatal(err)
	}
	winner := game.Only(pos.Turn())
	if plain.of(t, pos) == 0 {
		winner = game.Only(1 - pos.Turn())
	}
	if !v.Proven || v.Winners != winner || v.Grundy != max(grundy, -1) {
		t.Errorf("%s: %+v, want nimber %d", pos, v, max(grundy, -1))
	}
	var winning []game.Move
	for _, m := range pos.Moves() {
		next := gametest.Must(t, pos.Play, m)
		if plain.of(t, next) == 0 {
			winning = append(winning, m)
		}
	}
	if len(winning) != len(v.Moves) {
		t.Fatalf("%s: %v win, want %v", pos, v.Moves, winning)
	}
	for i := range winning {
		if winning[i] != v.Moves[i] {
			t.Fatalf("%s: %v win, want %v", pos, v.Moves, winning)
		}
	}
}

// TestSolverNimbersThreads compares solvers with one and two threads with plain nimbers,
// on all tiny boards and in positions of random games.
func TestSolverNimbersThreads(t *testing.T) {
	plain := nimbers{}
	for _, board := range []string{"1x1", "1x2", "3x1", "1x4", "1x5", "6x1", "1x7", "2x2", "2x3", "3x2", "3x3", "2x4"} {
		pos := gametest.Must(t, start, board)
		checkVerdict(t, endgame.NewSolver(nimber.Options{TableMiB: 2, Threads: 2}),
			endgame.NewSolver(nimber.Options{TableMiB: 2, OutcomeOnly: true}), plain, pos)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	solver := endgame.NewSolver(nimber.Options{TableMiB: 2})
	outcome := endgame.NewSolver(nimber.Options{TableMiB: 2, OutcomeOnly: true, Threads: 2})
	for _, board := range []string{"3x4", "4x4", "5x5", "6x6", "8x4", "10x10"} {
		for range 60 {
			pos := gametest.Must(t, start, board)
			for pos.Winners() == 0 {
				moves := pos.Moves()
				if len(moves) <= 12 {
					checkVerdict(t, solver, outcome, plain, pos)
				}
				pos = gametest.Must(t, pos.Play, moves[rng.IntN(len(moves))])
			}
		}
	}
}

// TestSolverRow wants Hermit on one row to be Kayles.
func TestSolverRow(t *testing.T) {
	solver := endgame.NewSolver(nimber.Options{TableMiB: 2})
	for i, want := range []int{1, 2, 3, 1, 4, 3, 2, 1, 4, 2} {
		pos := gametest.Must(t, start, fmt.Sprintf("1x%d", i+1))
		if v, err := solver.Solve(t.Context(), engine.Problem{Position: pos}); err != nil || v.Grundy != want {
			t.Errorf("%s: %+v, %v, want nimber %d", pos, v, err, want)
		}
	}
}

// TestSolverTheorems checks on boards with two even sides that openings lose that cover
// two squares of the center, or touch two from outside, and on boards with an odd side
// that the center wins, without a search.
func TestSolverTheorems(t *testing.T) {
	solver := endgame.NewSolver(nimber.Options{TableMiB: 2, OutcomeOnly: true})
	for _, test := range []struct {
		board string
		move  game.Move
		wins  bool
	}{
		{"3x5", "Rb3", true},
		{"5x6", "Yc4-c3", true},
		{"6x7", "Bc4-d4", true},
		{"9x9", "Re5", true},
		{"10x7", "Re4-f4", true},
		{"2x2", "Ra1-b1", false},
		{"4x4", "Yb2-b3", false},
		{"4x6", "Bb3-c3", false},
		{"6x6", "Rc4-d4", false},
		{"6x6", "Rc4-c3", false},
		{"4x6", "Ba3", false},
		{"6x6", "Rc2", false},
		{"6x6", "Ya3-b3", false},
		{"6x6", "Bb2-c2", false},
		{"6x6", "Rc2-d2", false},
	} {
		pos, err := start(test.board)
		if err == nil {
			pos, err = pos.Play(test.move)
		}
		if err != nil {
			t.Fatal(err)
		}
		v, err := solver.Solve(t.Context(), engine.Problem{Position: pos, Limits: engine.Limits{Nodes: 1000}})
		winner := game.Seat(1)
		if test.wins {
			winner = 0
		}
		if err != nil || !v.Proven || v.Winners != game.Only(winner) {
			t.Errorf("%s after %s: %+v, %v, want seat %s to win", test.board, test.move, v, err, winner)
		}
	}
}

// TestSolverEndings wants positions with 16 empty squares to be solved within so
// many nodes, a fraction of a second.
func TestSolverEndings(t *testing.T) {
	const maxNodes = 30_000
	solver := endgame.NewSolver(nimber.Options{TableMiB: 4, OutcomeOnly: true})
	rng := rand.New(rand.NewPCG(3, 4))
	most, solved := uint64(0), 0
	for i := range 100 {
		board := []string{"4x5", "5x5", "6x6", "8x8", "10x10"}[i%5]
		pos := gametest.Must(t, start, board)
		for strings.Count(pos.String(), ".") > 16 && pos.Winners() == 0 {
			moves := pos.Moves()
			pos = gametest.Must(t, pos.Play, moves[rng.IntN(len(moves))])
		}
		if pos.Winners() != 0 {
			continue
		}
		v, err := solver.Solve(t.Context(), engine.Problem{Position: pos, Limits: engine.Limits{Nodes: maxNodes}})
		if err != nil || !v.Proven {
			t.Errorf("%s: %+v, %v", pos, v, err)
		}
		most = max(most, v.Nodes)
		solved++
	}
	if t.Logf("at most %d nodes", most); solved < 60 {
		t.Errorf("%d endings are solved, want at least 60; the other games are over before", solved)
	}
}

// TestSolverTooLarge wants no answer where neither nimbers nor the mirror have one,
// and a finished game to be won whatever its size.
func TestSolverTooLarge(t *testing.T) {
	solver := endgame.NewSolver(nimber.Options{TableMiB: 2})
	pos, err := start("10x10")
	if err == nil {
		pos, err = pos.Play("Ra1")
	}
	if err != nil {
		t.Fatal(err)
	}
	if v, err := solver.Solve(t.Context(), engine.Problem{Position: pos}); !errors.Is(err, engine.ErrUnsupported) {
		t.Errorf("%s: %+v, %v, want %v", pos, v, err, engine.ErrUnsupported)
	}
	if v, err := solver.Solve(t.Context(), engine.Problem{Position: wonBoard(t), All: true}); !errors.Is(err, engine.ErrUnsupported) {
		t.Errorf("all winning moves of %s: %+v, %v, want %v", wonBoard(t), v, err, engine.ErrUnsupported)
	}
	for moves := pos.Moves(); len(moves) > 0; moves = pos.Moves() {
		pos = gametest.Must(t, pos.Play, moves[0])
	}
	v, err := solver.Solve(t.Context(), engine.Problem{Position: pos, All: true})
	if err != nil || !v.Proven || v.Winners != pos.Winners() || v.Grundy != 0 || len(v.Moves) > 0 {
		t.Errorf("%s: %+v, %v", pos, v, err)
	}
}

// wonBoard returns the empty board of 9×9, which seat 1 wins by covering its center.
func wonBoard(t *testing.T) game.Position {
	t.Helper()
	return gametest.Must(t, start, "9x9")
}

// TestSolverMirrored asks for all winning moves where the mirror theorem knows that there
// are none.
func TestSolverMirrored(t *testing.T) {
	pos := gametest.Must(t, wonBoard(t).Play, "Re5")
	for _, all := range []bool{false, true} {
		v, err := endgame.NewSolver(nimber.Options{TableMiB: 2}).Solve(t.Context(), engine.Problem{Position: pos, All: all})
		if err != nil || !v.Proven || v.Winners != game.Only(0) || v.Grundy != 0 || len(v.Moves) > 0 || v.All != all {
			t.Errorf("all %t: %+v, %v; want a proof that seat 1 wins", all, v, err)
		}
	}
}
