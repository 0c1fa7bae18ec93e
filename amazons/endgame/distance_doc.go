// Package distance measures how far the amazons of each side are from the
// squares of a board, in queen moves and in king moves. Nearly all that is
// known of good play in the Game of the Amazons is said in these distances:
// a square belongs to the side that gets there first (Lieberum 2005).
//
// Vocabulary: the queen distance D of a square from a side is the number of
// queen moves that one of its amazons needs to get there over the squares that
// are empty now, and the king distance K the number of king moves. Arrows, the
// moves of the other side and whose turn it is do not count.
//
// Distances are not computed square by square. A [Frontier] is the set of all
// squares within some distance, and a step over the [Ground] takes it one
// further, on all squares at once:
//
//	g := distance.Over(p.Empty())
//	white := distance.From(p.Amazons(amazons.White))
//	for n := 1; g.CanGrow(&white); n++ {
//		g.QueenStep(&white)
//		// white.Fresh has the squares with D = n, white.All those with D ≤ n,
//		// the amazons' own among them.
//	}
//
// A step costs some twenty operations on sets of 128 bits for each of the four
// lines and allocates nothing. [ControlOf] has the squares that each side gets
// to first.
//
// The package judges nothing: what distances are worth is up to amazons/eval. For the queen moves of a single amazon [amazons.QueenMoves] is
// quicker.
package endgame
