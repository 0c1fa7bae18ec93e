package enginetest

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/search"
)

// Positions are the positions an engine is tested on.
type Positions struct {
	Middle  game.Position // with enough choice for seconds of searching
	OneMove game.Position // with a single legal move
	Over    game.Position // in which the game is over
}

// IgnoreTime compares what must be the same on every machine.
var IgnoreTime = cmpopts.IgnoreFields(engine.Info{}, "Time")

// Find returns the answer of an engine.
func Find(tb testing.TB, e engine.Engine, req engine.Request) engine.Info {
	tb.Helper()
	info, err := e.Search(tb.Context(), req)
	if err != nil {
		tb.Fatal(err)
	}
	return info
}

// TestEngine tests everything promised of any engine, with the given evaluation. Promises
// about time are tested in a synctest bubble with slowed evaluations.
func TestEngine[P any, M game.Code](t *testing.T, eval search.Evaluation[P, M], build func(search.Evaluation[P, M]) engine.Engine, on Positions) {
	newEngine := func() engine.Engine { return build(eval) }
	t.Run("deterministic", func(t *testing.T) { deterministic(t, newEngine, on) })
	t.Run("smallest limits", func(t *testing.T) { smallestLimits(t, newEngine, on) })
	t.Run("refusals", func(t *testing.T) { refusals(t, newEngine, on) })
	for name, test := range map[string]func(*testing.T, func() engine.Engine, Positions){
		"share of the clock": shareOfClock, "ponders": ponders,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { test(t, func() engine.Engine { return build(slow(eval)) }, on) })
		})
	}
}

// slow returns an evaluation whose calls take 10 µs, which also pass in fake time.
func slow[P any, M game.Code](eval search.Evaluation[P, M]) search.Evaluation[P, M] {
	const while = 10 * time.Microsecond
	quick := eval
	eval.Evaluate = func(p *P, seat game.Seat) int {
		time.Sleep(while)
		return quick.Evaluate(p, seat)
	}
	if quick.EvaluateFirst != nil {
		eval.EvaluateFirst = func(p *P, first M, seat game.Seat) int {
			time.Sleep(while)
			return quick.EvaluateFirst(p, first, seat)
		}
	}
	return eval
}

// deterministic tests that equal requests get equal answers, and that the seed
// changes them.
func deterministic(t *testing.T, newEngine func() engine.Engine, on Positions) {
	answers := map[uint64]engine.Info{}
	for _, seed := range []uint64{0, 1, 1, 0} {
		info := Find(t, newEngine(), engine.Request{Position: on.Middle, Limits: engine.Limits{Nodes: 30_000}, Seed: seed})
		if info.Nodes > 30_001 || info.Nodes < 29_000 {
			t.Errorf("%d nodes, want close to 30,000 but no more", info.Nodes)
		}
		if first, ok := answers[seed]; ok {
			if diff := cmp.Diff(first, info, IgnoreTime); diff != "" {
				t.Errorf("seed %d answers differently the second time:\n%s", seed, diff)
			}
		}
		answers[seed] = info
	}
	if cmp.Equal(answers[0], answers[1], IgnoreTime) {
		t.Errorf("seeds 0 and 1 have the same answer %v", answers[0])
	}
}

func smallestLimits(t *testing.T, newEngine func() engine.Engine, on Positions) {
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		name   string
		ctx    context.Context
		limits engine.Limits
	}{
		{"one node", t.Context(), engine.Limits{Nodes: 1}},
		{"one nanosecond", t.Context(), engine.Limits{Time: 1}},
		{"no time left", t.Context(), engine.Limits{Time: -1}},
		{"depth 1", t.Context(), engine.Limits{Depth: 1}},
		{"context done", done, engine.Limits{}},
	} {
		info, err := newEngine().Search(test.ctx, engine.Request{Position: on.Middle, Limits: test.limits})
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if !slices.Contains(on.Middle.Moves(), info.Best()) {
			t.Errorf("%s: %s is no legal move", test.name, info.Best())
		}
	}
}

// refusals tests that what can't be searched is an error.
func refusals(t *testing.T, newEngine func() engine.Engine, on Positions) {
	if _, err := newEngine().Search(t.Context(), engine.Request{Position: on.Over}); !errors.Is(err, engine.ErrOver) {
		t.Errorf("finished game: %v, want %v", err, engine.ErrOver)
	}
	if _, err := newEngine().Search(t.Context(), engine.Request{Position: other{on.Middle}}); err == nil {
		t.Error("another game's position is searched")
	}
}

// other hides the type of the position it wraps.
type other struct{ game.Position }

// shareOfClock tests that no more than a turn's part of the clock is used, up
// to the next poll, and not much less where there is much to search.
func shareOfClock(t *testing.T, newEngine func() engine.Engine, on Positions) {
	for _, test := range []struct {
		name        string
		position    game.Position
		clock       engine.Clock
		least, most time.Duration
	}{
		{"3 s", on.Middle, engine.Clock{Left: 3 * time.Second}, 15 * time.Millisecond, 320 * time.Millisecond},
		{"increment", on.Middle, engine.Clock{Left: 100 * time.Millisecond, Increment: 100 * time.Millisecond}, 8 * time.Millisecond, 53 * time.Millisecond},
		{"1 ms", on.Middle, engine.Clock{Left: time.Millisecond}, 0, 20 * time.Millisecond},
		{"one move", on.OneMove, engine.Clock{Left: time.Hour}, 0, 20 * time.Millisecond},
	} {
		req := engine.Request{Position: test.position}
		req.Limits.Clocks[test.position.Turn()] = test.clock
		if info := Find(t, newEngine(), req); info.Time < test.least || info.Time > test.most {
			t.Errorf("%s: %s spent, want %s to %s", test.name, info.Time, test.least, test.most)
		}
	}
}

