package search

import "thera/game"

// Evaluation is what a search knows about a game beyond its rules: functions on the
// game's packed positions. It is a value, so two evaluations of one game can be compared
// by giving them to two engines. Its functions must not modify the position and must not
// allocate; several goroutines call them at once, each with its own positions.
//
// Only Evaluate is required. A nil function is an ability that the evaluation lacks.
type Evaluation[P any, M game.Code] struct {
	// Evaluate estimates the chances of seat against all others in centilogits,
	// 100·ln(p/(1−p)) for a winning probability p. It is not called for finished games.
	Evaluate func(p *P, seat game.Seat) int

	// Prioritize writes a guess at the quality of each legal move to
	// priorities, which is as long as moves and initially zero. Moves with
	// larger numbers are searched earlier. Used by alpha-beta.
	Prioritize func(p *P, moves []M, priorities []int32)

	// Likely returns the legal moves with the highest priorities, and those
	// priorities, in any order: most of them, or all if there are no more. It
	// reuses the two slices. It is for games where this is much cheaper than
	// listing all moves. Used by alpha-beta.
	Likely func(p *P, most int, moves []M, priorities []int32) ([]M, []int32)

	// Legal reports whether a move is legal, faster than by listing all. Used by
	// alpha-beta, which tries moves that were good elsewhere before it lists any.
	Legal func(p *P, m M) bool

	// Settled reports whether the result is certain without a search: the
	// winners, none if it can't tell, and the number of plies within which the
	// game ends. Used by alpha-beta.
	Settled func(p *P) (winners game.Seats, plies int)

	// Forced appends the only moves that need to be searched when the result of
	// all others is obvious, and nothing when no move is forced. Searching
	// these alone must give the same result at the same distance. Used by
	// alpha-beta, which searches only them and one ply deeper.
	Forced func(p *P, moves []M) []M

	// The tree search can search turns of two parts one part at a time, so that
	// second parts are listed only after promising first parts. An evaluation
	// has all three of these functions or none.

	// First appends the first parts of all legal turns, each once, as codes
	// that need not be legal turns themselves.
	First func(p *P, moves []M) []M
	// Rest appends the legal turns that start with a first part, at least one.
	Rest func(p *P, first M, moves []M) []M
	// EvaluateFirst estimates the chances of seat, as Evaluate does, after the
	// seat to move has played a first part.
	EvaluateFirst func(p *P, first M, seat game.Seat) int
}
