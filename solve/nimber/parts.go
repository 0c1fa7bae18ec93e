package nimber

import "thera/game"

// Parts is what the solver asks of a game with parts of type P and moves of type M, both
// plain values. Implementations are immutable and safe for concurrent use; no method
// keeps its arguments. What a move leaves stays where it lies, so that it is recognized
// after the same moves in another order. No nimber may be above 63, which holds wherever
// no game takes more than 63 moves.
type Parts[P, M any] interface {
	// Whole returns what is left of the game in a position, not necessarily
	// connected. It is an error if these Parts were made for a position from
	// which this one can't be reached.
	Whole(pos game.Position) (P, error)
	// AppendMoves appends the moves of a part. The first ones are searched
	// first, so put those that leave easy parts there.
	AppendMoves(moves []M, part *P) []M
	// AppendCut splits a whole into independent parts and appends them. It may leave out
	// parts whose nimbers it knows, and returns the nimber of their sum.
	AppendCut(parts []P, whole P) (all []P, nimber int)
	// AppendLeft splits what a move leaves of a part, and appends it as AppendCut does.
	AppendLeft(parts []P, part *P, move M) (all []P, nimber int)
	// Key identifies parts as they lie: only equal ones have equal keys. A key
	// has at most 63 bits in each word.
	Key(part *P) (hi, lo uint64)
	// CanonicalKey returns the key of a form that a part shares with other
	// parts that are equal games, as far as the game can tell cheaply. If there
	// are more such keys than fit in memory, those with more bits set are kept.
	CanonicalKey(part *P) (hi, lo uint64)
	// Hardness ranks parts by the work of finding their nimbers.
	Hardness(part *P) int
	// IsZero reports whether a theorem says that the nimber of a part is 0. It
	// is fast, and usually false.
	IsZero(part *P) bool
}

// key identifies a part; see [Parts.Key] and [Parts.CanonicalKey].
type key struct{ hi, lo uint64 }

// name is how the table identifies a part.
type name struct {
	key      key // of its canonical form
	hardness int
}
