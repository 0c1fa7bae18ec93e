// Package endgame knows what is certain in the Game of the Amazons once arrows have
// divided the board: who has already won although moves remain, and what is still to be
// decided. It also has the queen and king distances that evaluations are made of.
//
//	if winners, plies := endgame.Settled(&p); winners != 0 {
//		fmt.Println(winners, "within", plies)
//	}
//
// # Regions
//
// A region is a set of squares without arrows that are connected by king steps. A
// territory is squares that only one side can reach, with its amazons there; it is good
// for a number of turns, at most one for each empty square. If its squares are badly
// connected it is good for fewer, which is called a defect. These turns are in hand: the
// side can take them whenever it likes, whatever happens elsewhere.
//
// [Settled] compares turns in hand with everything that the other side can have left, and
// is cheap enough for every node of a search. An [Ending] is what a solver searches: the
// contested regions, and the turns in hand as a number, as the theory of sums of games
// allows (Conway 1976, Berlekamp 2000). It has the optional abilities that proof-number
// search uses: Legal, InitialNumbers, and for sums Parts, Count, Give and Bounds.
//
// These answers are theorems, not estimates; where counting would take too long they say
// that nothing is known. The package does no search beyond filling a single territory,
// and [Ending.InitialNumbers], which only guides a search, is its only guess.
//
// # Distances
//
// The queen distance D of a square from a side is the number of queen moves that one of
// its amazons needs to get there over the squares that are empty now; the king distance K
// is the number of king moves. Most of what is known about good play is about these
// distances: a square belongs to the side that gets there first (Lieberum 2005).
//
// A [Frontier] is the set of all squares within some distance, and a step over the
// [Ground] extends it by one, on all squares at once:
//
//	g := endgame.Over(p.Empty())
//	white := endgame.From(p.Amazons(amazons.White))
//	for n := 1; g.CanGrow(&white); n++ {
//		g.QueenStep(&white)
//		// white.Fresh has the squares with D = n, white.All those with D ≤ n,
//		// including the amazons' own squares.
//	}
//
// A step costs some twenty operations on sets of 128 bits for each of the four lines and
// allocates nothing. [ControlOf] has the squares that each side gets to first. What
// distances are worth is up to amazons/eval. For a single amazon, [amazons.QueenMoves] is
// faster.
//
// # Themes
//
// [ThemesOf] names what a turn is about, such as the winning turn of a puzzle.
package endgame
