package amazons

// A turn has two parts, the queen move and the arrow. There are far fewer queen moves
// than turns, 80 instead of 2,176 at the start, so a search may examine queen moves
// first and list the arrows of the good ones only.

// AppendFirst appends the queen moves of the side to move, each as a turn
// whose arrow hits a1, in the order of AppendMoves.
func (p *Position) AppendFirst(moves []Move) []Move {
	for own := p.amazons[p.turn]; !own.IsEmpty(); own = own.WithoutFirst() {
		from := own.First()
		for to := QueenMoves(from, p.empty); !to.IsEmpty(); to = to.WithoutFirst() {
			moves = append(moves, NewMove(from, to.First(), 0))
		}
	}
	return moves
}

// AppendRest appends the legal moves that begin with a queen move from AppendFirst.
func (p *Position) AppendRest(first Move, moves []Move) []Move {
	return appendShots(moves, first.From(), first.To(), p.empty.With(first.From()))
}

// PlayFirst makes a queen move from AppendFirst as if no arrow were shot: the other
// side is to move.
func (p *Position) PlayFirst(first Move) {
	from, to := first.From(), first.To()
	p.amazons[p.turn] = p.amazons[p.turn].Without(from).With(to)
	p.empty = p.empty.With(from).Without(to)
	p.hash ^= amazonKeys[p.turn][from] ^ amazonKeys[p.turn][to] ^ turnKey
	p.turn = 1 - p.turn
}
