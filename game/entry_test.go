package game_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"thera/amazons"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/santorini"
)

const (
	// Level 3 on e5, level 2 on d4, level 1 on c4.
	cornerTower    = "00003/00120/00000/00000/00000 "
	smallAmazons   = "1q2/3q/Q3/2Q1 w"
	smallSantorini = "00000/00100/00000/00020/00000 b2d4,b4d2 1"
	smallHermit    = "..R/.../... 1"
)

func ExampleEnter() {
	pos, _ := hermit.Rules().Parse("..R/.../... 1")
	entry := game.Enter(pos)
	fmt.Println(entry.Options())
	entry, _ = entry.Add("Y", "a3")
	move, ok := entry.Move()
	fmt.Println(move, ok, entry.Options())
	entry, _ = entry.Add("b3")
	move, ok = entry.Move()
	fmt.Println(move, ok, entry.Complete())
	// Output:
	// [R Y B]
	// Ya3 true [b3 a2]
	// Ya3-b3 true true
}

func TestEntry(t *testing.T) {
	for _, test := range []struct {
		game     game.Game
		position string
		steps    string
		options  string // "" for none
		move     game.Move
		complete bool
	}{
		{amazons.Rules(), smallAmazons, "", "c1 a2", "", false},
		{amazons.Rules(), smallAmazons, "c1 b1", "a1 c1 d1 b2 c2 b3", "", false},
		{amazons.Rules(), smallAmazons, "c1 b1 a1", "", "c1-b1(a1)", true},
		{santorini.Rules(), smallSantorini, "b2", "a1 a2 a3 b1 b3 c1 c2 c3", "", false},
		{santorini.Rules(), "00000/00000/00000/00000/00000 -,- 1", "b2 d4", "", "@b2,d4", true},
		{santorini.Rules(), "00000/00000/00000/00000/00000 -,- 1", "d4 b2", "", "@b2,d4", true},
		{santorini.Rules(), "00000/00320/00000/00000/00000 d4e1,a1a2 1", "d4 c4", "", "d4-c4", true},
		{hermit.Rules(), smallHermit, "Y a3", "b3 a2", "Ya3", false},
		// On level 2 before level 3: artemis may build there, or step again and win.
		{santorini.Rules(), cornerTower + "c4e1,a1a2 1 artemis,pan", "c4 d4", "c3 c4 c5 d3 d5 e3 e4 e5 -e5 -c3 -c5 -d3 -d5 -e3 -e4", "", false},
		{santorini.Rules(), cornerTower + "c4e1,a1a2 1 artemis,pan", "c4 d4 e5", "", "c4-d4(e5)", true},
		{santorini.Rules(), cornerTower + "c4e1,a1a2 1 artemis,pan", "c4 d4 -e5", "", "c4-d4-e5", true},
		{santorini.Rules(), cornerTower + "c4e1,a1a2 1 artemis,pan", "c4 d4 -e4 d5", "", "c4-d3-e4(d5)", true},
		{santorini.Rules(), smallSantorini + " demeter,pan", "b2 a1 b1", "b2 a2", "b2-a1(b1)", false},
		{santorini.Rules(), smallSantorini + " demeter,pan", "b2 a1 b1 a2", "", "b2-a1(a2,b1)", true},
		{santorini.Rules(), smallSantorini + " hephaestus,pan", "b2 a1 b1", "b1", "b2-a1(b1)", false},
		{santorini.Rules(), smallSantorini + " atlas,pan", "b2 a1 b1", "D", "b2-a1(b1)", false},
		{santorini.Rules(), smallSantorini + " atlas,pan", "b2 a1 b1 D", "", "b2-a1(b1D)", true},
		{santorini.Rules(), smallSantorini + " prometheus,pan", "a1 b2", "a2 a3 b1 b3 c1 c2 c3", "", false},
		{santorini.Rules(), smallSantorini + " prometheus,pan", "b3 b2 a2 a1", "", "(a1)b2-a2(b3)", true},
		{santorini.Rules(), smallSantorini + " prometheus,pan", "b3 b2 a2 a3", "", "(a3)b2-a2(b3)", true},
		{santorini.Rules(), smallSantorini + " hermes,pan", "a1", "", "(a1)", true},
		{santorini.Rules(), smallSantorini + " hermes,pan", "d4 e5 b2 a1 d4", "", "b2-a1,d4-e5(d4)", true},
		{hermit.Rules(), smallHermit, "Y b3 a3", "", "Ya3-b3", true},
	} {
		pos := gametest.Must(t, test.game.Parse, test.position)
		entry := game.Enter(pos)
		for _, step := range strings.Fields(test.steps) {
			if !slices.Contains(entry.Options(), step) {
				t.Fatalf("%s after %q: %s is not on offer", pos, entry.Steps(), step)
			}
			entry, _ = entry.Add(step)
		}
		if got := strings.Join(entry.Options(), " "); got != test.options {
			t.Errorf("%s after %q: options %q, want %q", pos, test.steps, got, test.options)
		}
		if move, ok := entry.Move(); move != test.move || ok != (test.move != "") || entry.Complete() != test.complete {
			t.Errorf("%s after %q: move %q, %v, complete %v; want %q, complete %v",
				pos, test.steps, move, ok, entry.Complete(), test.move, test.complete)
		}
	}
}

