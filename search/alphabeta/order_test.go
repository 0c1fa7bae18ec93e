package alphabeta

import (
	"math/rand/v2"
	"slices"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/search"
)

// TestPop wants all moves in the order of their priorities, equal ones in
// the rules' order.
func TestPop(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 40 {
		priorities := make([]int32, n)
		keys := make([]int64, n)
		want := make([]int, n)
		for i := range n {
			priorities[i] = rng.Int32N(7) - 3
			keys[i] = -int64(priorities[i])<<32 | int64(i)
			want[i] = i
		}
		slices.SortStableFunc(want, func(a, b int) int { return int(priorities[b] - priorities[a]) })
		p := picker[hermit.Move]{rest: keys}
		var got []int
		for len(p.rest) > 0 {
			got = append(got, p.pop())
		}
		if !slices.Equal(got, want) {
			t.Fatalf("priorities %v: picked %v, want %v", priorities, got, want)
		}
	}
}

// TestOrder wants the move from the table first, then killers, then by guess
// and history.
func TestOrder(t *testing.T) {
	w := &hermitWorker{opt: search.Options{}.WithDefaults(), eval: search.Evaluation[hermit.Position, hermit.Move]{
		Prioritize: func(_ *hermit.Position, moves []hermit.Move, priorities []int32) {
			for i, m := range moves {
				priorities[i] = int32(m)
			}
		},
	}}
	f := &frame[hermit.Position, hermit.Move]{moves: []hermit.Move{1, 2, 3, 4, 5, 6}, forced: true}
	w.recordCutoff(f, 2, 3) // 9 more for move 2, which becomes a killer
	w.recordCutoff(f, 3, 1)
	w.recordCutoff(f, 3, 1) // is one already
	picked := func(remembered hermit.Move, hit bool) (moves []hermit.Move) {
		return pickAll(w, f, remembered, hit)
	}
	if got, want := picked(5, true), []hermit.Move{5, 2, 3, 6, 4, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := picked(5, false), []hermit.Move{2, 3, 6, 5, 4, 1}; !slices.Equal(got, want) {
		t.Errorf("%v without the table, want %v", got, want)
	}
	f.killers = [2]hermit.Move{}
	if got, want := picked(0, false), []hermit.Move{2, 6, 3, 5, 4, 1}; !slices.Equal(got, want) {
		t.Errorf("%v without killers, want %v", got, want)
	}
	w.history.age() // 4 more for move 2, 1 for move 3
	if got, want := picked(0, false), []hermit.Move{2, 6, 5, 3, 4, 1}; !slices.Equal(got, want) {
		t.Errorf("%v after aging, want %v", got, want)
	}
	for range 100 {
		w.recordCutoff(f, 1, 127)
	}
	if got := w.history[historyIndex(hermit.Move(1))]; got != maxHistory {
		t.Errorf("a count of %d, want %d at most", got, maxHistory)
	}
}

// TestEarly wants the same moves in the same order, whether the first ones are tried
// before any are listed or not, none that is illegal, and none listed in vain.
func TestEarly(t *testing.T) {
	pos := gametest.Must(t, hermit.Rules().Start, "4x4")
	start, _ := game.KernelOf[hermit.Position](pos)
	legal := start.AppendMoves(nil)
	illegal := slices.Max(legal) + 1
	for _, killers := range [][2]hermit.Move{{}, {legal[3], legal[9]}, {legal[9], illegal}, {illegal, legal[7]}} {
		for _, hit := range []bool{false, true} {
			w := &worker[hermit.Position, hermit.Move, *hermit.Position]{}
			f := &frame[hermit.Position, hermit.Move]{pos: start, killers: killers}
			want := pickAll(w, f, legal[9], hit)
			w.eval.Legal = func(_ *hermit.Position, m hermit.Move) bool { return slices.Contains(legal, m) }
			if got := pickAll(w, f, legal[9], hit); !slices.Equal(got, want) {
				t.Errorf("killers %v, remembered %v: %v, want %v", killers, hit, got, want)
			}
			f.moves = nil
			p := w.newPicker(f, remembered(legal[9], hit), unlimited, 0)
			if w.next(f, &p); hit && f.moves != nil {
				t.Errorf("killers %v: moves were listed to try the one of the table", killers)
			}
		}
	}
}

// TestLikelyFirst wants all moves once, whatever the limit of a node, the likely ones
// first, and not all listed where these are enough.
func TestLikelyFirst(t *testing.T) {
	pos := gametest.Must(t, hermit.Rules().Start, "4x4")
	start, _ := game.KernelOf[hermit.Position](pos)
	legal := start.AppendMoves(nil)
	w := &worker[hermit.Position, hermit.Move, *hermit.Position]{}
	w.eval.Prioritize = func(_ *hermit.Position, moves []hermit.Move, priorities []int32) {
		for i := range moves {
			priorities[i] = int32(i)
		}
	}
	f := &frame[hermit.Position, hermit.Move]{pos: start}
	want := pickAll(w, f, legal[1], true)
	w.eval.Legal = func(_ *hermit.Position, m hermit.Move) bool { return slices.Contains(legal, m) }
	w.eval.Likely = func(_ *hermit.Position, most int, moves []hermit.Move, priorities []int32) ([]hermit.Move, []int32) {
		moves, priorities = moves[:0], priorities[:0]
		for i := max(len(legal)-most, 0); i < len(legal); i++ {
			moves, priorities = append(moves, legal[i]), append(priorities, int32(i))
		}
		return moves, priorities
	}
	for limit := 1; limit <= len(legal)+1; limit++ {
		f.moves = nil
		p := w.newPicker(f, remembered(legal[1], true), limit, 0)
		for i := range want {
			if m, ok := w.next(f, &p); !ok || m != want[i] {
				t.Fatalf("limit %d: move %d is %v, %v, want %v", limit, i, m, ok, want[i])
			}
			if i < limit && len(f.moves) > limit {
				t.Fatalf("limit %d: %d moves were listed for the first %d", limit, len(f.moves), i+1)
			}
		}
		if m, ok := w.next(f, &p); ok {
			t.Fatalf("limit %d: %v comes after all", limit, m)
		}
	}
}

// remembered returns what the table knows of a position: a move, if it knows it
// at all.
func remembered(m hermit.Move, known bool) entry[hermit.Move] {
	if !known {
		return entry[hermit.Move]{}
	}
	return entry[hermit.Move]{move: m, bound: exact}
}

// pickAll returns the moves of a frame in the order in which they are tried.
func pickAll(w *worker[hermit.Position, hermit.Move, *hermit.Position], f *frame[hermit.Position, hermit.Move], m hermit.Move, known bool) (moves []hermit.Move) {
	p := w.newPicker(f, remembered(m, known), unlimited, 0)
	for m, ok := w.next(f, &p); ok; m, ok = w.next(f, &p) {
		moves = append(moves, m)
	}
	return moves
}

func TestReduction(t *testing.T) {
	opt := search.Options{}.WithDefaults()
	for _, test := range []struct{ depth, tried, want, bold int }{
		{2, 100, 0, 0},
		{3, 2, 0, 0},
		{3, 3, 0, 1},
		{3, 7, 0, 1},
		{3, 8, 1, 1},
		{3, 39, 1, 2},
		{3, 40, 1, 2},
		{4, 7, 0, 1},
		{4, 8, 1, 1},
		{4, 39, 1, 2},
		{4, 40, 2, 2},
		{9, 3, 0, 1},
		{9, 99, 2, 4},
		{100, 500, 2, 8},
	} {
		w := &hermitWorker{opt: opt, reductions: newReductions(opt.Constants)}
		if got := w.lateMoveReduction(test.depth, test.tried); got != test.want {
			t.Errorf("depth %d after %d moves: %d, want %d", test.depth, test.tried, got, test.want)
		}
		w.opt.LateMoveWidth = 1
		if got := w.lateMoveReduction(test.depth, test.tried); got != test.bold {
			t.Errorf("depth %d after %d moves, boldly: %d, want %d", test.depth, test.tried, got, test.bold)
		}
	}
}

func TestTrend(t *testing.T) {
	info := func(m game.Move, score engine.Score) engine.Info {
		return engine.Info{Score: score, Line: []game.Move{m}}
	}
	var tr trend
	for i, test := range []struct {
		info   engine.Info
		effort float64
		want   float64
	}{
		{info("a", 0), 1, 1.5},       // the first answer is a change
		{info("a", 0), 0.5, 1},       // as before
		{info("a", -24), 0.95, 0.2},  // easy
		{info("a", -49), 0.95, 1.5},  // dropped by 25
		{info("a", 100), 0.9, 1},     // not quite easy
		{info("b", 100), 0.95, 1.5},  // changed
		{info("b", 1000), 0.91, 0.2}, // easy
	} {
		if got := tr.timeFactor(test.info, test.effort); got != test.want {
			t.Errorf("%d: %v, want %v", i, got, test.want)
		}
	}
}

// TestForgetKillers wants the killers two plies below a node to be forgotten, and
// those beside it kept.
func TestForgetKillers(t *testing.T) {
	w, todo := prepared(t, engine.Limits{})
	w.frames[1].pos = todo.Root
	old := [2]move{todo.Moves[5], todo.Moves[6]}
	w.frames[1].killers, w.frames[3].killers = old, old
	w.search(1, 1, -infinite, infinite)
	if w.frames[1].killers != old || w.frames[3].killers != [2]move{} {
		t.Errorf("%v beside the node and %v two plies below", w.frames[1].killers, w.frames[3].killers)
	}
}
