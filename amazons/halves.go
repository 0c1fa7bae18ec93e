package amazons

import "thera/game"

// AppendFirst appends the queen moves of the side to move, each as a turn
// whose arrow hits a1, in the order of AppendMoves.
func (p *Position) AppendFirst(moves []Move) []Move {
	for own := p.amazons[p.turn]; !own.IsEmpty(); own = own.WithoutFirst() {
		from := own.First()
		for to := reach(from, p.empty); !to.IsEmpty(); to = to.WithoutFirst() {
			moves = append(moves, NewMove(from, to.First(), 0))
		}
	}
	return moves
}

// AppendRest appends the legal moves that begin with a queen move from
// AppendFirst.
func (p *Position) AppendRest(first Move, moves []Move) []Move {
	return appendShots(moves, first.From(), first.To(), p.empty.With(first.From()))
}

// EvaluateFirst estimates the chances of seat in centilogits after a queen
// move from AppendFirst, as if no arrow had to be shot.
func (p *Position) EvaluateFirst(first Move, seat game.Seat) int {
	half := *p
	half.amazons[p.turn] = p.amazons[p.turn].Without(first.From()).With(first.To())
	half.empty = p.empty.With(first.From()).Without(first.To())
	half.turn = 1 - p.turn
	return half.Evaluate(seat)
}
