// Package eval estimates who is winning in Santorini, which moves to look at
// first, which are forced, and what threats win. Its functions are what a
// search.Evaluation is made of: values, so that two networks are compared by giving
// each to an engine of its own.
//
//	e := alphabeta.New(search.Evaluation[santorini.Position, santorini.Move]{
//		Evaluate:   eval.New(eval.Fitted()).Evaluate,
//		Prioritize: eval.Prioritize,
//		Settled:    eval.Settled,
//		Forced:     eval.AppendForced,
//	}, search.Options{TableMiB: 64})
//
// Positions of two players, with powers or without, are evaluated by a small
// network of whole numbers, see [Network], whose weights are in network.bin.
// [ByHand] is the evaluation that came before it, and the one for teams and for
// three and four players.
//
// Vocabulary: an input of the network is a fact that is true of a position or
// not, such as "an own worker on level 1 stands on c3". A unit is one of its
// sums of weights, of which those below 0 count as 0. A move is forced if the
// result of all others is plain: it wins at once, or it prevents that the other
// seat does. [AppendForced] is exact: to look at nothing else changes neither
// the result nor its distance. A position is settled if the seat to move climbs, or
// threatens to climb so that nobody can prevent it, see [Settled]. A feature is a
// fact that is true of a move, such as "it is made from level 1 to level 2, next to
// a rival on level 2". [Prioritize] adds up what was learned of a move's features
// from what searches have chosen.
//
// Values are centilogits, 100·ln(p/(1−p)) for a probability p of winning. They
// are whole numbers throughout, so that a search plays the same on every
// machine. The network takes about a fifth of a microsecond where there are
// vectors, see internal/vector; nothing here allocates.
//
// Beyond what is forced and settled the package does not look ahead: proofs are in
// santorini/proof, the placing of the workers in santorini/opening.
package eval
