package eval

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/santorini"
)

// featureTables is where each table of features begins, and where the last one ends.
var featureTables = []uint16{stepTable, risesTable, toTable, fromTable, leftTable, buildTable, siteTable, stairsTable, NumFeatures}

// TestFeatures wants each feature out of its own table, with powers too.
func TestFeatures(t *testing.T) {
	for _, p := range append(randomPositions(t), quietPositions(t)...) {
		for _, m := range p.AppendMoves(nil) {
			if m.IsPlacement() || m.IsClimb() {
				continue
			}
			for i, f := range FeaturesOf(&p, m) {
				if f < featureTables[i] || f >= featureTables[i+1] {
					t.Fatalf("%s, %s: feature %d is %d, want it from %d to below %d", &p, m, i, f, featureTables[i], featureTables[i+1])
				}
			}
		}
	}
}

// TestFeaturesNaive compares with features that are computed one by one.
func TestFeaturesNaive(t *testing.T) {
	for _, p := range append(randomPositions(t), quietPositions(t)...) {
		for _, m := range p.AppendMoves(nil) {
			if m.IsPlacement() || m.IsClimb() {
				continue
			}
			if got, want := FeaturesOf(&p, m), naiveFeatures(&p, m); got != want {
				t.Fatalf("%s, %s: features %v, want %v", &p, m, got, want)
			}
		}
	}
}

// naiveFeatures is FeaturesOf, written from the descriptions of the tables alone.
func naiveFeatures(p *santorini.Position, m santorini.Move) [MoveFeatures]uint16 {
	from, to, build := m.Spaces()
	own := p.Workers(p.Turn())
	rivals := p.Occupied() &^ own
	if m.IsStill() {
		from, to = own.First(), own.First()
	}
	other := (own &^ santorini.Single(from)).First()
	low := func(s santorini.Space) int { return min(int(p.Level(s)), 2) }
	// nearest returns 1 more than the level of the highest rival next to a square,
	// 0 for none.
	nearest := func(s santorini.Space) (level int) {
		for near := rivals & santorini.Neighbors(s); near != 0; near &= near - 1 {
			level = max(level, low(near.First())+1)
		}
		return level
	}
	// beside returns how many of some squares next to one are of a level.
	beside := func(s santorini.Space, among santorini.Spaces, level int) (n int) {
		for rest := santorini.Neighbors(s) & among; rest != 0; rest &= rest - 1 {
			if int(p.Level(rest.First())) == level {
				n++
			}
		}
		return n
	}
	index := func(table int, digits ...int) uint16 { // of pairs: a digit, below what it is
		n := 0
		for i := 0; i < len(digits); i += 2 {
			n = n*digits[i+1] + digits[i]
		}
		return uint16(table + n)
	}
	truth := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}

	reach, around := nearest(build), 0
	for r := rivals; r != 0; r &= r - 1 {
		if santorini.Single(r.First()).Spread().Spread().Has(build) {
			around++
		}
	}
	if around == 0 {
		reach = 4
	}
	helper := 0
	if santorini.Neighbors(other).Has(build) {
		helper = low(other) + 1
	}
	fl, tl, bl := low(from), low(to), min(int(p.Level(build)), 3)
	free := santorini.AllSpaces &^ p.Occupied()
	return [MoveFeatures]uint16{
		index(stepTable, fl, 3, min(int(p.Level(to)), 3), 4, nearest(to), 4, truth(santorini.Neighbors(other).Has(to)), 2),
		index(risesTable, tl, 3, min(beside(to, free, tl+1), 3), 4, min(beside(to, free, tl), 3), 4),
		index(toTable, int(ringOf[to]), numRings, tl, 3),
		index(fromTable, int(ringOf[from]), numRings, fl, 3),
		index(leftTable, fl, 3, nearest(from), 4),
		index(buildTable, tl, 3, bl, 4, reach, 5, helper, 4, truth(around > 1), 2),
		index(siteTable, int(ringOf[build]), numRings, bl, 4),
		index(stairsTable, bl, 4, min(beside(build, santorini.AllSpaces, bl+1), 3), 4, truth(beside(build, santorini.AllSpaces, bl+2) > 0), 2),
	}
}

// TestFeaturesMove looks at one move closely.
func TestFeaturesMove(t *testing.T) {
	p := gametest.Must(t, santorini.Parse, "01011/23010/01130/10000/10110 c4e3,b2d1 1")
	m := santorini.NewMove(12+1, 6+1, 1) // c4-b3(a2)
	want := [MoveFeatures]uint16{
		// from level 0 to 1, next to b2 on level 0, not to e3
		stepTable + ((0*4+1)*4+1)*2,
		risesTable + (1*4+1)*4 + 2, // a4 on level 2; c3 and a2 on 1
		toTable + 4*3 + 1,
		fromTable + 4*3,
		leftTable,
		buildTable + ((1*4+1)*5+1)*8, // next to b2, and d1 is far
		siteTable + 1*4 + 1,
		stairsTable + 1*8,
	}
	if got := FeaturesOf(&p, m); got != want {
		t.Errorf("%s: %v, want %v", m, got, want)
	}
}

// TestFeaturesImages wants the same of moves that are images of each other.
func TestFeaturesImages(t *testing.T) {
	for _, p := range randomPositions(t) {
		if p.Players() != 2 || p.Winners() != 0 || p.Workers(1) == 0 {
			continue
		}
		for _, y := range game.Symmetries(santorini.Size, santorini.Size) {
			image := imageOf(t, &p, y)
			legal := image.AppendMoves(nil)
			for _, m := range p.AppendMoves(nil) {
				if !slices.Contains(legal, m.Image(y)) || !m.IsClimb() && FeaturesOf(&p, m) != FeaturesOf(&image, m.Image(y)) {
					t.Fatalf("%s, %s: %v; %s, %s: not so", &p, m, FeaturesOf(&p, m), &image, m.Image(y))
				}
			}
		}
	}
}

// imageOf returns the image of a position of two without powers.
func imageOf(t *testing.T, p *santorini.Position, y game.Symmetry) santorini.Position {
	t.Helper()
	var text strings.Builder
	for rank := santorini.Size - 1; rank >= 0; rank-- {
		for file := range santorini.Size {
			fmt.Fprint(&text, p.Level(santorini.Space(santorini.Size*file+rank).Image(y.Inverse())))
		}
		text.WriteByte("/ "[len(text.String())/29])
	}
	for seat := range game.Seat(2) {
		own := p.Workers(seat)
		a, b := own.First().Image(y), own.Last().Image(y)
		fmt.Fprintf(&text, "%s%s%c", min(a, b), max(a, b), ", "[seat])
	}
	fmt.Fprint(&text, p.Turn())
	return gametest.Must(t, santorini.Parse, text.String())
}
