package amazons

import (
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
