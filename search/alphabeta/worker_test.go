package alphabeta

import (
	"testing"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/search"
)

type hermitWorker = worker[hermit.Position, hermit.Move, *hermit.Position]

// prepared returns a worker that is to search an empty board by three, where
// all positions are worth the same.
func prepared(t *testing.T, limits engine.Limits) (*hermitWorker, *search.Task[hermit.Position, move]) {
	t.Helper()
	pos := gametest.Must(t, hermit.Rules().Parse, "..../..../.... 1")
	todo, err := search.NewTask[hermit.Position, move](t.Context(), engine.Request{Position: pos, Limits: limits}, 0)
	if err != nil {
		t.Fatal(err)
	}
	table := newTable[move](1)
	opt := search.Options{}.WithDefaults()
	w := &hermitWorker{table: &table, opt: opt, reductions: newReductions(opt.Constants), eval: search.Evaluation[hermit.Position, move]{
		Evaluate: func(*hermit.Position, game.Seat) int { return 7 },
	}}
	w.prepare(todo)
	return w, todo
}

// TestHelp wants every other helper to begin a ply ahead, and none to go deeper
// than the limit.
func TestHelp(t *testing.T) {
	for _, test := range []struct {
		number, depth int
		searches      bool
	}{
		{0, 1, false}, {1, 1, true}, {2, 1, false}, {3, 1, true}, {0, 2, true}, {2, 2, true},
	} {
		w, todo := prepared(t, engine.Limits{Depth: test.depth, Nodes: 5000})
		w.help(todo, test.number)
		if w.stopped || w.count.Nodes > 0 != test.searches {
			t.Errorf("helper %d, depth %d: %d nodes, stopped %v", test.number, test.depth, w.count.Nodes, w.stopped)
		}
	}
}

// TestMateDistance wants no search where a win with the next move would not be
// better than what is known.
func TestMateDistance(t *testing.T) {
	w, todo := prepared(t, engine.Limits{})
	w.frames[3].pos = todo.Root
	known := engine.WinIn(4)
	if score := w.search(3, 2, known, known+1); score != known || w.count.Nodes != 1 {
		t.Errorf("%s after %d nodes, want %s after one", score, w.count.Nodes, known)
	}
}

// TestDeepestPly wants an estimate where there is no frame for another move.
func TestDeepestPly(t *testing.T) {
	w, todo := prepared(t, engine.Limits{})
	w.frames[search.MaxDepth].pos = todo.Root
	if score := w.search(search.MaxDepth, 1, -infinite, infinite); score != 7 {
		t.Errorf("%s, want the estimate 7", score)
	}
}

// TestBestEffort counts the nodes of the best move alone: to depth 1 it is one,
// however many were visited before.
func TestBestEffort(t *testing.T) {
	w, _ := prepared(t, engine.Limits{})
	for range 2 {
		var best engine.Info
		w.aspirationSearch(1, &best)
		if w.bestEffort != 1 || w.count.Nodes < 12 {
			t.Errorf("%d of %d nodes, want one for the best move", w.bestEffort, w.count.Nodes)
		}
	}
}

// TestWindowEdges wants the exact score where it lies at an edge of the first window.
func TestWindowEdges(t *testing.T) {
	for _, side := range []int{-1, 1} {
		w, _ := prepared(t, engine.Limits{})
		before := engine.Score(7 + side*w.opt.Constants.AspirationWidth)
		best := engine.Info{Score: before}
		if w.aspirationSearch(aspirationDepth, &best); best.Score != 7 {
			t.Errorf("score %s after %s, want 7", best.Score, before)
		}
	}
}

// TestAnswersFromNextDepth has another move be the best two plies deep, and wants it to
// be played as soon as it is found, before that depth is finished.
func TestAnswersFromNextDepth(t *testing.T) {
	const better = 3
	for nodes := uint64(40); nodes < 400; nodes += 10 {
		w, todo := prepared(t, engine.Limits{Nodes: nodes})
		good := todo.Root
		good.Play(todo.Moves[better])
		replies := map[hermit.Position]bool{}
		for _, m := range good.AppendMoves(nil) {
			reply := good
			reply.Play(m)
			replies[reply] = true
		}
		w.eval.Evaluate = func(p *hermit.Position, _ game.Seat) int {
			switch {
			case p.Turn() != todo.Seat: // one ply deep
				return 7
			case replies[*p]:
				return 50
			}
			return -50
		}
		info := w.answer(todo)
		if info.Depth == 1 && info.Best() == game.MovesOf(todo.Moves[better])[0] {
			return
		}
	}
	t.Error("the better move never comes from an unfinished depth")
}
