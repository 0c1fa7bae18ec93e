package solve

import "thera/game"

// Parts is what the solver of impartial games asks of a game on parts of type
// P with moves of type M, both plain values. Implementations are immutable and
// safe for concurrent use; no method keeps what it is given.
type Parts[P, M any] interface {
	// Whole returns what is left of the game in a position, as one that need
	// not hang together. It is an error if these Parts were made for another
	// one from which the position can't be reached.
	Whole(pos game.Position) (P, error)
	// AppendMoves appends the moves of a part. Those listed first are looked
	// at first, best those that leave what is easy.
	AppendMoves(moves []M, part *P) []M
	// Play makes a move. What is left need not hang together.
	Play(part *P, move M)
	// AppendCut cuts what is left into independent parts and appends them in a
	// canonical form: parts that are equal games should be equal, as far as
	// the game can tell at little cost. It may leave out parts whose nimbers
	// it knows, and returns the nimber of their sum.
	AppendCut(parts []P, rest P) (all []P, nimber int)
	// Key tells canonical parts apart: only equal ones have equal keys. It has
	// at most 63 bits in each word. Where there are more keys than memory,
	// those with more bits set are kept.
	Key(part *P) (hi, lo uint64)
	// Hardness compares parts by the work it takes to find their nimbers.
	Hardness(part *P) int
	// IsZero reports whether the nimber of a canonical part is 0 by some
	// theorem. It is quick, so most often it does not know and says false.
	IsZero(part *P) bool
}

// named is a canonical part with what is asked of it again and again.
type named[P any] struct {
	part     P
	key      key
	hardness int
}
