package eval

import (
	"thera/amazons"
	"thera/game"
)

// Evaluation estimates positions by a weighted sum of [Terms] and by a [Network]. The
// weights depend on the board and on how much of it is still contested. It is immutable
// and safe for concurrent use.
type Evaluation struct {
	weights ByBoard
	network *Network
}

// New returns the evaluation with the given weights and network. The network may be
// nil.
func New(w ByBoard, n *Network) *Evaluation { return &Evaluation{w, n} }

// Evaluate estimates the chances of seat in centilogits.
func (e *Evaluation) Evaluate(p *amazons.Position, seat game.Seat) int {
	terms, contest, shares := termsOf(p)
	value := e.weights.of(p).Value(&terms, contest)
	if e.network != nil {
		value += e.network.value(p, contest, &shares)
	}
	if p.Turn() != seat {
		return -value
	}
	return value
}

// EvaluateFirst estimates the chances of seat in centilogits after a queen move from
// [amazons.Position.AppendFirst], as if no arrow had to be shot.
func (e *Evaluation) EvaluateFirst(p *amazons.Position, first amazons.Move, seat game.Seat) int {
	half := *p
	half.PlayFirst(first)
	return e.Evaluate(&half, seat)
}