func TestEntryTakesBack(t *testing.T) {
	entry := game.Enter(gametest.Must(t, amazons.Rules().Parse, smallAmazons))
	longer, ok := entry.Add("c1", "b1")
	if !ok || !slices.Equal(longer.Steps(), []string{"c1", "b1"}) {
		t.Fatalf("steps %q, %v", longer.Steps(), ok)
	}
	if same, ok := longer.Add("b1"); ok || !slices.Equal(same.Steps(), longer.Steps()) {
		t.Errorf("a step that leads nowhere is taken: %q, %v", same.Steps(), ok)
	}
	if one := longer.Back(); !slices.Equal(one.Steps(), []string{"c1"}) || len(one.Back().Steps()) != 0 || len(one.Back().Back().Steps()) != 0 {
		t.Errorf("back from %q leads to %q", longer.Steps(), one.Steps())
	}
	if again := longer.Restart(); len(again.Steps()) != 0 || !slices.Equal(again.Options(), entry.Options()) {
		t.Errorf("restarted at %q with options %q", again.Steps(), again.Options())
	}
	if left, _ := longer.Add("a1"); len(longer.Steps()) != 2 || len(left.Steps()) != 3 {
		t.Error("a longer entry changes the one it came from")
	}
}

func TestEntryTyped(t *testing.T) {
	for _, test := range []struct {
		game            game.Game
		position, typed string // texts one after another
		want            string // steps, "" if the last is refused
	}{
		{amazons.Rules(), smallAmazons, "c1-b1(a1)", "c1 b1 a1"},
		{amazons.Rules(), smallAmazons, " c1b1,b1a1 ", "c1 b1 a1"},
		{amazons.Rules(), smallAmazons, "c1b1", "c1 b1"},
		{amazons.Rules(), smallAmazons, "c1;b1;a1", "c1 b1 a1"},
		{amazons.Rules(), smallAmazons, "c1;a2", "a2"},
		{amazons.Rules(), smallAmazons, "c1-b1(b1)", "c1 b1"}, // a square named twice is one step
		{amazons.Rules(), smallAmazons, "c1 x b1", ""},
		{santorini.Rules(), smallSantorini + " hephaestus,pan", "b2 a1 b1 b1", "b2 a1 b1 b1"},
		{santorini.Rules(), smallSantorini + " hephaestus,pan", "b2a1,a1b1", "b2 a1 b1"},
		{santorini.Rules(), smallSantorini + " atlas,pan", "b2 a1;b1;D", "b2 a1 b1 D"},
		{santorini.Rules(), smallSantorini + " artemis,pan", "b2;a1;-a2", "b2 a1 -a2"},
		{santorini.Rules(), smallSantorini + " artemis,pan", "b2 a1 -a2", "b2 a1 -a2"},
		{santorini.Rules(), smallSantorini + " artemis,pan", "b2;-a1;a2", "b2 a1 a2"},
		{santorini.Rules(), smallSantorini + " artemis,pan", "b2-b1-a1(a2)", "b2 a1 a2"},
		// Continuing the turn takes precedence: this is not a build without a move.
		{santorini.Rules(), smallSantorini + " hermes,pan", "b2;a1;(b2)", "b2 a1 b2"},
		{santorini.Rules(), smallSantorini + " hermes,pan", "(b1)", "b1"},
		{amazons.Rules(), smallAmazons, "d4", ""},
		{amazons.Rules(), smallAmazons, "", ""},
		{hermit.Rules(), smallHermit, "y a3 b3", "Y a3 b3"},
		{hermit.Rules(), smallHermit, "Y;b3;a3", "Y b3 a3"},
	} {
		pos := gametest.Must(t, test.game.Parse, test.position)
		entry := game.Enter(pos)
		var err error
		for _, text := range strings.Split(test.typed, ";") {
			entry, err = entry.Type(text)
		}
		if test.want == "" {
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", strings.TrimSpace(test.typed))) {
				t.Errorf("%s, typed %q: error %v, want one that quotes it", pos, test.typed, err)
			}
			continue
		}
		if got := strings.Join(entry.Steps(), " "); got != test.want || err != nil {
			t.Errorf("%s, typed %q: steps %q, %v; want %q", pos, test.typed, got, err, test.want)
		}
	}
	if _, err := (game.Entry{}).Type("a1"); err == nil {
		t.Error("a turn is typed where there is none")
	}
}

