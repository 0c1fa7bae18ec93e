package game_test

import (
	"context"
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

func TestSeats(t *testing.T) {
	for _, test := range []struct {
		seats   game.Seats
		want    string
		numbers []int
	}{
		{0, "-", []int{}},
		{game.Only(0), "1", []int{1}},
		{game.Only(3), "4", []int{4}},
		{game.Only(0) | game.Only(2), "1+3", []int{1, 3}},
	} {
		if got := test.seats.String(); got != test.want {
			t.Errorf("%b: %q, want %q", test.seats, got, test.want)
		}
		if got := test.seats.Numbers(); !slices.Equal(got, test.numbers) || got == nil {
			t.Errorf("%b: %#v, want %#v", test.seats, got, test.numbers)
		}
		if test.seats != 0 && test.seats.First().Number() != test.numbers[0] {
			t.Errorf("%b: first %v, want %d", test.seats, test.seats.First(), test.numbers[0])
		}
	}
}

func TestStart(t *testing.T) {
	g := amazons.Rules()
	if a, b := gametest.Must(t, g.Start, ""), gametest.Must(t, g.Start, g.Variants()[0]); a.String() != b.String() {
		t.Errorf("the default is %s, the first variant %s", a, b)
	}
	for variant, want := range map[string]string{
		"7x7":         `variant "7x7" of amazons: want one of 10x10, 8x8, 6x6`,
		"8x8:athena":  `variant "8x8:athena" of amazons: want one of 10x10, 8x8, 6x6`,
		"10x10:":      `variant "10x10:" of amazons: want one of 10x10, 8x8, 6x6`,
		"10x10:10x10": `variant "10x10:10x10" of amazons: want one of 10x10, 8x8, 6x6`,
	} {
		if _, err := g.Start(variant); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// TestStartChosen has something chosen beside the variant.
func TestStartChosen(t *testing.T) {
	g := santorini.Rules()
	for variant, want := range map[string]string{
		"2p:athena,pan":           "00000/00000/00000/00000/00000 -,- 1 athena,pan",
		"3p:mortal,hermes,apollo": "00000/00000/00000/00000/00000 -,-,- 1 mortal,hermes,apollo",
		"2p:mortal,mortal":        "00000/00000/00000/00000/00000 -,- 1",
	} {
		if pos := gametest.Must(t, g.Start, variant); pos.String() != want {
			t.Errorf("%s starts at %s, want %s", variant, pos, want)
		}
	}
	for variant, want := range map[string]string{
		"2p:athena,zeus":    `variant "2p:athena,zeus" of santorini: power "zeus": want one of mortal, apollo`,
		"2p:athena":         `variant "2p:athena" of santorini: 1 powers: want 2`,
		"2p:":               `variant "2p:" of santorini: 1 powers: want 2`,
		"2p:athena^,pan":    "no ^ before all have placed",
		"5p:athena,pan":     `variant "5p:athena,pan" of santorini: want one of 2p, 3p, 4p`,
		":athena,pan":       `variant ":athena,pan" of santorini: want one of`,
		"2p:athena,pan:pan": `power "pan:pan"`,
	} {
		if pos, err := g.Start(variant); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v; want an error with %q", variant, pos, err, want)
		}
	}
}

func TestPlayErrors(t *testing.T) {
	pos := gametest.Must(t, amazons.Rules().Start, "6x6")
	for _, test := range []struct {
		move    game.Move
		illegal bool // as against not readable
	}{
		{"b1-b2(b3)", false},
		{"b1-a1(a2)", true},
		{"nonsense", false},
		{"", false},
	} {
		_, err := pos.Play(test.move)
		if test.move == "b1-b2(b3)" {
			if err != nil {
				t.Errorf("%s: %v", test.move, err)
			}
			continue
		}
		if err == nil || errors.Is(err, game.ErrIllegal) != test.illegal || !strings.Contains(err.Error(), fmt.Sprintf("%q", test.move)) {
			t.Errorf("%q: %v; want an error that quotes it, illegal %v", test.move, err, test.illegal)
		}
	}
	_, err := pos.Play("b1-a1(a2)")
	if want := `illegal move "b1-a1(a2)" in ` + pos.String(); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestExplained has rules that say why a move is illegal.
func TestExplained(t *testing.T) {
	pos := gametest.Must(t, santorini.Rules().Parse, "00000/00000/00000/00000/00000 a1e5,b3d3 1 mortal,pan")
	const dome, want = "a1-a2(a3D)", "seat 1 is mortal, who has no power"
	if _, err := pos.Play(dome); !errors.Is(err, game.ErrIllegal) || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("played: %v, want an error that ends in %q", err, want)
	}
	if _, err := game.Enter(pos).Type(dome); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("typed: %v, want an error that ends in %q", err, want)
	}
}

func TestKernelOf(t *testing.T) {
	pos := gametest.Must(t, amazons.Rules().Start, "")
	p, ok := game.KernelOf[amazons.Position](pos)
	if !ok || p.String() != pos.String() {
		t.Errorf("kernel of %s: %s, %v", pos, p.String(), ok)
	}
	if _, ok := game.KernelOf[santorini.Position](pos); ok {
		t.Error("an Amazons position has a Santorini kernel")
	}
}

// plain hides all of a position but its methods, so that Perft has to count
// over text.
type plain struct{ game.Position }

func (p plain) Play(m game.Move) (game.Position, error) {
	next, err := p.Position.Play(m)
	return plain{next}, err
}

func TestPerftOverText(t *testing.T) {
	pos := gametest.Must(t, amazons.Rules().Parse, "q2/3/1Q1 w")
	for depth, want := range []uint64{1, 33, 559, 6805} {
		packed, errPacked := game.Perft(t.Context(), pos, depth)
		text, errText := game.Perft(t.Context(), plain{pos}, depth)
		if packed != want || text != want || errPacked != nil || errText != nil {
			t.Errorf("depth %d: %d, %v packed, %d, %v over text; want %d", depth, packed, errPacked, text, errText, want)
		}
	}
}

func TestPerftStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, pos := range []game.Position{gametest.Must(t, amazons.Rules().Start, ""), plain{gametest.Must(t, amazons.Rules().Start, "6x6")}} {
		if _, err := game.Perft(ctx, pos, 1_000_000_000); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want %v", pos, err, context.Canceled)
		}
	}
}

