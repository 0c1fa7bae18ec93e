package environment

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
)

// TestTurns wants the actions to make up exactly the turns of the rules in random
// positions: whatever the masks allow leads to a position to which a move leads, and each
// move has actions that lead where it does. With -long it takes 10,000 positions.
func TestTurns(t *testing.T) {
	positions := 10
	if gametest.Long() {
		positions = 10_000
	}
	eachTested(t, 1, func(t *testing.T, v Vector) {
		rules, w := rulesOf(t, v), newTurnWalker(t, v)
		seed, actions, last := uint64(1), make([]int32, 1), ""
		for seen := 0; seen < positions; {
			// Taking every fifth turn or so, the games are many.
			if text := position(t, v, 0); text != last {
				if last = text; seed%5 == 0 {
					w.compare(rules, text)
					seen++
				}
			}
			check(t, v.RandomActions(&seed, actions))
			check(t, v.Step(actions, true, Arrays{}))
		}
	})
}

// TestTurnsWithinTurns wants the list of turns to stay the same until the turn is over, and
// listing them to change nothing.
func TestTurnsWithinTurns(t *testing.T) {
	eachTested(t, 1, func(t *testing.T, v Vector) {
		var text string
		var turns []Turn
		seed, actions := uint64(1), make([]int32, 1)
		for range 40 {
			before := observe(t, v)
			now, err := v.Turns(0)
			check(t, err)
			switch at := position(t, v, 0); {
			case at != text:
				text, turns = at, now
			case !reflect.DeepEqual(now, turns):
				t.Fatalf("%s: the list of turns changes within the turn", text)
			}
			if after := observe(t, v); !reflect.DeepEqual(before, after) {
				t.Fatalf("%s: listing turns changes the game (-before +after):\n%s", text, cmp.Diff(before, after))
			}
			check(t, v.RandomActions(&seed, actions))
			check(t, v.Step(actions, true, Arrays{}))
		}
	})
}

// rulesOf returns the rules of the game of a vector.
func rulesOf(t testing.TB, v Vector) game.Game {
	t.Helper()
	entry, err := catalog.Find(v.Spec().Game)
	check(t, err)
	return entry.Game
}

func position(t testing.TB, v Vector, i int) string {
	t.Helper()
	text, err := v.Position(i)
	check(t, err)
	return text
}

// turnWalker makes all sequences of actions of a turn. Vector k has one game, in which k
// actions have been made; mask k says what can follow.
type turnWalker struct {
	t     *testing.T
	after [maxTurn + 1]Vector
	masks [maxTurn + 1][]uint8
}

// maxTurn is the greatest number of actions of a turn that a turnWalker makes.
const maxTurn = 30

func newTurnWalker(t *testing.T, v Vector) *turnWalker {
	w := &turnWalker{t: t}
	for k := range w.after {
		w.after[k] = mustMake(t, v.Spec().Game, v.Spec().Variant, 1)
		w.masks[k] = make([]uint8, v.Spec().Actions)
	}
	return w
}

// compare compares the turns from a position with those of the rules.
func (w *turnWalker) compare(rules game.Game, text string) {
	w.t.Helper()
	pos, err := rules.Parse(text)
	check(w.t, err)
	check(w.t, w.after[0].SetPosition(0, text))
	turns, err := w.after[0].Turns(0)
	check(w.t, err)
	if moves := pos.Moves(); len(turns) != len(moves) {
		w.t.Fatalf("%s: %d turns, want %d", text, len(turns), len(moves))
	}
	want := map[string]bool{}
	for i, turn := range turns {
		next, err := pos.Play(turn.Move)
		check(w.t, err)
		want[next.String()] = true
		w.play(text, turn, next.String())
		if i%100 == 0 {
			w.encode(turn)
		}
	}
	got := map[string]bool{}
	check(w.t, w.after[0].Observe(Arrays{Mask: w.masks[0]}))
	w.walk(text, 0, got)
	if diff := cmp.Diff(want, got); diff != "" {
		w.t.Fatalf("%s: actions lead elsewhere than moves (-moves +actions):\n%s", text, diff)
	}
}

func (w *turnWalker) encode(turn Turn) {
	w.t.Helper()
	actions, err := w.after[0].Encode(0, string(turn.Move))
	check(w.t, err)
	if !slices.Equal(actions, turn.Actions) {
		w.t.Fatalf("%s is encoded as %v, and in the list of turns as %v", turn.Move, actions, turn.Actions)
	}
}

// play makes the actions of a turn.
func (w *turnWalker) play(text string, turn Turn, next string) {
	w.t.Helper()
	for k, action := range turn.Actions {
		if at := position(w.t, w.after[k], 0); at != text {
			w.t.Fatalf("%s: %s is over after %d of the actions %v: %s", text, turn.Move, k, turn.Actions, at)
		}
		w.step(k, action)
	}
	if at := position(w.t, w.after[len(turn.Actions)], 0); at != next {
		w.t.Fatalf("%s: %s as the actions %v leads to %s", text, turn.Move, turn.Actions, at)
	}
}

