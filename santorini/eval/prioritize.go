package eval

import "thera/santorini"

// Prioritize guesses how good each of the legal moves is, roughly in
// centilogits. First come winning climbs, then builds that deny a rival one,
// last those that offer a rival one. Among the others it favors going up,
// keeping to the middle, and building what the worker that builds can step
// onto next and rivals can't.
func Prioritize(p *santorini.Position, moves []santorini.Move, priorities []int32) {
	priorities = priorities[:len(moves)]
	if len(moves) == 0 || moves[0].IsPlacement() {
		for i, m := range moves {
			first, second, _ := m.Spaces()
			priorities[i] = int32(worths[0].at[first]) + int32(worths[0].at[second])
		}
		return
	}
	var levels santorini.PerSpace[uint8]
	for built := p.Above(0); built != 0; built &= built - 1 {
		s := built.First()
		levels[s] = uint8(p.Level(s))
	}
	building := denying(p)
	building[santorini.Nowhere] = 4 * decisive
	var base int32                  // what the step is worth
	var gain *[santorini.Dome]int32 // what building is worth to the worker
	step := ^santorini.Move(0)      // for which they are
	for i, m := range moves {
		if m.Step() != step {
			step = m.Step()
			from, to, _ := m.Spaces()
			level := levels[to] & santorini.Top
			base = int32(worths[level].at[to]) - int32(worths[levels[from]&santorini.Top].at[from])
			gain = &gained[level]
		}
		_, _, build := m.Spaces()
		priorities[i] = base + gain[levels[build]&santorini.Top] + building[build]
	}
}

// The numbers below were chosen by hand, in about the unit of the evaluation's
// weights, and not tuned: they order moves and decide nothing else.

// decisive is the priority of a move that decides the game, more than all else
// that a move can be worth.
const decisive = 1 << 24

// rivalStep holds what it is worth that a rival on a given level has one more
// square to climb onto.
var rivalStep = [santorini.Dome]int32{10, 20, decisive, 0}

// gained holds what it is worth to a worker, by its level, to build on a
// square beside it, by the level of that: what was as high as the worker can
// be climbed from then on, what was one higher no longer.
var gained = [santorini.Dome][santorini.Dome]int32{
	{20, -20, 0, 0},
	{0, 60, -60, 0},
	{0, 0, 150, -150},
	{0, 0, 0, 0},
}

// denying returns what building on each square does to rivals: what is as high
// as a worker beside it is offered to it, what is one higher is denied.
func denying(p *santorini.Position) (worth santorini.PerSpace[int32]) {
	rivals := p.Occupied() &^ p.Workers(p.Turn())
	for ; rivals != 0; rivals &= rivals - 1 {
		s := rivals.First()
		level := p.Level(s) & santorini.Top
		near := santorini.Neighbors(s)
		if level > 0 {
			near &= p.Above(level - 1)
		}
		step := rivalStep[level]
		for offered := near &^ p.Above(level); offered != 0; offered &= offered - 1 {
			worth[offered.First()] -= step
		}
		for denied := near & p.Above(level) &^ p.Above(min(level+1, santorini.Top)); denied != 0; denied &= denied - 1 {
			worth[denied.First()] += step
		}
	}
	return worth
}
