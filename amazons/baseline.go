package amazons

import "thera/game"

// lateArrows is how many arrows make queen distance the better measure.
const lateArrows = 55

// Territory estimates the chances of seat in centilogits as plainly as makes
// sense, to measure [Position.Evaluate] against: by the difference in territory
// as a share of all squares that either side can reach, by king distance until
// 55 arrows have been shot and by queen distance after that. A search with it
// and little else won a university tournament of twenty teams in 2026.
func Territory(p *Position, seat game.Seat) int {
	f := newFill(p.empty)
	step := f.kingStep
	if p.arrows().Len() >= lateArrows {
		step = f.queenStep
	}
	own, other := p.amazons[seat], p.amazons[1-seat]
	a, b := frontier{all: own, fresh: own}, frontier{all: other, fresh: other}
	first := 0
	for !a.fresh.IsEmpty() || !b.fresh.IsEmpty() {
		step(&a)
		step(&b)
		first += a.fresh.AndNot(b.all).Len() - b.fresh.AndNot(a.all).Len()
	}
	reachable := a.all.Or(b.all).And(p.empty).Len()
	const scale = 600 // so that a lead of a sixth of the board is 73 %
	return scale * first / max(reachable, 1)
}
