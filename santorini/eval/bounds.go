package eval

import (
	"math"

	"thera/santorini"
)

type unitBounds [NumUnits]int

// bounds returns upper bounds of sign·(the bias + the weights of all inputs that can be
// true at once).
func (w *Weights) bounds(sign int) (sum unitBounds) {
	sum.add(sign, &w.Bias)
	for s := range santorini.Space(santorini.NumSpaces) {
		square, mine, theirs := w.square(sign, s), w.most(sign, twiceKind, 2, s), w.most(sign, twiceKind+2, 2, s)
		for unit := range sum {
			sum[unit] += square[unit] + mine[unit] + theirs[unit]
		}
	}
	for side := range 2 {
		worker := w.worker(sign, side)
		for unit := range sum {
			sum[unit] += 2 * worker[unit]
		}
	}
	if len(w.Powers) > 0 {
		w.addPowers(sign, &sum)
	}
	return sum
}

// Clip reduces the largest weights of units that could overflow 16 bits until none can:
// first the weights for powers, and if those are not enough, the others. The largest
// weights belong to inputs that are rarely true.
func (w *Weights) Clip() {
	for {
		up, down := w.bounds(1), w.bounds(-1)
		clipped := false
		for unit := range NumUnits {
			if max(up[unit], down[unit]) > math.MaxInt16 &&
				(clipLargest(w.Powers, unit, 1) || clipLargest(w.Rows[:], unit, Unit/PowerUnit)) {
				clipped = true
			}
		}
		if !clipped {
			return
		}
	}
}

// clipLargest reduces a unit's largest weights by a step and reports whether it had any.
func clipLargest[T int8 | int16](rows [][NumUnits]T, unit, step int) bool {
	most := 0
	for i := range rows {
		v := int(rows[i][unit])
		most = max(most, v, -v)
	}
	left := max(most-step, 0)
	for i := range rows {
		v := &rows[i][unit]
		*v = T(min(max(int(*v), -left), left))
	}
	return most > 0
}

// addPowers adds a bound of the contribution of powers.
func (w *Weights) addPowers(sign int, sum *unitBounds) {
	var most unitBounds // they may contribute nothing
	var theirs [numPowers]unitBounds
	for rival := range theirs {
		theirs[rival] = w.goals(sign, 1, rival)
	}
	for own := range numPowers {
		mine := w.goals(sign, 0, own)
		var grounded unitBounds
		grounded.max(sign, w.power(groundedInput+own))
		for rival := range numPowers {
			all := mine
			all.add(sign, w.power(pairInput+numPowers*own+rival))
			for unit := range all {
				most[unit] = max(most[unit], all[unit]+theirs[rival][unit]+grounded[unit])
			}
		}
	}
	for unit := range sum {
		sum[unit] += most[unit]
	}
}

// goals bounds the contribution of squares that a side with a power stands on or goes to.
func (w *Weights) goals(sign, side, power int) (sum unitBounds) {
	stands := w.stands(sign, side, power)
	for s := range santorini.NumSpaces {
		var best unitBounds // none of them need be true
		if side == 1 {
			best.max(sign, w.power(threatInput+santorini.NumSpaces*power+s))
		}
		if group := groups[power]; group >= 0 {
			for level := range santorini.Dome {
				best.max(sign, w.power(goalInput+santorini.NumSpaces*(santorini.Dome*(numGroups*side+group)+level)+s))
			}
		}
		for unit := range sum {
			sum[unit] += best[unit]
		}
	}
	for unit := range sum {
		sum[unit] += 2 * stands[unit]
	}
	return sum
}

// stands bounds the contribution of a worker of a side with a power by where it stands.
func (w *Weights) stands(sign, side, power int) (best unitBounds) {
	if power == int(santorini.Mortal) {
		return best
	}
	best = least
	from := standInput + santorini.NumSpaces*santorini.Top*(numGods*side+power-1)
	for input := range santorini.NumSpaces * santorini.Top {
		best.max(sign, w.power(from+input))
	}
	return best
}

// square bounds the contribution of a square's level and distance classes, exactly one
// of which is true.
func (w *Weights) square(sign int, s santorini.Space) (best unitBounds) {
	best = least
	for level := range santorini.Dome + 1 {
		near := least
		for kind := range distances * distances {
			near.max(sign, w.row(nearKind+distances*distances*level+kind, s))
		}
		if level > 0 {
			near.add(sign, w.row(levelKind+level-1, s))
		}
		for unit := range best {
			best[unit] = max(best[unit], near[unit])
		}
	}
	return best
}

// worker bounds the contribution of a worker of a side and its steps.
func (w *Weights) worker(sign, side int) unitBounds {
	best := least
	for s := range santorini.Space(santorini.NumSpaces) {
		for level := range santorini.Top {
			var sum unitBounds
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

// most bounds the contribution for a square of a range of kinds of which at most one is
// true.
func (w *Weights) most(sign, from, kinds int, s santorini.Space) (best unitBounds) {
	for kind := range kinds {
		best.max(sign, w.row(from+kind, s))
	}
	return best
}

func (w *Weights) row(kind int, s santorini.Space) *[NumUnits]int16 {
	return &w.Rows[santorini.NumSpaces*kind+int(s)]
}

// least is less than any sum.
var least = func() (r unitBounds) {
	for unit := range r {
		r[unit] = math.MinInt
	}
	return r
}()

func (r *unitBounds) add(sign int, row *[NumUnits]int16) {
	for unit, v := range row {
		r[unit] += sign * int(v)
	}
}

func (r *unitBounds) max(sign int, row *[NumUnits]int16) {
	for unit, v := range row {
		r[unit] = max(r[unit], sign*int(v))
	}
}
