package santorini

import (
	"math/rand/v2"
	"slices"
	"testing"

	"thera/game"
	"thera/game/gametest"
)

var symmetries = game.Symmetries(Size, Size)

// randomPositions returns the positions of random games from each variant,
// the last ones included.
func randomPositions(tb testing.TB) (positions []Position) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, variant := range rules.Variants {
		for range 20 {
			p := gametest.Must(tb, Parse, variant.Start)
			for positions = append(positions, p); p.winners == 0; positions = append(positions, p) {
				p.Play(gametest.RandomMove(&p, rng))
			}
		}
	}
	return positions
}

// mapped returns the position under a symmetry.
func mapped(p Position, y game.Symmetry) Position {
	image := func(set Spaces) (image Spaces) {
		for ; set != 0; set &= set - 1 {
			image |= Single(set.First().Image(y))
		}
		return image
	}
	for n := range p.above {
		p.above[n] = image(p.above[n])
	}
	for seat := range p.workers {
		p.workers[seat] = image(p.workers[seat])
	}
	p.hash = p.freshHash(game.Symmetry{})
	return p
}

// TestSymmetry wants the images of a position's moves to be the moves of its
// image, and to lead to the images of where they lead.
func TestSymmetry(t *testing.T) {
	for i, p := range randomPositions(t) {
		y := symmetries[i%len(symmetries)]
		q := mapped(p, y)
		if mapped(q, y.Inverse()) != p {
			t.Fatalf("%s: symmetry %v is not undone by %v", &p, y, y.Inverse())
		}
		var images []Move
		for _, m := range p.AppendMoves(nil) {
			image := m.Image(y)
			images = append(images, image)
			if got, want := after(q, image), mapped(after(p, m), y); got != want {
				t.Fatalf("%s, %s: symmetry %v gives %s, want %s", &p, m, y, &got, &want)
			}
		}
		slices.Sort(images)
		if moves := q.AppendMoves(nil); !slices.Equal(images, moves) {
			t.Fatalf("%s: symmetry %v maps its moves to %v, want %v", &p, y, images, moves)
		}
		if p.CountMoves() != q.CountMoves() {
			t.Fatalf("%s: %d moves, its image %s: %d", &p, p.CountMoves(), &q, q.CountMoves())
		}
	}
}

// TestSymmetryPowers wants the images of a position's turns to lead to the
// images of where they lead, with each power.
func TestSymmetryPowers(t *testing.T) {
	for _, power := range Powers()[1:] {
		p := gametest.Must(t, Parse, "00100/01310/00101/02010/00000 b2d4,b4d2 1 "+power.String()+",pan")
		for _, y := range symmetries {
			q := mapped(p, y)
			if p.CountMoves() != q.CountMoves() {
				t.Fatalf("%s: %d moves, its image %s: %d", &p, p.CountMoves(), &q, q.CountMoves())
			}
			ways := q.AppendAliases(nil)
			for _, m := range p.AppendMoves(nil) {
				image := m.Image(y)
				if got, want := after(q, image), mapped(after(p, m), y); got != want || !slices.Contains(ways, image) {
					t.Fatalf("%s, %s: symmetry %v gives %s, want %s", &p, m, y, &got, &want)
				}
			}
		}
	}
}

// TestSymmetries wants eight different maps.
func TestSymmetries(t *testing.T) {
	images := map[Move]bool{}
	for _, y := range symmetries {
		images[NewPlacement(at(1, 0), at(2, 1)).Image(y)] = true
	}
	if len(images) != len(symmetries) {
		t.Errorf("%d images of b1 and c2, want %d", len(images), len(symmetries))
	}
}
