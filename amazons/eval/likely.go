package eval

import (
	"math"

	"thera/amazons"
)

// Likely returns the legal moves with the highest priorities according to [Prioritize],
// up to the given number, in any order, and their priorities. It reuses the storage of
// the two slices. If few moves are wanted, it takes half as long as listing all of
// them, and there are fewer to sort afterwards.
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

// shortlist holds the moves with the highest priorities, up to a maximum. Once it is
// full it is a heap with the lowest priority on top.
type shortlist struct {
	moves      []amazons.Move
	priorities []int32
	most       int
	floor      int32 // only moves with a higher priority get in
}

// add inserts a move whose priority is above the floor.
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

// sink moves an entry from i down to its place in the heap.
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
