// Package eval estimates who is winning in the Game of the Amazons. Its
// functions are what a search.Evaluation is made of: values, so that two sets
// of weights are compared by giving each to an engine of its own.
//
//	fitted := eval.New(eval.Fitted(), eval.FittedNetwork())
//	e := alphabeta.New(search.Evaluation[amazons.Position, amazons.Move]{
//		Evaluate: fitted.Evaluate,
//		Settled:  endgame.Settled,
//	}, search.Options{TableMiB: 64})
//
// The idea is Lieberum's ("An evaluation function for the game of Amazons",
// 2005): a square is worth something to the side that gets there first, and how
// much depends on how far the game has come. So [TermsOf] counts squares in
// several ways, and [Weights] says what each count is worth by how much of the
// board is still contested.
//
// What the terms leave out, a [Network] says, by how the squares that each side
// gets to first lie together. It looks at who gets first to each four squares that
// touch, and by how much, and was learned from games and searches.
//
// Vocabulary: a term is one of the counts, the difference between the side to
// move and the other one. D is the distance of a square from a side in queen
// moves, K in king moves. The contest is the size of what is still fought
// over, in quarters of a square. A stage is an amount of contest for which
// there are weights; between two stages they are interpolated. A pattern is what four
// squares of 2 by 2 are, whichever way they are turned or reflected.
//
// Values are centilogits, 100·ln(p/(1−p)) for a probability p of winning: 0 is
// even, 110 is three to one. They are whole numbers throughout, so that a
// search plays the same on every machine. An evaluation takes about a
// microsecond on the 10×10 board and allocates nothing.
//
// [Prioritize] guesses how good moves are without making them, in some microseconds for
// all: that is for the order in which a search looks at them. [Likely] finds those that
// it thinks most of, for a search that does not look at all.
//
// [Territory] is a second evaluation, as plain as makes sense, to measure the
// first against.
//
// The package does not look ahead. Whether a position is decided, it does not
// know either: that is exact, and in amazons/endgame.
package eval
