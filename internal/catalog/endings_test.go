package catalog_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"thera/amazons"
	"thera/amazons/eval"
	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
)

const (
	// turnNodes are those of a tenth of a second, and quickNodes fewer.
	turnNodes, quickNodes = 100_000, 30_000
	// proofNodes are those with which the solver proves that a position is won.
	proofNodes = 300_000
	// provable is the contest, in quarters of a square, from which on such proofs are rare.
	provable = 80
)

// TestEndings plays games of Amazons with few nodes to where little is contested and
// has a new engine move where the side to move wins, as the solver proves: of 200 such
// moves 199 have to win, and of fewer all (docs/research/solving.md).
func TestEndings(t *testing.T) {
	games := 2
	if gametest.Long() {
		games = 400
	}
	entry := catalog.Amazons()
	for _, variant := range []string{"8x8", "10x10"} {
		t.Run(variant, func(t *testing.T) {
			player := entry.NewEngine(engine.Config{Level: 3})
			solver := entry.NewSolver(catalog.SolverConfig{TableMiB: 64, OutcomeOnly: true})
			asked, unknown := 0, 0
			var thrown []string
			for i := range games {
				for _, pos := range endings(t, player, variant, uint64(i)) {
					if !wins(t, solver, pos, proofNodes) {
						continue
					}
					asked++
					info, next := answer(t, pos, turnNodes)
					winner, known := outcome(t, solver, next, 100*proofNodes)
					switch {
					case !known:
						unknown++
					case !winner.Has(pos.Turn()):
						thrown = append(thrown, fmt.Sprintf("%s: %s (%s)", pos, info.Best(), info.Score))
					}
				}
			}
			t.Logf("%d won positions, %d wins thrown away, of %d the result after the move is not known", asked, len(thrown), unknown)
			if asked == 0 {
				t.Error("no position was won")
			}
			if 200*len(thrown) > asked {
				t.Errorf("%d wins are thrown away:\n%s", len(thrown), strings.Join(thrown, "\n"))
			}
		})
	}
}

// TestHardEndings has a new engine move in won positions of quick games in each of
// which an engine that asked the solver less threw the win away, with few nodes: with as
// many most wins are kept, and with ten times as many all.
func TestHardEndings(t *testing.T) {
	file := gametest.Must(t, os.ReadFile, "testdata/endings.txt")
	solver := catalog.Amazons().NewSolver(catalog.SolverConfig{TableMiB: 64, OutcomeOnly: true})
	for _, turn := range []struct {
		nodes uint64
		most  int // wins thrown away
	}{{quickNodes, 3}, {10 * quickNodes, 0}} {
		var thrown []string
		for line := range strings.Lines(string(file)) {
			pos := gametest.Must(t, amazons.Rules().Parse, strings.TrimSpace(line))
			info, next := answer(t, pos, turn.nodes)
			winner, known := outcome(t, solver, next, 10*proofNodes)
			if !known || !winner.Has(pos.Turn()) {
				thrown = append(thrown, fmt.Sprintf("%s: %s (%s)", pos, info.Best(), info.Score))
			}
		}
		if len(thrown) > turn.most {
			t.Errorf("%d nodes: %d wins are thrown away or not seen to be kept, want at most %d:\n%s",
				turn.nodes, len(thrown), turn.most, strings.Join(thrown, "\n"))
		}
	}
}

// TestLikelyEndings has a new engine prove wins of games with few nodes, which a solver
// that considers all moves at once does not: it threw the first one away.
func TestLikelyEndings(t *testing.T) {
	const nodes = 20_000
	for _, text := range []string{
		"2Q**3/2**q2*/2*****1/****1***/**1**1*1/1**1*1*q/1qQ1qQQ1/*2**3 b",
		"1q2**2/2**q*Q1/***1*1**/*Q*1*q**/1***1***/2*4*/2*q1Q*1/2Q*3* w",
	} {
		pos := gametest.Must(t, amazons.Rules().Parse, text)
		if info, _ := answer(t, pos, nodes); !info.Score.Won() {
			t.Errorf("%s: %s (%s), want a proven win", pos, info.Best(), info.Score)
		}
	}
}

// answer returns what a new engine finds in a position with that many nodes, and the
// position after its move.
func answer(t *testing.T, pos game.Position, nodes uint64) (engine.Info, game.Position) {
	t.Helper()
	info, err := catalog.Amazons().NewEngine(engine.Config{}).Search(t.Context(), engine.Request{
		Position: pos, Limits: engine.Limits{Nodes: nodes},
	})
	if err != nil {
		t.Fatal(err)
	}
	next := gametest.Must(t, pos.Play, info.Best())
	return info, next
}

// endings plays a game of the seed and returns its late positions, with 8 to 45 empty
// squares and not much contested, as far as the players don't know yet who wins.
func endings(t *testing.T, player engine.Engine, variant string, seed uint64) []game.Position {
	t.Helper()
	pos := gametest.Must(t, amazons.Rules().Start, variant)
	random := rand.New(rand.NewPCG(seed, 12))
	var late []game.Position
	for ply := 0; pos.Winners() == 0; ply++ {
		var move game.Move
		if moves := pos.Moves(); ply < 6 {
			move = moves[random.IntN(len(moves))]
		} else {
			info, err := player.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 1000}})
			if err != nil {
				t.Fatal(err)
			}
			if _, over := info.Score.Proven(); over {
				break
			}
			move = info.Best()
		}
		pos = gametest.Must(t, pos.Play, move)
		p, ok := game.KernelOf[amazons.Position](pos)
		if !ok {
			t.Fatalf("%T is no position of Amazons", pos)
		}
		_, contest := eval.TermsOf(&p)
		if empty := p.Empty().Len(); empty >= 8 && empty <= 45 && contest < provable && pos.Winners() == 0 {
			late = append(late, pos)
		}
	}
	return late
}

// outcome returns who wins, if the solver proves it with that many nodes.
func outcome(t *testing.T, solver engine.Solver, pos game.Position, nodes uint64) (game.Seats, bool) {
	t.Helper()
	if pos.Winners() != 0 {
		return pos.Winners(), true
	}
	v, err := solver.Solve(t.Context(), engine.Problem{Position: pos, Limits: engine.Limits{Nodes: nodes}})
	if err != nil {
		t.Fatal(err)
	}
	return v.Winners, v.Proven
}

func wins(t *testing.T, solver engine.Solver, pos game.Position, nodes uint64) bool {
	t.Helper()
	winners, known := outcome(t, solver, pos, nodes)
	return known && winners.Has(pos.Turn())
}
