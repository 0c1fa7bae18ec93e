package eval

import (
	"testing"

	"thera/amazons"
	"thera/amazons/endgame"
	"thera/game"
	"thera/game/gametest"
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

// TestFeaturesNaive compares with features that are computed one by one.
func TestFeaturesNaive(t *testing.T) {
	for _, p := range randomPositions(t, 20, 80) {
		for _, m := range p.AppendMoves(nil) {
			if got, want := FeaturesOf(&p, m), naiveFeatures(&p, m); got != want {
				t.Fatalf("%s, %s: features %v, want %v", &p, m, got, want)
			}
		}
	}
}

// naiveFeatures is FeaturesOf, written from the descriptions of the tables alone.
func naiveFeatures(p *amazons.Position, m amazons.Move) [MoveFeatures]uint16 {
	from, to, arrow := m.From(), m.To(), m.Arrow()
	empty, own, rivals := p.Empty(), p.Amazons(p.Turn()), p.Amazons(1-p.Turn())
	next := func(s game.Square, among game.Squares) int {
		return game.Single(s).Spread().Without(s).And(among).Len()
	}
	time := func(s game.Square) int {
		g, f := endgame.Over(empty), endgame.From(rivals)
		for t := range times - 1 {
			if g.QueenStep(&f); f.Fresh.Has(s) {
				return t
			}
		}
		return times - 1
	}
	loss := func(s game.Square, side game.Squares) (n int) {
		for ; !side.IsEmpty(); side = side.WithoutFirst() {
			if reach := amazons.QueenMoves(side.First(), empty); reach.Has(s) {
				n += reach.Len() - amazons.QueenMoves(side.First(), empty.Without(s)).Len()
			}
		}
		return lossClass(n)
	}
	nearest := func(s game.Square, side game.Squares) int {
		least := steps - 1
		for ; !side.IsEmpty(); side = side.WithoutFirst() {
			least = min(least, stepsBetween(side.First(), s))
		}
		return least
	}
	scope := func(s game.Square) int { return min(amazons.QueenMoves(s, empty.With(from)).Len()/3, scopes-1) }
	siege := 0
	for near := game.Single(arrow).Spread().And(rivals); !near.IsEmpty(); near = near.WithoutFirst() {
		if room := next(near.First(), empty) + 1; siege == 0 || room < siege {
			siege = room
		}
	}
	others := own.Without(from)
	numbers := [MoveFeatures]int{
		landTable + time(to)*rooms + next(to, empty),
		scopeTable + scope(to)*scopes + scope(from),
		blockTable + loss(to, rivals),
		flightTable + min(next(from, rivals), 2)*rooms + next(from, empty),
		companyTable + nearest(to, others)*steps + nearest(from, others),
		rivalTable + nearest(to, rivals)*steps + nearest(from, rivals),
		lineTable + loss(arrow, rivals)*losses + loss(arrow, own),
		siteTable + next(arrow, empty)*3 + min(next(arrow, rivals), 2),
		siegeTable + siege*times + time(arrow),
		shotTable + stepsBetween(to, arrow)*times + time(arrow),
	}
	var features [MoveFeatures]uint16
	first := orderPhase(p) * phaseSize
	for i, n := range numbers {
		features[i] = uint16(first + n)
	}
	return features
}

func TestOrderPhase(t *testing.T) {
	for text, want := range map[string]int{
		"Qq8/10/10/10/10/10/10/10/10/10 w": 6, // 98 of 100 empty
		"QQQqqq/******/6/6/6/6 w":          4, // 24 of 36
		"QQQqqq/******/***3/6/6/6 w":       3, // 21
		"QQqq/****/****/4 w":               0, // 4 of 16
	} {
		p := gametest.Must(t, amazons.Parse, text)
		if got := orderPhase(&p); got != want {
			t.Errorf("%s: phase %d, want %d", text, got, want)
		}
	}
}
