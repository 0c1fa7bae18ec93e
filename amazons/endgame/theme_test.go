package endgame_test

import (
	"strings"
	"testing"

	"thera/amazons"
	"thera/amazons/endgame"
	"thera/game/gametest"
)

func TestOf(t *testing.T) {
	for _, test := range []struct{ position, line, want string }{
		{"4/1q2/4/Q3 w", "a1-b2(a2)", "fight"},
		{"q**1/1***/1Q2/1**1 w", "b2-c2(b2)", "wall door"},
		{"q***/1**Q/2*1/1**1 w", "d3-d2(d3)", "door fill"},
		{"q1***/1****/*****/****1/****Q w", "e1-e2(e1)", "door fill"},
		{"2**2/q***q*/*QQq*1/2**1Q/1*1*q*/1**Q2 b", "e5-f4(e3) d1-e1(d1) e2-f1(e2)", "margin"},
		{"2**2/1*q*Qq/Q2*1*/q****1/Q1*1Q*/*1**q1 b", "c5-b4(a5)", "trap save wall"},
		{"4*3/1*****Q1/1**2***/1****q2/*1**Q1*1/**qq***1/1Q*1*1*1/**1qQ*2 w", "e4-f4(g5)", "save wall"},
	} {
		before := gametest.Must(t, amazons.Parse, test.position)
		var moves []amazons.Move
		positions := []amazons.Position{before}
		for text := range strings.FieldsSeq(test.line) {
			m := gametest.Must(t, amazons.ParseMove, text)
			next := positions[len(positions)-1]
			if !next.Legal(m) {
				t.Fatalf("%s: %s is not legal", test.position, m)
			}
			next.Play(m)
			moves, positions = append(moves, m), append(positions, next)
		}
		got := endgame.ThemesOf(&before, moves[0], &positions[1], &positions[len(positions)-1])
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s, %s: %s, want %s", test.position, test.line, got, test.want)
		}
	}
}
