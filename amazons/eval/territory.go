package eval

import (
	"thera/amazons"
	"thera/amazons/endgame"
	"thera/game"
)

// lateArrows is the number of arrows after which queen distance is the better measure
// on the 10×10 board. Chosen by hand, not tuned.
const lateArrows = 55

// Territory estimates the chances of seat in centilogits as simply as makes sense, as a
// baseline for [Evaluation]: the difference in territory as a share of all squares that
// either side can reach, by king distance until 55 arrows have been shot and by queen
// distance after that. A search with little more than this won a university tournament
// of twenty teams in 2026.
func Territory(p *amazons.Position, seat game.Seat) int {
	g := endgame.Over(p.Empty())
	late := p.Arrows().Len() >= lateArrows
	a, b := endgame.From(p.Amazons(seat)), endgame.From(p.Amazons(1-seat))
	first := 0
	for !a.Fresh.IsEmpty() || !b.Fresh.IsEmpty() {
		if late {
			g.QueenStep(&a)
			g.QueenStep(&b)
		} else {
			g.KingStep(&a)
			g.KingStep(&b)
		}
		first += a.Fresh.AndNot(b.All).Len() - b.Fresh.AndNot(a.All).Len()
	}
	reachable := a.All.Or(b.All).And(p.Empty()).Len()
	const scale = 600 // a lead of a sixth of the board is 73%; chosen by hand
	return scale * first / max(reachable, 1)
}
