package tree

import (
	"math"

	"thera/engine"
	"thera/game"
)

// node is a choice somewhere below the root: a turn or the first part of one.
// Its values are for the seat that chose it.
//
// There are hundreds of thousands, so a node takes 32 bytes, half a cache line,
// and has no position; playing the moves from the root restores that. Chances
// are from 0 to 1. Nodes refer to each other by their indices in the tree,
// which are valid until the tree is copied.
type node[M game.Code] struct {
	move    M
	first   int32   // index of the first of its children, which stand together
	count   int32   // number of children, 0 before they are listed
	visits  int32   // evaluations of the node itself and of leaves below it
	mean    float32 // of these evaluations, as chances
	minimax float32 // what two sides can force; with more sides, the mean
	prior   float32 // fraction of the parent's visits that its evaluation promises
	// proof is the result as an [engine.Score] in plies from here, 0 while it is unknown.
	proof int16
	// winners can force a win, if proof is not 0; all others count as losers.
	// With several seats it may be that nobody can.
	winners game.Seats
	// seatChanged reports whether the seat to move differs from the one that chose the
	// node. It is false at the root, whose values are for the seat to move.
	seatChanged bool
}

// result returns the proven result in plies from the node, 0 while it is unknown.
func (n *node[M]) result() engine.Score { return engine.Score(n.proof) }

// score returns the value of a node for the seat that chose it, before that choice.
func (n *node[M]) score() engine.Score {
	if n.proof != 0 {
		return n.result().Delayed(1)
	}
	p := float64(n.value())
	return engine.Estimate(int(math.Round(100 * math.Log(p/(1-p)))))
}
