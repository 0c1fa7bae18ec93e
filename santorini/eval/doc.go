// Package eval estimates who is winning in Santorini, which moves to try first, which are
// forced, and which threats win. Its functions are what a search.Evaluation is made of:
// values, so two networks are compared by giving each to its own engine. [ForSearch] has
// all that thera's own engine uses, here in games with powers:
//
//	e := alphabeta.New(eval.ForSearch(true), eval.Pruning(search.Options{TableMiB: 64}))
//
// Positions of two players or teams, with or without powers, are evaluated by a small
// integer network, see [Network], whose weights are in network.bin. [Several] evaluates
// those of three and four players that play for themselves: where workers stand, which
// heights they claim, and who can parry a threat, each with a value in fittedseveral.go.
// [ByHand] came before both, and is still what alpha-beta uses for more than two sides.
//
// In a browser (GOOS=js) the network is not linked: pass network.bin to Give first, because
// [Fitted] panics before.
//
// Vocabulary: an input of the network is a fact that is true of a position or not, such as
// "an own worker on level 1 stands on c3". A unit is one of its sums of weights; negative
// sums count as 0. A move is forced if the result of all others is obvious: it wins at
// once, or it prevents the opponent from doing so. [AppendForced] is exact: considering
// nothing else changes neither the result nor its distance. With powers it is too slow for
// a search, which uses [AppendParries]. A position is settled if the seat to move climbs,
// or threatens to climb in a way that cannot be parried, see [Settled]. A feature is a fact
// that is true of a move, such as "from level 1 to level 2, next to a rival on level 2".
// [Prioritize] adds up the weights of a move's features, which were learned from the choices
// of searches. [ThemesOf] names what a turn is about, such as the winning turn of a puzzle.
//
// Values are centilogits, 100·ln(p/(1−p)) for a probability p of winning. They are integers
// throughout, so a search plays the same on every machine. The network takes about a fifth
// of a microsecond with vector instructions, and a quarter less in a search that keeps sums,
// see [NewCaching]; nothing here allocates.
//
// The package does not look ahead beyond what is forced and settled: proofs are in
// santorini/proof, placements of the workers in santorini/opening.
package eval
