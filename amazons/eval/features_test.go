package eval

import (
	"testing"

	"thera/amazons"
)

// featureTables is where each table of features begins, and where the last one ends.
var featureTables = []int{landTable, scopeTable, blockTable, flightTable, companyTable, rivalTable, lineTable, siteTable, siegeTable, shotTable, phaseSize}

// TestFeatures wants each feature out of its own table, in its phase.
func TestFeatures(t *testing.T) {
	var seen [orderPhases]bool
	for _, p := range randomPositions(t, 60, 80) {
		phase := orderPhase(&p)
		seen[phase] = true
		for _, m := range p.AppendMoves(nil) {
			for k, f := range FeaturesOf(&p, m) {
				if f := int(f) - phase*phaseSize; f < featureTables[k] || f >= featureTables[k+1] {
					t.Fatalf("%s, %s: feature %d of phase %d is %d, want it from %d to below %d", &p, m, k, phase, f, featureTables[k], featureTables[k+1])
				}
			}
		}
	}
	if seen != [orderPhases]bool{true, true, true, true, true, true, true} {
		t.Errorf("phases seen: %v, want all", seen)
	}
}

func TestOrderPhase(t *testing.T) {
	for text, want := range map[string]int{
		"Qq8/10/10/10/10/10/10/10/10/10 w": 6, // 98 of 100 empty
		"QQQqqq/******/6/6/6/6 w":          4, // 24 of 36
		"QQQqqq/******/***3/6/6/6 w":       3, // 21
		"QQqq/****/****/4 w":               0, // 4 of 16
	} {
		p, err := amazons.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := orderPhase(&p); got != want {
			t.Errorf("%s: phase %d, want %d", text, got, want)
		}
	}
}
