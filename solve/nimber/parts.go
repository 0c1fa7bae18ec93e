package nimber

import "thera/game"

// Parts is what the solver asks of a game on parts of type P with moves of type
// M, both plain values. Implementations are immutable and safe for concurrent
// use; no method keeps what it is given. What a move leaves stays where it
// lies, so that it is soon recognized after the same moves in another order. No
// nimber may be above 63; so it is wherever no game takes more than 63 moves.
type Parts[P, M any] interface {
	// Whole returns what is left of the game in a position, as one that need
	// not hang together. It is an error if these Parts were made for another
	// one from which the position can't be reached.
	Whole(pos game.Position) (P, error)
	// AppendMoves appends the moves of a part. Those listed first are looked
	// at first, best those that leave what is easy.
	AppendMoves(moves []M, part *P) []M
	// AppendCut cuts a whole into independent parts and appends them. It may
	// leave out parts whose nimbers it knows, and returns the nimber of their
	// sum.
	AppendCut(parts []P, whole P) (all []P, nimber int)
	// AppendLeft cuts what a move leaves of a part, and appends it in the way
	// of AppendCut.
	AppendLeft(parts []P, part *P, move M) (all []P, nimber int)
	// Key tells parts apart as they lie: only equal ones have equal keys. A
	// key has at most 63 bits in each word.
	Key(part *P) (hi, lo uint64)
	// CanonicalKey returns the key of a form that a part shares with others
	// that are equal games, as far as the game can tell at little cost. Where
	// there are more of these than memory, those with more bits set are kept.
	CanonicalKey(part *P) (hi, lo uint64)
	// Hardness compares parts by the work it takes to find their nimbers.
	Hardness(part *P) int
	// IsZero reports whether the nimber of a part is 0 by some theorem. It is
	// quick, so most often it does not know and says false.
	IsZero(part *P) bool
}

// key names a part, as [Parts.Key] and [Parts.CanonicalKey] return it.
type key struct{ hi, lo uint64 }

// name is what a part goes by in the table.
type name struct {
	key      key // of its canonical form
	hardness int
}