// walk collects the positions to which the actions lead that can follow k ones.
func (w *turnWalker) walk(text string, k int, ends map[string]bool) {
	w.t.Helper()
	for action, legal := range w.masks[k] {
		if legal == 0 {
			continue
		}
		w.step(k, int32(action))
		if at := position(w.t, w.after[k+1], 0); at != text {
			ends[at] = true
		} else {
			w.walk(text, k+1, ends)
		}
	}
}

// step makes an action after k ones.
func (w *turnWalker) step(k int, action int32) {
	w.t.Helper()
	check(w.t, w.after[k+1].Copy(0, w.after[k], 0))
	check(w.t, w.after[k+1].Step([]int32{action}, false, Arrays{Mask: w.masks[k+1]}))
}

// TestNumbers pins the numbers that docs/research/environments.md gives to actions: a
// place on a board of 10 by 10 or 4 by 7, and the color that goes first.
func TestNumbers(t *testing.T) {
	for _, test := range []struct {
		game, variant string
		action        int32
		want          string
	}{
		{"amazons", "10x10", 3, "d1"},
		{"amazons", "10x10", 39, "j4"},
		{"hermit", "4x7", 0, "Ra1"},
		{"hermit", "4x7", 4*6 + 1, "Rb7"},
		{"hermit", "4x7", 28 + 3*2 + 1, "Rb3-c3"},
		{"hermit", "4x7", 28 + 21 + 4*2 + 1, "Rb4-b3"},
		{"hermit", "4x7", 73 + 4*6 + 1, "Yb7"},
		{"hermit", "4x7", 2*73 + 28 + 21 + 4*5 + 3, "Bd7-d6"},
	} {
		got, err := mustMake(t, test.game, test.variant, 1).ActionText(0, test.action)
		if err != nil || got != test.want {
			t.Errorf("%s %s: action %d is %s, %v; want %s", test.game, test.variant, test.action, got, err, test.want)
		}
	}
}

// planes are the planes of an observation by name.
type planes map[string][]uint8

// set sets a cell of a plane.
func (p planes) set(s Spec, name string, at game.Square) {
	if p[name] == nil {
		p[name] = make([]uint8, s.Cells())
	}
	p[name][at.Rank()*s.Width+at.File()] = 1
}

// views show games a second time, plainly: from the board of a position and the actions of
// the turn so far.
var views = map[string]func(Spec, game.Position, []game.Square) planes{
	"amazons": func(s Spec, pos game.Position, begun []game.Square) planes {
		p := planes{}
		stage := []string{"stage from", "stage to", "stage arrow"}[len(begun)]
		for at, cell := range pos.Board().All() {
			p.set(s, stage, at)
			switch {
			case cell.Kind == "arrow":
				p.set(s, "arrows", at)
			case cell.Kind == "" || len(begun) == 2 && at == begun[0]:
			case cell.Owner.Has(pos.Turn()):
				p.set(s, "own", at)
			default:
				p.set(s, "rival", at)
			}
		}
		switch len(begun) {
		case 1:
			p.set(s, "selected", begun[0])
		case 2:
			p.set(s, "own", begun[1])
			p.set(s, "selected", begun[1])
			p.set(s, "origin", begun[0])
		}
		return p
	},
	"hermit": func(s Spec, pos game.Position, _ []game.Square) planes {
		p := planes{}
		board := pos.Board()
		for at, cell := range board.All() {
			if cell.Kind == "" {
				p.set(s, "free", at)
				continue
			}
			p.set(s, cell.Kind, at)
			for near := range board.All() {
				if max(near.File()-at.File(), at.File()-near.File(), near.Rank()-at.Rank(), at.Rank()-near.Rank()) <= 1 {
					p.set(s, "blocked by "+cell.Kind, near)
				}
			}
		}
		return p
	},
}

// TestObservations compares observations and masks of random games with plain ones, which
// are made from the board and the list of moves.
func TestObservations(t *testing.T) {
	eachTested(t, 1, func(t *testing.T, v Vector) {
		view := views[v.Spec().Game]
		if view == nil {
			t.Skip("no second view of this game")
		}
		rules, a := rulesOf(t, v), newArrays(v)
		check(t, v.Reset(a))
		seed, actions := uint64(1), make([]int32, 1)
		var begun []int32
		for text, games := position(t, v, 0), 0; games < 2; {
			pos, err := rules.Parse(text)
			check(t, err)
			compareViews(t, v.Spec(), pos, view, begun, a)
			compareMask(t, v, begun, a.Mask)
			check(t, v.RandomActions(&seed, actions))
			check(t, v.Step(actions, true, a))
			begun = append(begun, actions[0])
			if next := position(t, v, 0); next != text {
				text, begun = next, nil
			}
			games += int(a.Terminated[0])
		}
	})
}

