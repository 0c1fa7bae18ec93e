package amazons

import (
	"slices"
	"testing"

	"thera/game"
)

// TestHashOfEmptyBoard pins how size and turn make up the hash: files of proofs
// know positions by it.
func TestHashOfEmptyBoard(t *testing.T) {
	size := game.Mix(5<<8 | 4<<4 | 3)
	for text, want := range map[string]uint64{
		"4/4/4 w": size,
		"4/4/4 b": size ^ game.Mix(4<<8),
	} {
		p, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if p.Hash() != want {
			t.Errorf("%s: hash %#x, want %#x", text, p.Hash(), want)
		}
	}
}

// TestImages checks that the moves of each image of a position are the images of its
// moves, and that all images have one image hash: the least of their hashes, and another
// one with the other side to move.
func TestImages(t *testing.T) {
	for text, count := range map[string]int{"3q/4/1Q2/3* w": 8, "2q/Q*1 b": 4, "1Q1/3/1q1 w": 8} {
		pos, err := Rules().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		var hashes, imageHashes []uint64
		for _, y := range game.SymmetriesOf(pos) {
			image, err := game.Image(pos, y)
			if err != nil {
				t.Fatal(err)
			}
			p, _ := game.KernelOf[Position](image)
			hashes, imageHashes = append(hashes, p.Hash()), append(imageHashes, p.ImageHash())

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
				t.Errorf("%s: the images of its moves are %s, the moves of its image %s", text, moves, want)
			}
		}
		if want := slices.Repeat([]uint64{slices.Min(hashes)}, count); !slices.Equal(imageHashes, want) {
			t.Errorf("%s: image hashes %#x, want %#x", text, imageHashes, want)
		}
		p, _ := game.KernelOf[Position](pos)
		p.turn = 1 - p.turn
		if p.hash = p.freshHash(); p.ImageHash() == imageHashes[0] {
			t.Errorf("%s: image hash %#x with either side to move", text, p.ImageHash())
		}
	}
}
