package amazons

import (
	"fmt"

	"thera/game"
)

// Move is a turn: bits 14–20 hold the square the amazon leaves, bits 7–13 the one it
// lands on, bits 0–6 the one the arrow hits. So codes ascend by from, then to, then
// arrow.
type Move uint32

// NewMove packs a turn.
func NewMove(from, to, arrow game.Square) Move {
	return Move(from)<<14 | Move(to)<<7 | Move(arrow)
}

// From returns the square the amazon leaves.
func (m Move) From() game.Square { return game.Square(m >> 14 & 0x7f) }

// To returns the square the amazon lands on.
func (m Move) To() game.Square { return game.Square(m >> 7 & 0x7f) }

// Arrow returns the square the arrow hits.
func (m Move) Arrow() game.Square { return game.Square(m & 0x7f) }

// String returns the canonical text, "d1-d7(g7)".
func (m Move) String() string {
	return m.From().String() + "-" + m.To().String() + "(" + m.Arrow().String() + ")"
}

// ParseMove reads a move's canonical text "d1-d7(g7)", and also "d1 d7 g7", "d1-d7/g7"
// and the engine protocol's "d1d7,d7g7".
func ParseMove(text string) (Move, error) {
	for _, pattern := range []string{"#-#(#)", "# # #", "#-#/#"} {
		if s, ok := game.ScanSquares(text, pattern); ok {
			return NewMove(s[0], s[1], s[2]), nil
		}
	}
	if s, ok := game.ScanSquares(text, "##,##"); ok && s[1] == s[2] {
		return NewMove(s[0], s[1], s[3]), nil
	}
	return 0, fmt.Errorf("want from-to(arrow), as in d1-d7(g7)")
}
