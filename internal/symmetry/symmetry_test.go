package symmetry_test

import (
	"math/rand/v2"
	"testing"

	"thera/amazons"
	"thera/game"
	"thera/hermit"
	"thera/internal/catalog"
	"thera/internal/symmetry"
	"thera/santorini"
)

// TestImages plays random games and wants of each position that its images have the
// images of its moves, the way back included, and the same least position.
func TestImages(t *testing.T) {
	for _, entry := range catalog.Games() {
		t.Run(entry.Game.Name(), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			for _, variant := range entry.Game.Variants()[:2] {
				pos, err := entry.Game.Start(variant)
				for ; err == nil && pos.Winners() == 0; pos, err = next(rng, pos) {
					check(t, entry, pos, rng)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func next(rng *rand.Rand, pos game.Position) (game.Position, error) {
	moves := pos.Moves()
	return pos.Play(moves[rng.IntN(len(moves))])
}

// imageHash returns what all kernels have as [game.Imaged].
func imageHash(pos game.Position) uint64 {
	if p, ok := game.KernelOf[amazons.Position](pos); ok {
		return p.ImageHash()
	}
	if p, ok := game.KernelOf[santorini.Position](pos); ok {
		return p.ImageHash()
	}
	p, _ := game.KernelOf[hermit.Position](pos)
	return p.ImageHash()
}

func check(t *testing.T, entry catalog.Entry, pos game.Position, rng *rand.Rand) {
	t.Helper()
	all := symmetry.All(pos.Board(), entry.Alike)
	least, ways, err := symmetry.Least(entry.Game, pos, all)
	if err != nil || len(ways) == 0 {
		t.Fatal(err, len(ways))
	}
	y := all[rng.IntN(len(all))]
	image, err := entry.Game.Compose(y.Board(pos.Board()), pos.Turn())
	if err != nil {
		t.Fatal(err)
	}
	if other, _, err := symmetry.Least(entry.Game, image, all); err != nil || other.String() != least.String() {
		t.Fatalf("%s and its image %s: least %s and %s, %v", pos, image, least, other, err)
	}
	if imageHash(pos) != imageHash(image) {
		t.Fatalf("%s and its image %s have different hashes", pos, image)
	}
	moves := pos.Moves()
	if len(moves) != len(image.Moves()) {
		t.Fatalf("%s has %d moves, its image %s %d", pos, len(moves), image, len(image.Moves()))
	}
	m := moves[rng.IntN(len(moves))]
	laid, err := y.Move(m, image)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := y.Inverse().Move(laid, pos); err != nil || back != m {
		t.Fatalf("%s in %s is %s in %s, and back %s, %v", m, pos, laid, image, back, err)
	}
	after, _ := pos.Play(m)
	afterLaid, err := image.Play(laid)
	if err != nil {
		t.Fatal(err)
	}
	if after.Winners() != 0 {
		return
	}
	if same, err := entry.Game.Compose(y.Board(after.Board()), after.Turn()); err != nil || same.String() != afterLaid.String() {
		t.Fatalf("%s in %s: after its image %s, want %s, %v", m, pos, afterLaid, same, err)
	}
}

// TestPowers wants no images of positions with powers, whose texts have directions.
func TestPowers(t *testing.T) {
	entry := catalog.Games()[1]
	pos, err := entry.Game.Start("2p:athena,pan")
	if err != nil {
		t.Fatal(err)
	}
	if all := symmetry.All(pos.Board(), nil); len(all) != 1 {
		t.Errorf("%d symmetries, want 1", len(all))
	}
}

func TestMoveRefuses(t *testing.T) {
	pos, err := catalog.Games()[0].Game.Start("6x6")
	if err != nil {
		t.Fatal(err)
	}
	y := symmetry.All(pos.Board(), nil)[3]
	for _, m := range []game.Move{"", "x", "j10-a1(a2)", "a1-a2(a3)"} {
		if got, err := y.Move(m, pos); err == nil {
			t.Errorf("%q is %q, want an error", m, got)
		}
	}
}
