package game_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"thera/amazons"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/santorini"
)

// TestImages plays random games and checks that the images of each position have the
// images of its moves, in both directions, and the same least position.
func TestImages(t *testing.T) {
	for _, g := range []game.Game{amazons.Rules(), santorini.Rules(), hermit.Rules()} {
		t.Run(g.Name(), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			variants := g.Variants()[:2]
			if g.Name() == "santorini" {
				variants = append(variants, "2p:athena,pan", "2p:hermes,demeter")
			}
			for _, variant := range variants {
				pos, err := g.Start(variant)
				for ; err == nil && pos.Winners() == 0; pos, err = playRandom(rng, pos) {
					checkImages(t, pos, rng)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func playRandom(rng *rand.Rand, pos game.Position) (game.Position, error) {
	moves := pos.Moves()
	return pos.Play(moves[rng.IntN(len(moves))])
}

// imageHash returns what all kernels have.
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

func checkImages(t *testing.T, pos game.Position, rng *rand.Rand) {
	t.Helper()
	all := game.SymmetriesOf(pos)
	least, by, err := game.Least(pos, all)
	if err != nil || len(by) == 0 {
		t.Fatal(err, len(by))
	}
	if image, err := game.Image(pos, by[0]); err != nil || image.String() != least.String() {
		t.Fatalf("%s: the symmetry to the least image %s leads to %s, %v", pos, least, image, err)
	}
	y := all[rng.IntN(len(all))]
	image, err := game.Image(pos, y)
	if err != nil {
		t.Fatal(err)
	}
	if other, _, err := game.Least(image, all); err != nil || other.String() != least.String() {
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
	moved, err := game.ImageMove(m, y, image)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := game.ImageMove(moved, y.Inverse(), pos); err != nil || back != m {
		t.Fatalf("%s in %s is %s in %s, and back %s, %v", m, pos, moved, image, back, err)
	}
	after, _ := pos.Play(m)
	afterMoved := gametest.Must(t, image.Play, moved)
	if after.Winners() != 0 {
		return
	}
	if same, err := game.Image(after, y); err != nil || same.String() != afterMoved.String() {
		t.Fatalf("%s in %s: after its image %s, want %s, %v", m, pos, afterMoved, same, err)
	}
}

// TestSymmetriesOf counts symmetries, all different, and those that lead to the least image:
// boards that are not square can't be transposed, and the kinds of Hermit can be exchanged
// in six ways.
func TestSymmetriesOf(t *testing.T) {
	for _, test := range []struct {
		game     game.Game
		position string
		want     int
		least    int
	}{
		{amazons.Rules(), "q2/3/1Q1 w", 8, 1},
		{hermit.Rules(), ".../.../... 1", 6 * 8, 6 * 8},
		{hermit.Rules(), "Y../... 1", 6 * 4, 2},
		{santorini.Rules(), "00000/00000/00000/00000/00000 a1e5,b3d3 1", 8, 2},
		{santorini.Rules(), "00000/00000/00000/00000/00000 a1e5,b3d3 1 pan,athena^", 8, 2},
	} {
		pos := gametest.Must(t, test.game.Parse, test.position)
		all := game.SymmetriesOf(pos)
		if len(all) != test.want {
			t.Errorf("%s: %d symmetries, want %d", pos, len(all), test.want)
		}
		if _, by, err := game.Least(pos, all); len(by) != test.least || err != nil {
			t.Errorf("%s: %d symmetries lead to the least image, want %d, %v", pos, len(by), test.least, err)
		}
		for i, y := range all {
			if slices.Contains(all[:i], y) {
				t.Errorf("%s: symmetry %d is there twice", pos, i)
			}
		}
		board := pos.Board()
		for s := range board.All() {
			if got := all[0].Square(s); got != s {
				t.Errorf("%s: the first symmetry takes %s to %s", pos, s, got)
			}
			for _, y := range all {
				image := y.Square(s)
				if image.File() >= board.Files || image.Rank() >= board.Ranks || y.Inverse().Square(image) != s {
					t.Errorf("%s: %s goes to %s and back to %s", pos, s, image, y.Inverse().Square(image))
				}
			}
		}
	}
}

// TestPlaceOffBoard leaves alone what is not on the board.
func TestPlaceOffBoard(t *testing.T) {
	for _, y := range game.Symmetries(4, 5) {
		for _, off := range [][2]int{{4, 0}, {0, 5}, {4, 5}, {-1, 0}, {0, -1}} {
			if file, rank := y.Place(off[0], off[1]); file != off[0] || rank != off[1] {
				t.Errorf("%v goes to %d, %d", off, file, rank)
			}
		}
	}
}

func TestImageMoveRefuses(t *testing.T) {
	pos := gametest.Must(t, amazons.Rules().Start, "6x6")
	y := game.SymmetriesOf(pos)[3]
	for _, m := range []game.Move{"", "x", "j10-a1(a2)", "a1-a2(a3)"} {
		if got, err := game.ImageMove(m, y, pos); err == nil {
			t.Errorf("%q is %q, want an error", m, got)
		}
	}
}
