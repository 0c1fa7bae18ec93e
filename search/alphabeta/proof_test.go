package alphabeta_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"thera/amazons"
	"thera/engine"
	"thera/engine/enginetest"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/search"
	"thera/search/alphabeta"
)

// testProofs wants the result that brute force finds, with its distance unless
// the evaluation can tell results without it.
func testProofs[P comparable, M game.Code, K game.Kernel[P, M]](t *testing.T, eval search.Evaluation[P, M], positions []game.Position) {
	t.Helper()
	seen := map[P]engine.Score{}
	for _, pos := range positions {
		p, _ := game.KernelOf[P](pos)
		want := enginetest.BruteForce[P, M, K](p, seen)
		info, err := alphabeta.New[P, M, K](eval, search.Options{TableMiB: 1}).Search(t.Context(), engine.Request{Position: pos})
		if err != nil {
			t.Fatal(err)
		}
		if playedOut(t, pos, info.Line).Winners() == 0 {
			t.Errorf("%s: %s, but the line %v does not end the game", pos, info.Score, info.Line)
		}
		if info.Score != want && (eval.Settled == nil || !isFurther(info.Score, want)) {
			t.Errorf("%s: %s, brute force says %s", pos, info.Score, want)
		}
	}
}

// playedOut returns the position after a line.
func playedOut(t *testing.T, pos game.Position, line []game.Move) game.Position {
	t.Helper()
	for _, m := range line {
		pos = gametest.Must(t, pos.Play, m)
	}
	return pos
}

// isFurther reports whether a is the same result as b with more plies to it.
func isFurther(a, b engine.Score) bool {
	return a.Won() && b.Won() && a < b || a.Lost() && b.Lost() && a > b
}

func TestProofsAgainstBruteForce(t *testing.T) {
	t.Run("amazons", func(t *testing.T) {
		testProofs(t, amazonsEvaluation, enginetest.RandomPositions(t, amazons.Rules(), "1q2/3q/Q3/2Q1 w", 6, 60))
	})
	t.Run("amazons, searched to the end", func(t *testing.T) {
		eval := amazonsEvaluation
		eval.Settled = nil
		testProofs(t, eval, enginetest.RandomPositions(t, amazons.Rules(), "q3/4/4/3Q w", 5, 20))
	})
	t.Run("hermit", func(t *testing.T) {
		testProofs(t, hermitEvaluation, enginetest.RandomPositions(t, hermit.Rules(), ".../.../... 1", 2, 40))
	})
}

// TestSantoriniWins compares with results of an exhaustive search, whether or not
// the search knows what is forced and settled: a win in N plies is N for the seat to
// move, a loss −N.
func TestSantoriniWins(t *testing.T) {
	data := gametest.Must(t, os.ReadFile, "../../santorini/testdata/santorini_wins.tsv")
	for line := range strings.Lines(string(data)) {
		if line[0] == '#' || strings.HasPrefix(line, "id\t") {
			continue
		}
		f := strings.Split(strings.TrimSpace(line), "\t")
		workers := strings.NewReplacer(",", "").Replace(f[2]) + "," + strings.NewReplacer(",", "").Replace(f[3])
		pos := gametest.Must(t, santorini.Rules().Parse, f[1]+" "+workers+" "+f[4])
		want := gametest.Must(t, strconv.Atoi, f[5])
		knowsForced, knowsBoth := santoriniEvaluation, santoriniEvaluation
		knowsForced.Forced, knowsBoth.Forced = eval.AppendForced, eval.AppendForced
		knowsBoth.Settled = eval.Settled
		for _, evaluation := range []search.Evaluation[santorini.Position, santorini.Move]{santoriniEvaluation, knowsForced, knowsBoth} {
			e := alphabeta.New(evaluation, search.Options{})
			info, err := e.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Depth: 10}})
			if err != nil {
				t.Fatal(err)
			}
			if got, ok := info.Score.Proven(); !ok || got != want {
				t.Errorf("%s: %s after %d nodes, want a result in %d", pos, info.Score, info.Nodes, want)
			}
			if len(info.Line) != max(want, -want) || playedOut(t, pos, info.Line).Winners() == 0 {
				t.Errorf("%s: the line %v does not end the game after %d plies", pos, info.Line, want)
			}
		}
	}
}

// TestTakesWinningClimb gives the search hardly any room: it must play a climb
// that wins at once all the same, whether one line is wanted or two.
func TestTakesWinningClimb(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for tested := 0; tested < 200; {
		pos := gametest.Must(t, santorini.Rules().Parse, "00000/00000/00000/00000/00000 b2d4,b4d2 1")
		for {
			moves := pos.Moves()
			if len(moves) == 0 {
				break
			}
			next, _ := pos.Play(moves[rng.IntN(len(moves))])
			if wins := climbs(moves); wins > 0 {
				tested++
				e := alphabeta.New(santoriniEvaluation, search.Options{TableMiB: 1})
				info, err := e.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 1}, Lines: 1 + tested%2})
				if err != nil {
					t.Fatal(err)
				}
				if after, _ := pos.Play(info.Best()); !after.Winners().Has(pos.Turn()) {
					t.Fatalf("%s: plays %s and not one of %d winning climbs", pos, info.Best(), wins)
				}
			}
			pos = next
		}
	}
}

// climbs counts the moves that win at once by a climb: those of two squares.
func climbs(moves []game.Move) (n int) {
	for _, m := range moves {
		if len(m.Steps()) == 2 {
			n++
		}
	}
	return n
}
