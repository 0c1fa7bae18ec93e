package hermit

import (
	"testing"

	"thera/game"
	"thera/game/gametest"
)

// TestSpots counts the squares open to each color.
func TestSpots(t *testing.T) {
	for _, test := range []struct {
		position          string
		red, yellow, blue int
		squares           int // open to any
	}{
		{"..../..../..../.... 1", 16, 16, 16, 16},
		{"RR../..../..../...B 1", 9, 13, 10, 13},
		{"R 1", 0, 0, 0, 0},
	} {
		p := gametest.Must(t, Parse, test.position)
		spots := p.Spots()
		if spots[Red].Len() != test.red || spots[Yellow].Len() != test.yellow || spots[Blue].Len() != test.blue {
			t.Errorf("%s: %d, %d and %d squares for the colors, want %d, %d and %d", test.position,
				spots[Red].Len(), spots[Yellow].Len(), spots[Blue].Len(), test.red, test.yellow, test.blue)
		}
		if sum := test.red + test.yellow + test.blue; spots.Len() != sum || spots.IsEmpty() != (sum == 0) || spots.Squares().Len() != test.squares {
			t.Errorf("%s: %d spots on %d squares, empty %v", test.position, spots.Len(), spots.Squares().Len(), spots.IsEmpty())
		}
	}
}

// TestHashOfEmptyBoard pins how size and turn make up the hash: files of proofs
// know positions by it.
func TestHashOfEmptyBoard(t *testing.T) {
	size := game.Mix(5<<8 | 4<<4 | 3)
	for text, want := range map[string]uint64{
		"..../..../.... 1": size,
		"..../..../.... 2": size ^ game.Mix(4<<8),
	} {
		p := gametest.Must(t, Parse, text)
		if p.Hash() != want {
			t.Errorf("%s: hash %#x, want %#x", text, p.Hash(), want)
		}
	}
}

// TestImages checks images of positions, with all exchanges of colors.
func TestImages(t *testing.T) {
	for text, count := range map[string]int{"RR../...B/.Y.. 1": 24, "R../.../..Y 2": 48, "... 1": 24} {
		gametest.Images(t, Rules(), text, count, func(p *Position) {
			p.turn = 1 - p.turn
			p.hash = p.freshHash()
		})
	}
}
