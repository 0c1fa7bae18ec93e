package gametest

import (
	"slices"
	"testing"

	"thera/game"
)

// Images checks that the moves of each image of a position are the images of its moves,
// and that all images, of which count are listed, have one image hash: the least of their
// hashes. passTurn gives the turn to the other seat, which must change the image hash.
func Images[P any, K interface {
	*P
	Hash() uint64
	ImageHash() uint64
}](t *testing.T, g game.Game, position string, count int, passTurn func(*P)) {
	t.Helper()
	pos := Must(t, g.Parse, position)
	var hashes, imageHashes []uint64
	for _, y := range game.SymmetriesOf(pos) {
		image, err := game.Image(pos, y)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := game.KernelOf[P](image)
		hashes, imageHashes = append(hashes, K(&p).Hash()), append(imageHashes, K(&p).ImageHash())

		var moves []game.Move
		for _, m := range pos.Moves() {
			moved, err := game.ImageMove(m, y, image)
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, moved)
		}
		slices.Sort(moves)
		if want := slices.Sorted(slices.Values(image.Moves())); !slices.Equal(moves, want) {
			t.Errorf("%s: the images of its moves are %s, the moves of its image %s", position, moves, want)
		}
	}
	if want := slices.Repeat([]uint64{slices.Min(hashes)}, count); !slices.Equal(imageHashes, want) {
		t.Errorf("%s: image hashes %#x, want %#x", position, imageHashes, want)
	}
	p, _ := game.KernelOf[P](pos)
	if passTurn(&p); K(&p).ImageHash() == imageHashes[0] {
		t.Errorf("%s: image hash %#x with either seat to move", position, imageHashes[0])
	}
}
