package environment

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tested are the environments that the tests of all encodings run on.
var tested = []struct{ game, variant string }{
	{"amazons", "10x10"},
	{"amazons", "8x8"},
	{"amazons", "6x6"},
	{"amazons", "q2/1Q1/2*/3 w"},
	{"hermit", "6x6"},
	{"hermit", "10x10"},
	{"hermit", "3x3"},
	{"hermit", "4x7"},
	{"santorini", "2p"},
	{"santorini", "2p:artemis,hermes"},
	{"santorini", "2p:atlas,demeter"},
	{"santorini", "3p:prometheus,athena,hephaestus"},
	{"santorini", "4p"},
	{"santorini", "teams:apollo,minotaur,pan,mortal"},
}

// eachTested runs a test on each of the environments, with n games.
func eachTested(t *testing.T, n int, test func(*testing.T, Vector)) {
	for _, e := range tested {
		t.Run(e.game+" "+e.variant, func(t *testing.T) { test(t, mustMake(t, e.game, e.variant, n)) })
	}
}

func mustMake(t testing.TB, game, variant string, n int) Vector {
	t.Helper()
	v, err := Make(game, variant, n)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// newArrays returns arrays for a vector.
func newArrays(v Vector) Arrays {
	s := v.Spec()
	return Arrays{
		CurrentPlayer: make([]int8, v.Len()),
		Observation:   make([]uint8, v.Len()*s.Cells()*len(s.Planes)),
		Mask:          make([]uint8, v.Len()*s.Actions),
		Rewards:       make([]float32, v.Len()*s.Seats),
		Terminated:    make([]uint8, v.Len()),
	}
}

// observe returns what a vector shows now.
func observe(t testing.TB, v Vector) Arrays {
	t.Helper()
	a := newArrays(v)
	check(t, v.Observe(a))
	return a
}

// TestSpec pins the shapes.
func TestSpec(t *testing.T) {
	for _, test := range []struct{ game, variant, want string }{
		{"amazons", "", "amazons_v1 10x10: 100 actions, 8 planes of 10 by 10, 2 seats"},
		{"amazons", "8x8", "amazons_v1 8x8: 64 actions, 8 planes of 8 by 8, 2 seats"},
		{"amazons", "q3/1Q2 w", "amazons_v1 q3/1Q2 w: 8 actions, 8 planes of 2 by 4, 2 seats"},
		{"hermit", "", "hermit_v1 6x6: 288 actions, 7 planes of 6 by 6, 2 seats"},
		{"hermit", "10x10", "hermit_v1 10x10: 840 actions, 7 planes of 10 by 10, 2 seats"},
		{"hermit", "4x7", "hermit_v1 4x7: 219 actions, 7 planes of 7 by 4, 2 seats"},
		{"hermit", "1x1", "hermit_v1 1x1: 3 actions, 7 planes of 1 by 1, 2 seats"},
		{"hermit", "R.../.... 2", "hermit_v1 R.../.... 2: 54 actions, 7 planes of 2 by 4, 2 seats"},
	} {
		s := mustMake(t, test.game, test.variant, 1).Spec()
		got := fmt.Sprintf("%s %s: %d actions, %d planes of %d by %d, %d seats",
			s.Name, s.Variant, s.Actions, len(s.Planes), s.Height, s.Width, s.Seats)
		if got != test.want {
			t.Errorf("got %s\nwant %s", got, test.want)
		}
	}
}

// TestStep follows two games to their ends, one of which starts again.
func TestStep(t *testing.T) {
	v := mustMake(t, "hermit", "1x1", 2)
	a := newArrays(v)
	check(t, v.Reset(a))
	want := Arrays{
		CurrentPlayer: []int8{0, 0},
		Observation:   []uint8{1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0},
		Mask:          []uint8{1, 1, 1, 1, 1, 1},
		Rewards:       []float32{0, 0, 0, 0},
		Terminated:    []uint8{0, 0},
	}
	compare := func(when string) {
		t.Helper()
		if diff := cmp.Diff(want, a); diff != "" {
			t.Errorf("%s (-want +got):\n%s", when, diff)
		}
	}
	compare("at the start")

	check(t, v.Step([]int32{0, 2}, true, a))
	over := Arrays{
		CurrentPlayer: []int8{1, 1},
		Observation:   []uint8{0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1},
		Mask:          []uint8{0, 0, 0, 0, 0, 0},
		Rewards:       []float32{1, -1, 1, -1},
		Terminated:    []uint8{1, 1},
	}
	start := want
	want = over
	compare("at the end")
	a = observe(t, v)
	compare("when observed again")

	check(t, v.Step([]int32{0, 0}, false, a))
	want.Rewards = []float32{0, 0, 0, 0}
	compare("after a step of finished games")

	check(t, v.Step([]int32{77, -1}, true, a))
	want = start
	compare("after the restart")
}

// TestErrors wants errors that quote what is wrong and say what is accepted, and a vector
// that has not changed.
func TestErrors(t *testing.T) {
	v := mustMake(t, "hermit", "3x3", 3)
	check(t, v.SetPosition(2, "R.R/.../Y.B 1"))
	check(t, v.SetPosition(0, "R.R/BYB/R.R 1"))
	before := observe(t, v)
	text := func(_ any, err error) error { return err }
	step := func(restart bool, actions ...int32) error { return v.Step(actions, restart, Arrays{}) }
	seed := uint64(1)
	for _, test := range []struct {
		err  error
		want string
	}{
		{step(false, 0, 0, 63), "game 2: action 63: want 0 to 62"},
		{step(false, 0, -1, 0), "game 1: action -1: want 0 to 62"},
		{step(false, 0, 0, 2), "game 2: action 2: it is masked in R.R/.../Y.B 1; want a legal one, such as 1"},
		{step(true, 0, 0, 2), "game 2: action 2: it is masked in R.R/.../Y.B 1; want a legal one, such as 1"},
		{step(false, 3, 0, 0), "game 0: action 3: the game is over; want 0"},
		{step(false, 0, 0), "actions: 2 values: want 3"},
		{v.RandomActions(&seed, nil), "actions: 0 values: want 3"},
		{v.Reset(Arrays{Mask: make([]uint8, 5)}), "mask: 5 values: want 189"},
		{v.Observe(Arrays{Observation: make([]uint8, 5)}), "observation: 5 values: want 189"},
		{v.Observe(Arrays{Rewards: make([]float32, 5)}), "rewards: 5 values: want 6"},
		{v.Observe(Arrays{CurrentPlayer: []int8{}}), "current players: 0 values: want 3"},
		{v.Step([]int32{0, 0, 1}, true, Arrays{Terminated: []uint8{1}}), "terminated: 1 values: want 3"},
		{v.Step([]int32{0, 0, 2}, true, Arrays{Terminated: []uint8{1}}), "game 2: action 2: it is masked"},
		{text(v.Position(3)), "game 3: want 0 to 2"},
		{text(v.Position(-1)), "game -1: want 0 to 2"},
		{v.SetPosition(0, "…"), `hermit position "…": want a board`},
		{v.SetPosition(1, "..../.... 1"), `hermit position "..../.... 1": a board of 4x2: want 3x3`},
		{v.SetPosition(3, ""), "game 3: want 0 to 2"},
		{text(v.ActionText(0, 0)), "game 0: action 0: the game is over; want 0"},
		{text(v.ActionText(2, 2)), "game 2: action 2: it is masked"},
		{text(v.Encode(1, "Ra4")), `illegal move "Ra4" in .../.../... 1`},
		{text(v.Encode(1, "a4")), `hermit move "a4": want a color`},
		{text(v.Turns(5)), "game 5: want 0 to 2"},
		{v.Copy(0, nil, 0), "copy from a vector of another game: want one of hermit_v1 on 3x3 for 2"},
		{v.Copy(0, mustMake(t, "hermit", "4x4", 1), 0), "copy from a vector of hermit_v1 on 4x4 for 2: want"},
		{v.Copy(0, v, 3), "game 3: want 0 to 2"},
		{v.Copy(3, v, 0), "game 3: want 0 to 2"},
		{text(Make("chess", "", 1)), `unknown game "chess": want one of`},
		{text(Make("hermit", "11x11", 1)), `variant "11x11" of hermit: want one of 6x6`},
		{text(Make("hermit", "R 1", 0)), "0 games: want 1 to 1048576"},
		{text(Make("hermit", "", 1<<20+1)), "1048577 games: want 1 to 1048576"},
		{text(Make("hermit", "R 1", 1)), `hermit position "R 1": the game is over; want one in which a seat can move`},
		{text(Make("hermit", "x 1", 1)), `hermit position "x 1": character 'x' on a1`},
	} {
		if test.err == nil || !strings.HasPrefix(test.err.Error(), test.want) {
			t.Errorf("got error %v\nwant %s…", test.err, test.want)
		}
	}
	if diff := cmp.Diff(before, observe(t, v)); diff != "" {
		t.Errorf("errors changed the games (-before +after):\n%s", diff)
	}
	if seed != 1 {
		t.Errorf("an error changed the seed to %d", seed)
	}
	if err := (*ActionError)(nil); !errors.As(step(false, 0, 0, 63), &err) || err.Index != 2 || err.Action != 63 {
		t.Errorf("got %#v, want an ActionError of game 2, action 63", err)
	}
}

// TestCopy wants a copy to go its own way, and the copied game to stay.
func TestCopy(t *testing.T) {
	eachTested(t, 4, func(t *testing.T, v Vector) {
		seed, actions := uint64(1), make([]int32, 4)
		for range 5 {
			check(t, v.RandomActions(&seed, actions))
			check(t, v.Step(actions, true, Arrays{}))
		}
		before := observe(t, v)
		w := mustMake(t, v.Spec().Game, v.Spec().Variant, 4)
		for i := range 4 {
			check(t, w.Copy(i, v, i))
		}
		if diff := cmp.Diff(before, observe(t, w)); diff != "" {
			t.Fatalf("copies differ (-want +got):\n%s", diff)
		}
		check(t, w.RandomActions(&seed, actions))
		check(t, w.Step(actions, true, Arrays{}))
		if diff := cmp.Diff(before, observe(t, v)); diff != "" {
			t.Fatalf("a step of copies changes the games (-want +got):\n%s", diff)
		}
		check(t, v.Step(actions, true, Arrays{}))
		if diff := cmp.Diff(observe(t, v), observe(t, w)); diff != "" {
			t.Fatalf("the same step leads elsewhere (-game +copy):\n%s", diff)
		}
	})
}

// TestRandomActionsAreUniform counts how often each first action is chosen.
func TestRandomActionsAreUniform(t *testing.T) {
	v := mustMake(t, "hermit", "3x3", 1000)
	counts := make([]int, v.Spec().Actions)
	seed, actions := uint64(1), make([]int32, v.Len())
	for range len(counts) {
		check(t, v.RandomActions(&seed, actions))
		for _, action := range actions {
			counts[action]++
		}
	}
	// Each count is 1000 ± 32.
	if low, high := slices.Min(counts), slices.Max(counts); low < 850 || high > 1150 {
		t.Errorf("actions are chosen %d to %d times, want about 1000", low, high)
	}
}

// TestStepsAllocateNothing includes ends of games and restarts.
func TestStepsAllocateNothing(t *testing.T) {
	eachTested(t, 64, func(t *testing.T, v Vector) {
		a, actions, seed := newArrays(v), make([]int32, v.Len()), uint64(1)
		allocs := testing.AllocsPerRun(400, func() {
			check(t, v.RandomActions(&seed, actions))
			check(t, v.Step(actions, true, a))
		})
		if allocs != 0 {
			t.Errorf("%v allocations per step, want 0", allocs)
		}
	})
}

// BenchmarkStep plays 1024 games of random actions, with all arrays; an operation is one
// step of one game.
func BenchmarkStep(b *testing.B) {
	for _, e := range tested {
		b.Run(e.game+" "+e.variant, func(b *testing.B) {
			v := mustMake(b, e.game, e.variant, 1024)
			a, actions, seed := newArrays(v), make([]int32, v.Len()), uint64(1)
			check(b, v.Reset(a))
			b.ReportAllocs()
			for i := 0; i < b.N; i += v.Len() {
				check(b, v.RandomActions(&seed, actions))
				check(b, v.Step(actions, true, a))
			}
		})
	}
}
