package theme_test

import (
	"slices"
	"strings"
	"testing"

	"thera/amazons"
	"thera/game"
	"thera/hermit"
	"thera/internal/puzzle/theme"
	"thera/santorini"
)

func TestOf(t *testing.T) {
	for _, test := range []struct {
		game           game.Game
		position, line string
		want           string
	}{
		{amazons.Rules(), "4/1q2/4/Q3 w", "a1-b2(a2)", "fight"},
		{amazons.Rules(), "q**1/1***/1Q2/1**1 w", "b2-c2(b2)", "wall door"},
		{amazons.Rules(), "q***/1**Q/2*1/1**1 w", "d3-d2(d3)", "door fill"},
		{amazons.Rules(), "q1***/1****/*****/****1/****Q w", "e1-e2(e1)", "door fill"},
		{amazons.Rules(), "2**2/q***q*/*QQq*1/2**1Q/1*1*q*/1**Q2 b", "e5-f4(e3) d1-e1(d1) e2-f1(e2)", "margin"},
		{amazons.Rules(), "2**2/1*q*Qq/Q2*1*/q****1/Q1*1Q*/*1**q1 b", "c5-b4(a5)", "trap save wall"},
		{amazons.Rules(), "4*3/1*****Q1/1**2***/1****q2/*1**Q1*1/**qq***1/1Q*1*1*1/**1qQ*2 w", "e4-f4(g5)", "save wall"},
		// Santorini.
		{santorini.Rules(), "00000/00000/00230/00000/00000 b3e5,a1e1 1", "b3-b4(b5)", "quiet"},
		{santorini.Rules(), "00000/00000/02300/01000/00000 b2e5,a1e1 1", "b2-b3(b2)", "threat climb"},
		{santorini.Rules(), "00000/00300/02300/01000/00000 b2e5,a1e1 1", "b2-b3(b2)", "double climb"},
		{santorini.Rules(), "00000/00000/00000/03000/20001 c2e5,a1e1 1", "c2-c3(b2)", "quiet block dome"},
		{santorini.Rules(), "00000/00000/00000/01000/20001 c2e5,a1b2 2", "b2-b3(b4)", "quiet descend"},
		{santorini.Rules(), "00000/00000/00000/00000/00000 c2e5,a1e1 1 atlas,mortal", "c2-c3(c4D)", "quiet dome power"},
		// Hermit.
		{hermit.Rules(), "RY.YR 1", "Bc1", "parity"},
		{hermit.Rules(), "...... 1", "Rc1-d1", "mirror split"},
	} {
		pos, err := test.game.Parse(test.position)
		if err != nil {
			t.Error(err)
			continue
		}
		got, err := theme.Of(pos, moves(test.line))
		if err != nil || strings.Join(got, " ") != test.want {
			t.Errorf("%s, %s: %s, %v; want %s", test.position, test.line, got, err, test.want)
		}
		for _, name := range got {
			if !slices.Contains(theme.All(test.game.Name()), name) {
				t.Errorf("%s is no theme of %s", name, test.game.Name())
			}
		}
	}
}

func moves(line string) (moves []game.Move) {
	for m := range strings.FieldsSeq(line) {
		moves = append(moves, game.Move(m))
	}
	return moves
}

func TestOfNothing(t *testing.T) {
	pos, err := hermit.Rules().Start("3x3")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range [][]game.Move{nil, {"Zz9"}} {
		if got, err := theme.Of(pos, line); err == nil {
			t.Errorf("%s: %s, want an error", line, got)
		}
	}
	if got := theme.All("chess"); got != nil {
		t.Errorf("chess has %s, want none", got)
	}
}
