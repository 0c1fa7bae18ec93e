package eval

import (
	"math"

	"thera/santorini"
)

// reach is a number for each unit: how far it can get.
type reach [NumUnits]int

// reach bounds sign·(the bias + the weights of all inputs that can be true at
// once).
func (w *Weights) reach(sign int) (sum reach) {
	sum.add(sign, &w.Bias)
	for s := range santorini.Space(santorini.NumSpaces) {
		level, mine, theirs := w.most(sign, levelKind, santorini.Dome, s), w.most(sign, twiceKind, 2, s), w.most(sign, twiceKind+2, 2, s)
		near := least
		for kind := nearKind; kind < numKinds; kind++ {
			near.max(sign, w.row(kind, s)) // one of them is true
		}
		for unit := range sum {
			sum[unit] += level[unit] + mine[unit] + theirs[unit] + near[unit]
		}
	}
	for side := range 2 {
		worker := w.worker(sign, side)
		for unit := range sum {
			sum[unit] += 2 * worker[unit]
		}
	}
	return sum
}

// worker bounds what a worker of a side counts with its steps.
func (w *Weights) worker(sign, side int) reach {
	best := least
	for s := range santorini.Space(santorini.NumSpaces) {
		for level := range santorini.Top {
			var sum reach
			sum.add(sign, w.row(workerKind+santorini.Top*side+level, s))
			for near := santorini.Neighbors(s); near != 0; near &= near - 1 {
				step := w.most(sign, stepKind+stepKinds*side+stepsFrom[level], level+2, near.First())
				for unit := range sum {
					sum[unit] += step[unit]
				}
			}
			for unit := range best {
				best[unit] = max(best[unit], sum[unit])
			}
		}
	}
	return best
}

// most bounds what so many kinds of inputs count for a square, of which one at
// most is true.
func (w *Weights) most(sign, from, kinds int, s santorini.Space) (best reach) {
	for kind := range kinds {
		best.max(sign, w.row(from+kind, s))
	}
	return best
}

func (w *Weights) row(kind int, s santorini.Space) *[NumUnits]int16 {
	return &w.Rows[santorini.NumSpaces*kind+int(s)]
}

// least is what any number is more than.
var least = func() (r reach) {
	for unit := range r {
		r[unit] = math.MinInt
	}
	return r
}()

func (r *reach) add(sign int, row *[NumUnits]int16) {
	for unit, v := range row {
		r[unit] += sign * int(v)
	}
}

func (r *reach) max(sign int, row *[NumUnits]int16) {
	for unit, v := range row {
		r[unit] = max(r[unit], sign*int(v))
	}
}
