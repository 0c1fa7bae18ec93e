package santorini

// Prioritize guesses how good each of the legal moves is, roughly in
// centilogits. First come winning climbs, then builds that deny a rival one,
// last those that offer a rival one. Among the others it favors going up,
// keeping to the middle, and building what the worker that builds can step
// onto next and rivals can't.
func (p *Position) Prioritize(moves []Move, priorities []int32) {
	rivals := p.besideRivals()
	var levels perSquare[uint8]
	var standing perSquare[int32] // the worth of standing on a square
	var denying perSquare[int32]  // the worth of what building there does to rivals
	for s := range square(numSquares) {
		level := min(p.level(s), top) // nobody goes or builds where there is a dome
		levels[s] = uint8(level)
		standing[s] = int32(worths[level].square[s])
		if rivals[level].has(s) {
			denying[s] -= rivalStep[level]
		}
		if level > 0 && rivals[level-1].has(s) {
			denying[s] += rivalStep[level-1]
		}
	}
	for i, m := range moves {
		from, to, build := m.from(), m.to(), m.build()
		switch {
		case m.isPlacement():
			priorities[i] = standing[from] + standing[to]
		case m.isClimb():
			priorities[i] = 2 * decisive
		default:
			priorities[i] = standing[to] - standing[from] + gained[levels[to]][levels[build]] + denying[build]
		}
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

// besideRivals returns the squares beside workers of others than the seat to
// move, by the level these workers stand on.
func (p *Position) besideRivals() (beside [dome]squares) {
	rivals := p.occupied() &^ p.workers[p.turn]
	for ; rivals != 0; rivals &= rivals - 1 {
		s := rivals.first()
		beside[p.level(s)] |= neighbors[s]
	}
	return beside
}