func TestRead(t *testing.T) {
	for _, test := range []struct {
		game           game.Game
		position, text string
		want           game.Move
	}{
		{amazons.Rules(), smallAmazons, "c1b1,b1a1", "c1-b1(a1)"},
		{amazons.Rules(), smallAmazons, "c1 b1 a1", "c1-b1(a1)"},
		{santorini.Rules(), smallSantorini, "b2c2,c2b2", "b2-c2(b2)"},
		{hermit.Rules(), smallHermit, "y b3 a3", "Ya3-b3"},
		{santorini.Rules(), smallSantorini + " demeter,pan", "b2-c2(c1,b2)", "b2-c2(b2,c1)"},
		{santorini.Rules(), smallSantorini + " artemis,pan", "b2-b3-c2(c1)", "b2-c2(c1)"},
		{santorini.Rules(), smallSantorini + " artemis,pan", "b2-b1-d2(c1)", ""},
		{santorini.Rules(), smallSantorini + " hermes,pan", "d4-e5,b2-b1(b2)", "b2-b1,d4-e5(b2)"},
	} {
		pos := gametest.Must(t, test.game.Parse, test.position)
		if test.want == "" {
			if m, err := pos.Read(test.text); !errors.Is(err, game.ErrIllegal) {
				t.Errorf("%s: %q is read as %q, %v; want an illegal move", pos, test.text, m, err)
			}
			continue
		}
		if got, err := pos.Read(test.text); got != test.want || err != nil {
			t.Errorf("%s: %q is read as %q, %v; want %q", pos, test.text, got, err, test.want)
		}
	}
	pos := gametest.Must(t, amazons.Rules().Parse, smallAmazons)
	if m, err := pos.Read("c1-a1(a1)"); !errors.Is(err, game.ErrIllegal) || m != "" {
		t.Errorf("an illegal move is read as %q, %v", m, err)
	}
	if m, err := pos.Read("c1"); err == nil || errors.Is(err, game.ErrIllegal) {
		t.Errorf("half a move is read as %q, %v", m, err)
	}
}

// A seat that the next move eliminates is in play until then.
func TestSeatsInPlay(t *testing.T) {
	for _, test := range []struct {
		game     game.Game
		position string
		want     string
	}{
		{amazons.Rules(), smallAmazons, "1+2"},
		{hermit.Rules(), smallHermit, "1+2"},
		{santorini.Rules(), smallSantorini, "1+2"},
		{santorini.Rules(), "12112/01331/12012/33311/02221 a1b3,c3e4,c5e3 1", "1+2+3"},
		{santorini.Rules(), "12112/01331/12012/33311/02221 a1b3,x,c5e3 1", "1+3"},
		{santorini.Rules(), "00000/00000/00000/00000/00000 -,-,-,- 1", "1+2+3+4"},
	} {
		if pos := gametest.Must(t, test.game.Parse, test.position); pos.Seats().String() != test.want {
			t.Errorf("%s: in play %s, want %s", pos, pos.Seats(), test.want)
		}
	}
}

func TestEnding(t *testing.T) {
	for _, test := range []struct {
		game     game.Game
		position string
		want     game.Ending
	}{
		{amazons.Rules(), smallAmazons, ""},
		{amazons.Rules(), "Q*q/**1 w", game.Stuck},
		{hermit.Rules(), "R 2", game.Stuck},
		{santorini.Rules(), smallSantorini, ""},
		{santorini.Rules(), "00000/00310/00000/00000/00000 c4e1,a1a2 #1", santorini.Climbed},
		{santorini.Rules(), "00000/00310/00000/00000/00000 b4e1,a1a2 #1 pan,mortal", santorini.Dropped},
		{santorini.Rules(), "00000/00310/00000/00000/00000 c4e1,a1a2 #1 pan,mortal", santorini.Climbed},
		{santorini.Rules(), "00000/00310/00000/00000/00000 a1a2,b4e1,+,+ #4 mortal,mortal,mortal,pan", santorini.Dropped},
		{santorini.Rules(), "00000/00000/00000/44400/00400 a1b1,c5d5 1", game.Stuck},
		{santorini.Rules(), "00000/00000/00000/00000/00000 a1e5,x,x 1", game.Last},
	} {
		if pos := gametest.Must(t, test.game.Parse, test.position); pos.Ending() != test.want {
			t.Errorf("%s: ending %q, want %q", pos, pos.Ending(), test.want)
		}
	}
}

