package santorini

// Prioritize guesses how good each of the legal moves is, roughly in
// centilogits. First come winning climbs, then builds that deny a rival one,
// last those that offer a rival one. Among the others it favors going up,
// keeping to the middle, and building what the worker that builds can step
// onto next and rivals can't.
func (p *Position) Prioritize(moves []Move, priorities []int32) {
	priorities = priorities[:len(moves)]
	if len(moves) == 0 || moves[0].isPlacement() {
		for i, m := range moves {
			priorities[i] = int32(worths[0].square[m.from()]) + int32(worths[0].square[m.to()])
		}
		return
	}
	var levels perSquare[uint8]
	for built := p.above[0]; built != 0; built &= built - 1 {
		s := built.first()
		levels[s] = uint8(p.level(s))
	}
	building := p.denying()
	building[nowhere] = 4 * decisive
	var base int32        // what the step is worth
	var gain *[dome]int32 // what building is worth to the worker
	step := ^Move(0)      // for which they are
	for i, m := range moves {
		if m>>toShift != step {
			step = m >> toShift
			from, to := m.from(), m.to()
			level := levels[to] & top
			base = int32(worths[level].square[to]) - int32(worths[levels[from]&top].square[from])
			gain = &gained[level]
		}
		build := m.build()
		priorities[i] = base + gain[levels[build]&top] + building[build]
	}
}

// decisive is the priority of a move that decides the game.
const decisive = 1 << 24

// rivalStep holds what it is worth that a rival on a given level has one more
// square to climb onto.
var rivalStep = [dome]int32{10, 20, decisive, 0}

// gained holds what it is worth to a worker, by its level, to build on a
// square beside it, by the level of that: what was as high as the worker can
// be climbed from then on, what was one higher no longer.
var gained = [dome][dome]int32{
	{20, -20, 0, 0},
	{0, 60, -60, 0},
	{0, 0, 150, -150},
	{0, 0, 0, 0},
}

// denying returns what building on each square does to rivals: what is as high
// as a worker beside it is offered to it, what is one higher is denied.
func (p *Position) denying() (worth perSquare[int32]) {
	rivals := p.occupied() &^ p.workers[p.turn]
	for ; rivals != 0; rivals &= rivals - 1 {
		s := rivals.first()
		level := p.level(s) & top
		near := neighbors[s]
		if level > 0 {
			near &= p.above[level-1]
		}
		step := rivalStep[level]
		for offered := near &^ p.above[level]; offered != 0; offered &= offered - 1 {
			worth[offered.first()] -= step
		}
		for denied := near & p.above[level] &^ p.above[min(level+1, top)]; denied != 0; denied &= denied - 1 {
			worth[denied.first()] += step
		}
	}
	return worth
}
