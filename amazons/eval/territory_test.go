package eval

import (
	"testing"

	"thera/amazons"
	"thera/game/gametest"
)

func TestTerritorySides(t *testing.T) {
	for _, p := range randomPositions(t, 200, 80) {
		if v, w := Territory(&p, amazons.White), Territory(&p, amazons.Black); v != -w {
			t.Fatalf("%s: %d for White, %d for Black", &p, v, w)
		}
	}
}

func TestTerritoryMeasure(t *testing.T) {
	for _, test := range []struct {
		text string
		want int
	}{
		{"Q2q w", 0},            // one square each
		{"Q3q w", 0},            // one each and one between
		{"Q1*2q w", -200},       // one square against two, of three
		{"Q***/****/***q w", 0}, // no squares at all
	} {
		p := gametest.Must(t, amazons.Parse, test.text)
		if got := Territory(&p, amazons.White); got != test.want {
			t.Errorf("%s: %d, want %d", test.text, got, test.want)
		}
	}
}