func compareViews(t *testing.T, s Spec, pos game.Position, view func(Spec, game.Position, []game.Square) planes, begun []int32, a Arrays) {
	t.Helper()
	var squares []game.Square
	for _, action := range begun {
		squares = append(squares, game.At(int(action)%s.Width, int(action)/s.Width))
	}
	got := planes{}
	for i, name := range s.Planes {
		if plane := a.Observation[i*s.Cells() : (i+1)*s.Cells()]; slices.Contains(plane, 1) {
			got[name] = plane
		}
	}
	if diff := cmp.Diff(view(s, pos, squares), got); diff != "" {
		t.Fatalf("%s, %v: observation (-want +got):\n%s", pos, begun, diff)
	}
	if a.CurrentPlayer[0] != int8(pos.Turn()) {
		t.Fatalf("%s, %v: player %d is to move", pos, begun, a.CurrentPlayer[0])
	}
	rewards := []float32{0, 0}
	if winners := pos.Winners(); winners != 0 {
		rewards = []float32{-1, -1}
		for seat := range winners.All() {
			rewards[seat] = 1
		}
	}
	if over := pos.Winners() != 0; !slices.Equal(rewards, a.Rewards) || over != (a.Terminated[0] == 1) {
		t.Fatalf("%s: rewards %v, terminated %d", pos, a.Rewards, a.Terminated[0])
	}
}

// compareMask wants the mask to allow what continues the turn begun to one of the moves.
func compareMask(t *testing.T, v Vector, begun []int32, mask []uint8) {
	t.Helper()
	turns, err := v.Turns(0)
	check(t, err)
	want := map[int32]bool{}
	for _, turn := range turns {
		if n := len(begun); slices.Equal(turn.Actions[:n], begun) {
			want[turn.Actions[n]] = true
		}
	}
	got := map[int32]bool{}
	for action, legal := range mask {
		if legal == 1 {
			got[int32(action)] = true
		}
	}
	if !maps.Equal(want, got) {
		t.Fatalf("%s, %v: mask allows %v, want %v", position(t, v, 0), begun, got, want)
	}
}

// TestSymmetries plays random games and their images side by side, for each symmetry. The
// first of them changes nothing.
func TestSymmetries(t *testing.T) {
	eachTested(t, 2, func(t *testing.T, v Vector) {
		s := v.Spec()
		start, err := rulesOf(t, v).Parse(s.Start)
		check(t, err)
		known := game.SymmetriesOf(start)
		for i, y := range v.Symmetries() {
			image, err := game.Image(start, known[i])
			check(t, err)
			if i == 0 && (!slices.IsSorted(y.Planes) || !slices.IsSorted(y.Cells) || !slices.IsSorted(y.Actions)) {
				t.Fatalf("the first symmetry is %v", y)
			}
			compareImages(t, v, mustMake(t, s.Game, image.String(), v.Len()), y)
		}
	})
}

// compareImages plays games of v and their images in w to their ends, twice as many as there are.
func compareImages(t *testing.T, v, w Vector, y Symmetry) {
	t.Helper()
	a, b := newArrays(v), newArrays(w)
	check(t, v.Reset(a))
	check(t, w.Reset(b))
	seed, actions, images := uint64(1), make([]int32, v.Len()), make([]int32, v.Len())
	for ends := 0; ends < 2*v.Len(); {
		if want := imageOf(v, a, y); !reflect.DeepEqual(want, b) {
			t.Fatalf("%s, by %v: the image differs (-want +got):\n%s", position(t, v, 0), y, cmp.Diff(want, b))
		}
		check(t, v.RandomActions(&seed, actions))
		for i, action := range actions {
			images[i] = y.Actions[action]
		}
		check(t, v.Step(actions, true, a))
		check(t, w.Step(images, true, b))
		for _, over := range a.Terminated {
			ends += int(over)
		}
	}
}

// imageOf permutes arrays by a symmetry.
func imageOf(v Vector, a Arrays, y Symmetry) Arrays {
	s, image := v.Spec(), newArrays(v)
	image.CurrentPlayer, image.Rewards, image.Terminated = a.CurrentPlayer, a.Rewards, a.Terminated
	for i := range v.Len() {
		for p := range s.Planes {
			from, to := (i*len(s.Planes)+p)*s.Cells(), (i*len(s.Planes)+int(y.Planes[p]))*s.Cells()
			for c := range s.Cells() {
				image.Observation[to+int(y.Cells[c])] = a.Observation[from+c]
			}
		}
		for action, to := range y.Actions {
			image.Mask[i*s.Actions+int(to)] = a.Mask[i*s.Actions+action]
		}
	}
	return image
}
