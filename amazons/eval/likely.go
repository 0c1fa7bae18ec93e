package eval

import (
	"math"

	"thera/amazons"
)

// Likely returns the legal moves to which [Prioritize] gives most, so many or, if there
// are no more, all, in any order, and what it gives them, in the room of two slices.
// Where few are wanted, it takes half as long as to list all, and what comes after that
// has less to put in order.
func Likely(p *amazons.Position, most int, moves []amazons.Move, priorities []int32) ([]amazons.Move, []int32) {
	var n neighborhood
	n.survey(p)
	l := shortlist{moves[:0], priorities[:0], most, math.MinInt32}
	for own := n.own; !own.IsEmpty(); own = own.WithoutFirst() {
		from := own.First()
		d := n.departure(from)
		for set := amazons.QueenMoves(from, n.empty); !set.IsEmpty(); set = set.WithoutFirst() {
			to := set.First()
			arrows := amazons.QueenMoves(to, d.free)
			worth := n.queenMove(&d, to, arrows)
			if worth+n.bestShot <= l.floor {
				continue
			}
			for ; !arrows.IsEmpty(); arrows = arrows.WithoutFirst() {
				arrow := arrows.First()
				if priority := worth + n.shot(to, arrow); priority > l.floor {
					l.add(amazons.NewMove(from, to, arrow), priority)
				}
			}
		}
	}
	return l.moves, l.priorities
}

// shortlist holds the moves with the largest priorities, no more than so many. Once it
// is full it is a heap, with the least above.
type shortlist struct {
	moves      []amazons.Move
	priorities []int32
	most       int
	floor      int32 // only with more than that does a move get in
}

// add takes in a move whose priority is above the floor.
func (l *shortlist) add(m amazons.Move, priority int32) {
	if len(l.moves) < l.most {
		l.moves, l.priorities = append(l.moves, m), append(l.priorities, priority)
		if len(l.moves) < l.most {
			return
		}
		for i := l.most/2 - 1; i >= 0; i-- {
			l.sink(i, l.moves[i], l.priorities[i])
		}
	} else {
		l.sink(0, m, priority)
	}
	l.floor = l.priorities[0]
}

// sink brings a move to its place at i or below.
func (l *shortlist) sink(i int, m amazons.Move, priority int32) {
	for {
		child := 2*i + 1
		if child >= len(l.priorities) {
			break
		}
		if child+1 < len(l.priorities) && l.priorities[child+1] < l.priorities[child] {
			child++
		}
		if priority <= l.priorities[child] {
			break
		}
		l.moves[i], l.priorities[i] = l.moves[child], l.priorities[child]
		i = child
	}
	l.moves[i], l.priorities[i] = m, priority
}