// ponders tests that the opponent's time does not count.
func ponders(t *testing.T, newEngine func() engine.Engine, on Positions) {
	const others, own, look = 100 * time.Millisecond, 50 * time.Millisecond, 20 * time.Millisecond
	ponder := make(chan struct{})
	time.AfterFunc(others, func() { close(ponder) })
	info := Find(t, newEngine(), engine.Request{Position: on.Middle, Limits: engine.Limits{Time: own}, Ponder: ponder})
	if info.Time < others+own || info.Time > others+own+look {
		t.Errorf("%s in all, want %s, and up to %s to notice", info.Time, others+own, look)
	}
}

// Benchmark measures nodes per second. It fails if the search stops well before
// its node limit or exceeds it.
func Benchmark(b *testing.B, newEngine func() engine.Engine, pos game.Position) {
	const nodes = 100_000
	var searched uint64
	for b.Loop() {
		info := Find(b, newEngine(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: nodes}})
		if info.Nodes < nodes-1000 || info.Nodes > nodes+1 {
			b.Fatalf("%d nodes, want about %d", info.Nodes, nodes)
		}
		searched += info.Nodes
	}
	b.ReportMetric(float64(searched)/b.Elapsed().Seconds(), "nodes/s")
}

// BruteForce finds the exact score of a two-seat position by trying all play.
// It memoizes results in seen.
func BruteForce[P comparable, M game.Code, K game.Kernel[P, M]](p P, seen map[P]engine.Score) engine.Score {
	if score, ok := seen[p]; ok {
		return score
	}
	best := engine.LossIn(0)
	if K(&p).Winners().Has(K(&p).Turn()) {
		best = engine.WinIn(0)
	}
	for _, m := range K(&p).AppendMoves(nil) {
		next := p
		K(&next).Play(m)
		switch score := -BruteForce[P, M, K](next, seen); {
		case score.Won():
			best = max(best, score-1)
		case score.Lost():
			best = max(best, score+1)
		}
	}
	seen[p] = best
	return best
}

// RandomPositions returns unfinished positions after the given number of random
// turns from a start.
func RandomPositions(tb testing.TB, g game.Game, start string, turns, count int) []game.Position {
	tb.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	var found []game.Position
	for len(found) < count {
		pos := gametest.Must(tb, g.Parse, start)
		for range turns {
			if moves := pos.Moves(); len(moves) > 0 {
				pos, _ = pos.Play(moves[rng.IntN(len(moves))])
			}
		}
		if pos.Winners() == 0 {
			found = append(found, pos)
		}
	}
	return found
}

// forces reports, by trying all play, whether a seat wins whatever all others
// do. It gives up, with ok false, when its work is used up.
func forces[P any, M game.Code, K game.Kernel[P, M]](p P, seat game.Seat, work *int) (wins, ok bool) {
	if *work--; *work < 0 {
		return false, false
	}
	if winners := K(&p).Winners(); winners != 0 {
		return winners.Has(seat), true
	}
	own := K(&p).Turn() == seat
	for _, m := range K(&p).AppendMoves(nil) {
		next := p
		K(&next).Play(m)
		if wins, ok := forces[P, M, K](next, seat, work); !ok || wins == own {
			return wins, ok
		}
	}
	return !own, true
}

// endings returns late positions of random games with several seats: each of
// them won for the seat to move, and as many that are not.
func endings[P any, M game.Code, K game.Kernel[P, M]](tb testing.TB, start game.Position, each int) (won, open []game.Position) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	for len(won) < each || len(open) < each {
		for pos := start; pos.Winners() == 0; {
			work := 500
			p, _ := game.KernelOf[P](pos)
			if wins, ok := forces[P, M, K](p, K(&p).Turn(), &work); ok && pos.Seats().Len() > 2 {
				if wins {
					won = append(won, pos)
				} else {
					open = append(open, pos)
				}
				break
			}
			moves := pos.Moves()
			pos, _ = pos.Play(moves[rng.IntN(len(moves))])
		}
	}
	return won[:each], open[:each]
}

// SeveralSeats tests that a win is proven exactly where the seat to move can
// force it against all others. A loss may stay unproven.
func SeveralSeats[P any, M game.Code, K game.Kernel[P, M]](t *testing.T, newEngine func() engine.Engine, start game.Position) {
	t.Helper()
	each := 8
	if testing.Short() { // as for each of many mutants
		each = 2
	}
	won, open := endings[P, M, K](t, start, each)
	for _, pos := range won {
		if info := Find(t, newEngine(), engine.Request{Position: pos}); !info.Score.Won() {
			t.Errorf("%s: %s, want a win", pos, info.Score)
		}
	}
	for _, pos := range open {
		if info := Find(t, newEngine(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 20_000}}); info.Score.Won() {
			t.Errorf("%s: %s, but the others can prevent it", pos, info.Score)
		}
	}
}
