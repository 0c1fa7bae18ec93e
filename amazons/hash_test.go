package amazons

import (
	"testing"

	"thera/game"
	"thera/game/gametest"
)

// TestHashOfEmptyBoard pins how size and turn make up the hash: files of proofs
// know positions by it.
func TestHashOfEmptyBoard(t *testing.T) {
	size := game.Mix(5<<8 | 4<<4 | 3)
	for text, want := range map[string]uint64{
		"4/4/4 w": size,
		"4/4/4 b": size ^ game.Mix(4<<8),
	} {
		p := gametest.Must(t, Parse, text)
		if p.Hash() != want {
			t.Errorf("%s: hash %#x, want %#x", text, p.Hash(), want)
		}
	}
}

// TestImages checks images of positions.
func TestImages(t *testing.T) {
	for text, count := range map[string]int{"3q/4/1Q2/3* w": 8, "2q/Q*1 b": 4, "1Q1/3/1q1 w": 8} {
		gametest.Images(t, Rules(), text, count, func(p *Position) {
			p.turn = 1 - p.turn
			p.hash = p.freshHash()
		})
	}
}
