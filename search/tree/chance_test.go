package tree

import (
	"math"
	"testing"
)

// TestTablesAreTheSameEverywhere wants the values of all tables to be rounded to what
// they are by far more than functions of package math differ between processors.
func TestTablesAreTheSameEverywhere(t *testing.T) {
	const far = 1e-14 // relative, some 50 units in the last place
	check := func(name string, i int, x float64) {
		if float32(x*(1-far)) != float32(x*(1+far)) {
			t.Errorf("%s %d: %v is about half-way between two float32", name, i, x)
		}
	}
	for i := range probabilities {
		check("probability", i, 1/(1+math.Exp(-float64(i-maxLogit)/100)))
	}
	for i := range priorWeights {
		check("weight", i, math.Exp(-float64(i)/temperature))
	}
}

// TestScoresAreTheSameEverywhere looks at the chances next to those at which the score
// in centilogits changes.
func TestScoresAreTheSameEverywhere(t *testing.T) {
	for i := range 2 * maxLogit {
		change := float64(i-maxLogit) + .5
		p := float32(1 / (1 + math.Exp(-change/100)))
		for _, near := range []float32{math.Nextafter32(p, 0), p, math.Nextafter32(p, 1)} {
			exact := 100 * math.Log(float64(near)/(1-float64(near)))
			if math.Abs(exact-change) < 1e-11 {
				t.Errorf("a chance of %v is %v centilogits: about half-way between two", near, exact)
			}
		}
	}
}

// TestRootMeanIsTheSameEverywhere has products rounded before they are added up, as
// they are not where a processor does both at once.
func TestRootMeanIsTheSameEverywhere(t *testing.T) {
	children := nodes{{visits: 3, mean: .1}, {visits: 7, mean: .4}, {visits: 11, mean: .7}}
	tr := rootWith(children)
	tr.nodes[0].seatChanged = true
	tr.setRootSeat(0)
	var products [3]float32 // each rounded
	for i, c := range children {
		products[i] = float32(float32(c.visits) * c.mean)
	}
	if want := (products[0] + products[1] + products[2]) / 21; tr.nodes[0].mean != want {
		t.Errorf("mean %v, want %v", tr.nodes[0].mean, want)
	}
}
