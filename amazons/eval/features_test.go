package eval

import "testing"

// featureTables is where each table of features begins, and where the last one ends.
var featureTables = []uint16{landTable, scopeTable, blockTable, flightTable, companyTable, rivalTable, lineTable, siteTable, siegeTable, shotTable, NumFeatures}

// TestFeatures wants each feature out of its own table.
func TestFeatures(t *testing.T) {
	for _, p := range randomPositions(t, 60, 80) {
		for _, m := range p.AppendMoves(nil) {
			for k, f := range FeaturesOf(&p, m) {
				if f < featureTables[k] || f >= featureTables[k+1] {
					t.Fatalf("%s, %s: feature %d is %d, want it from %d to below %d", &p, m, k, f, featureTables[k], featureTables[k+1])
				}
			}
		}
	}
}
