// Package eval estimates who is winning in the Game of the Amazons, and which moves are
// likely to be good. Its functions are what a search.Evaluation is made of: values, so two
// sets of weights are compared by giving each to its own engine. [ForSearch] has all that
// thera's own engine uses:
//
//	e := alphabeta.New(eval.ForSearch(), eval.Pruning(search.Options{TableMiB: 64}))
//
// The idea is Lieberum's ("An evaluation function for the game of Amazons", 2005): a
// square has a value for the side that gets there first, and how much depends on how far
// the game has progressed. So [TermsOf] counts squares in several ways, and [Weights]
// holds the weight of each count by how much of the board is still contested. A [Network]
// adds what the terms leave out: how the squares that each side gets to first are
// arranged. It was trained on games and searches.
//
// Vocabulary: a term is one of the counts, the side to move's minus the opponent's. D is
// the distance of a square from a side in queen moves, K in king moves. The contest is how
// much of the board is still contested, in quarters of a square. A stage is an amount of
// contest for which there are weights; weights between stages are interpolated. A pattern
// is the states of a block of 2 by 2 squares, up to rotation and reflection.
//
// Values are centilogits, 100·ln(p/(1−p)) for a probability p of winning: 0 is even, 110
// is three to one. They are integers throughout, so a search plays the same on every
// machine. An evaluation takes about a microsecond on the 10×10 board and allocates
// nothing.
//
// [Prioritize] estimates how good moves are without making them, in a few microseconds for
// all of them; a search tries them in that order. [Likely] finds the best of them for a
// search that does not look at all moves. [Territory] is a second evaluation, as simple as
// makes sense, as a baseline.
//
// The package does not look ahead. It does not know whether a position is decided either:
// that is exact, and in amazons/endgame.
package eval
