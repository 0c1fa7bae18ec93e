package tree

import (
	"math"

	"thera/engine"
	"thera/game"
)

// node is a choice somewhere below the root: a turn or the first part of one.
// What it says of chances is for the seat that chose it.
//
// There are hundreds of thousands, so a node takes 32 bytes, half a cache line,
// and has no position: that is found again by playing the moves from the root.
// Chances are from 0 to 1.
// Nodes refer to each other by their indices in the tree, which stay what they
// are until the tree is copied.
type node[M game.Code] struct {
	move    M
	first   int32   // index of the first of its children, which stand together
	count   int32   // number of children, 0 before they have been looked at
	visits  int32   // evaluations of the node itself and of leaves below it
	mean    float32 // of these evaluations, as chances
	minimax float32 // what two seats can hold each other to; with more seats, the mean
	prior   float32 // share of the parent's visits that its evaluation promises
	// proof is the result as an [engine.Score] in plies from here, 0 while it
	// is not known.
	proof int16
	// winners can force a win, if proof is not 0: all others are taken to have
	// lost. With several seats it may be that nobody can.
	winners game.Seats
	// turned reports whether another seat is to move than the one that chose
	// the node. At a new root nobody chose it, and it speaks for who is to move.
	seatChanged bool
}

// result returns the proven result in plies from the node, 0 while it is not
// known.
func (n *node[M]) result() engine.Score { return engine.Score(n.proof) }

// score returns what a node is worth to the seat that chose it, before it did.
func (n *node[M]) score() engine.Score {
	if n.proof != 0 {
		return n.result().Delayed(1)
	}
	p := float64(n.value())
	return engine.Estimate(int(math.Round(100 * math.Log(p/(1-p)))))
}