func TestReplay(t *testing.T) {
	g := amazons.Rules()
	r := game.Record{
		Game:  "amazons",
		Start: gametest.Must(t, g.Start, "6x6").String(),
		Moves: []game.Move{"b1-b4(b3)", "b6-c5(c1)"},
	}
	positions, err := r.Replay(g)
	if err != nil || len(positions) != 3 {
		t.Fatalf("%d positions, %v", len(positions), err)
	}
	r.Moves[1] = "b6-b1(b2)"
	positions, err = r.Replay(g)
	if len(positions) != 2 || !errors.Is(err, game.ErrIllegal) || !strings.HasPrefix(err.Error(), "move 2: ") {
		t.Errorf("%d positions, %v; want 2 and an illegal move 2", len(positions), err)
	}
	r.Moves = r.Moves[:1]
	r.Out = map[int][]game.Seat{1: {5}}
	if _, err = r.Replay(g); err == nil || !strings.HasPrefix(err.Error(), "after move 1: ") {
		t.Errorf("%v, want an error after move 1", err)
	}
	r.Out = map[int][]game.Seat{2: {0}}
	if positions, err = r.Replay(g); positions != nil || err == nil || err.Error() != "seats out after move 2: want 0 to 1" {
		t.Errorf("%d positions, %v, want an error for a move that was not made", len(positions), err)
	}
	if _, err := r.Replay(santorini.Rules()); err == nil {
		t.Error("a record of Amazons is replayed as Santorini")
	}
}

// TestReplayOutAtStart has a seat of a composed position give up before the first turn.
func TestReplayOutAtStart(t *testing.T) {
	r := game.Record{
		Game:  "santorini",
		Start: "00000/00000/00000/00000/00000 a1b1,c1d1,e1e2 1",
		Moves: []game.Move{"b1-b2(b3)"},
		Out:   map[int][]game.Seat{0: {1}},
	}
	positions, err := r.Replay(santorini.Rules())
	if err != nil || len(positions) != 2 {
		t.Fatalf("%d positions, %v", len(positions), err)
	}
	if got, want := positions[0].String(), "00000/00000/00000/00000/00000 a1b1,x,e1e2 1"; got != want {
		t.Errorf("the first position is %s, want %s", got, want)
	}
	if turn := positions[1].Turn(); turn != 2 {
		t.Errorf("seat %s is to move, want 3", turn)
	}
}

func ExampleBoard() {
	pos, _ := santorini.Rules().Parse("00000/00100/00000/00020/00000 b2d4,b4d2 1")
	fmt.Print(pos.Board())
	// Output:
	//  5 0. 0. 0. 0. 0.
	//  4 0. 0B 1. 0A 0.
	//  3 0. 0. 0. 0. 0.
	//  2 0. 0A 0. 2B 0.
	//  1 0. 0. 0. 0. 0.
	//    a  b  c  d  e
}

func TestMovesOf(t *testing.T) {
	m := gametest.Must(t, hermit.ParseMove, "Ra1")
	if got := game.MovesOf(m, m); len(got) != 2 || got[1] != game.Move("Ra1") {
		t.Errorf("%v", got)
	}
}