func TestCompose(t *testing.T) {
	at := func(name string) game.Square {
		return gametest.Must(t, game.ParseSquare, name)
	}
	worker := func(seat game.Seat, level int) game.Cell {
		return game.Cell{Kind: santorini.KindWorker, Owner: game.Only(seat), Level: level}
	}
	for _, test := range []struct {
		name  string
		game  game.Game
		board game.Board
		cells map[string]game.Cell
		turn  game.Seat
		want  string // the position, or what its error has
		fails bool
	}{
		{"amazons", amazons.Rules(), game.NewBoard(3, 2, 2), map[string]game.Cell{
			"a1": {Kind: amazons.KindAmazon, Owner: game.Only(0)},
			"c2": {Kind: amazons.KindAmazon, Owner: game.Only(1)},
			"b1": {Kind: amazons.KindArrow},
		}, 1, "2q/Q*1 b", false},
		{"amazon of seat 3", amazons.Rules(), game.NewBoard(3, 2, 2), map[string]game.Cell{
			"a1": {Kind: amazons.KindAmazon, Owner: game.Only(2)},
		}, 0, `square a1: "amazon" of seat 3`, true},
		{"seat 3 of 2", amazons.Rules(), game.NewBoard(3, 2, 2), nil, 2, "seat 3 to move", true},
		{"cells missing", amazons.Rules(), game.Board{Files: 3, Ranks: 3}, nil, 0, "board of 3×3 with 0 cells", true},
		{"no files", amazons.Rules(), game.Board{}, nil, 0, "board of 0×0", true},
		{"eleven ranks", amazons.Rules(), game.NewBoard(1, 11, 2), nil, 0, "board of 1×11", true},
		{"hermit", hermit.Rules(), game.NewBoard(2, 2, 2), map[string]game.Cell{"a1": {Kind: "red"}, "b2": {Kind: "blue"}}, 0, ".B/R. 1", false},
		{"blocks that touch", hermit.Rules(), game.NewBoard(2, 2, 2), map[string]game.Cell{"a1": {Kind: "red"}, "b2": {Kind: "red"}}, 0, "touches another block", true},
		{"green block", hermit.Rules(), game.NewBoard(2, 2, 2), map[string]game.Cell{"a1": {Kind: "green"}}, 0, `"green"`, true},
		{"nobody placed", santorini.Rules(), game.NewBoard(5, 5, 3), nil, 0, "00000/00000/00000/00000/00000 -,-,- 1", false},
		{"one out", santorini.Rules(), game.NewBoard(5, 5, 3), map[string]game.Cell{
			"a1": worker(0, 1), "b1": worker(0, 0), "a5": worker(2, 0), "b5": worker(2, 0),
		}, 2, "00000/00000/00000/00000/10000 a1b1,x,a5b5 3", false},
		{"one worker", santorini.Rules(), game.NewBoard(5, 5, 2), map[string]game.Cell{"a1": worker(0, 0)}, 0, "seat 1 has 1 workers", true},
		{"worker on a dome", santorini.Rules(), game.NewBoard(5, 5, 2), map[string]game.Cell{"a1": worker(0, 4)}, 0, "below level 4", true},
		{"level 5", santorini.Rules(), game.NewBoard(5, 5, 2), map[string]game.Cell{"a1": {Level: 5}}, 0, "level 5: want 0 to 4", true},
		{"level -1", santorini.Rules(), game.NewBoard(5, 5, 2), map[string]game.Cell{"a1": {Level: -1}}, 0, "level -1: want 0 to 4", true},
		{"arrow", santorini.Rules(), game.NewBoard(5, 5, 2), map[string]game.Cell{"a1": {Kind: "arrow"}}, 0, `"arrow"`, true},
		{"5 seats", santorini.Rules(), game.NewBoard(5, 5, 5), nil, 0, "5 seats: want 2 to 4", true},
		{"6×5", santorini.Rules(), game.NewBoard(6, 5, 2), nil, 0, "6×5 squares: want 5×5", true},
		{"out of turn", santorini.Rules(), game.NewBoard(5, 5, 2), nil, 1, "has not placed its workers", true},
	} {
		for name, cell := range test.cells {
			*test.board.At(at(name)) = cell
		}
		pos, err := test.game.Compose(test.board, test.turn)
		switch {
		case test.fails && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: %v, %v; want an error with %q", test.name, pos, err, test.want)
		case !test.fails && (err != nil || pos.String() != test.want):
			t.Errorf("%s: %v, %v; want %s", test.name, pos, err, test.want)
		}
	}
}
