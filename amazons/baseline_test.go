package amazons

import (
	"testing"

	"thera/game"
)

func TestBaselineSides(t *testing.T) {
	for _, p := range randomPositions(t, 200, 80) {
		b := Baseline{p}
		if v, w := b.Evaluate(White), b.Evaluate(Black); v != -w {
			t.Fatalf("%s: %d for White, %d for Black", &p, v, w)
		}
	}
}

func TestBaselineMeasure(t *testing.T) {
	for _, test := range []struct {
		text string
		want int
	}{
		{"Q2q w", 0},            // one square each
		{"Q3q w", 0},            // one each and one between
		{"Q1*2q w", -200},       // one square against two, of three
		{"Q***/****/***q w", 0}, // no squares at all
	} {
		p, err := Parse(test.text)
		if err != nil {
			t.Fatal(err)
		}
		if b := (&Baseline{p}); b.Evaluate(White) != test.want {
			t.Errorf("%s: %d, want %d", test.text, b.Evaluate(White), test.want)
		}
	}
}

func TestBaselineRules(t *testing.T) {
	pos, err := BaselineRules().Start("8x8")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := game.KernelOf[Baseline](pos); !ok {
		t.Error("positions are not for a search by Baseline")
	}
}
