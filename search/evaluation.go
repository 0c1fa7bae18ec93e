package search

import "thera/game"

// Evaluation is what a search knows about a game beyond its rules: functions
// on the packed positions of that game. It is a value, so two evaluations of
// one game are compared by giving them to two engines. A function may change
// nothing in the position, must not allocate, and is called by several
// goroutines at once, each with positions of its own.
//
// Only Evaluate is required. A function that is nil is an ability that the
// evaluation does not have.
type Evaluation[P any, M game.Code] struct {
	// Evaluate estimates the chances of seat against all others in
	// centilogits, 100·ln(p/(1−p)) for a probability p of winning. It is not
	// asked about finished games.
	Evaluate func(p *P, seat game.Seat) int

	// Prioritize guesses how good each legal move is and writes that into
	// priorities, which is as long as moves and holds zeros. Moves with a
	// larger number are searched earlier. Alpha-beta uses it.
	Prioritize func(p *P, moves []M, priorities []int32)

	// Likely returns the legal moves to which Prioritize gives most, so many or, if
	// there are no more, all, in any order, and what it gives them, in the room of two
	// slices. It is for games in which that is much less work than to list all moves.
	// Alpha-beta uses it.
	Likely func(p *P, most int, moves []M, priorities []int32) ([]M, []int32)

	// Legal reports whether a move is legal, faster than by listing all. Alpha-beta
	// uses it: moves that were good elsewhere are tried before any are listed.
	Legal func(p *P, m M) bool

	// Settled reports whether the result is certain without a search: the
	// winners, nobody when it does not see any, and after how many plies the
	// game is over at the latest. Alpha-beta uses it.
	Settled func(p *P) (winners game.Seats, plies int)

	// Forced appends the only moves that need a look, where the result of all
	// others is plain, and nothing where nothing is forced: a search of these
	// alone finds the same result at the same distance. Alpha-beta uses it: it
	// looks at nothing else there, and a ply deeper.
	Forced func(p *P, moves []M) []M

	// The tree search can look at turns of two parts one part after the
	// other, so that second parts are only listed after first parts that are
	// worth it. An evaluation has all three of these functions or none.

	// First appends the first parts of all legal turns, each once, as codes
	// that need not be legal turns themselves.
	First func(p *P, moves []M) []M
	// Rest appends the legal turns that begin with a first part, at least one.
	Rest func(p *P, first M, moves []M) []M
	// EvaluateFirst estimates the chances of seat, as Evaluate does, when the
	// seat to move has played a first part.
	EvaluateFirst func(p *P, first M, seat game.Seat) int
}
