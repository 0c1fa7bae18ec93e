package eval

import (
	"thera/game"
	"thera/santorini"
)

// Evaluation estimates positions of two seats by a network, after playing out forced
// moves. It is immutable and safe for concurrent use.
type Evaluation struct{ network *Network }

// New returns the evaluation with the given network.
func New(n *Network) *Evaluation { return &Evaluation{n} }

// Evaluate estimates the chances of seat against all others, in centilogits within
// ±1900. With two seats that have placed their workers, it plays on while moves are
// forced and then evaluates the network. With powers, it plays on only while there is a
// single move that parries a threat, because there are often many; and the network must
// know powers. All other positions are evaluated by [ByHand].
func (e *Evaluation) Evaluate(p *santorini.Position, seat game.Seat) int {
	if p.Players() != 2 || p.Workers(1) == 0 || !p.IsBase() && !e.network.KnowsPowers() {
		return ByHand(p, seat)
	}
	value := e.value(p)
	if seat != p.Turn() {
		return -value
	}
	return value
}

// value returns the value for the seat to move, of two.
func (e *Evaluation) value(p *santorini.Position) int {
	if p.IsBase() {
		return e.playedOut(p)
	}
	if CanWin(p) {
		return certain
	}
	if threats := p.Wins(next(p)); threats != 0 {
		switch parry, parries := soleParry(p, threats); {
		case parries == 0:
			return -certain
		case parry.Winners() != 0:
			return certain
		case parries == 1:
			return -e.value(&parry)
		}
	}
	return clamp(int32(e.network.Evaluate(p)))
}

// playedOut returns the value for the seat to move after playing out forced moves,
// without powers.
func (e *Evaluation) playedOut(p *santorini.Position) int {
	var list [16]santorini.Move // at most two workers with eight steps each, and one square to build on
	forced := AppendForced(p, list[:0])
	if len(forced) == 0 {
		if winners, _ := Settled(p); winners != 0 {
			return certain
		}
		return clamp(int32(e.network.Evaluate(p)))
	}
	best := -certain
	for _, m := range forced {
		next := *p
		if next.Play(m); next.Winners() != 0 {
			return certain
		}
		best = max(best, -e.playedOut(&next))
	}
	return best
}
