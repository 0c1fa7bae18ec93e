package santorini

import (
	"strings"

	"thera/game"
)

// String returns the canonical text: the levels rank by rank from the top,
// the workers seat by seat, and the seat to move, or # and the seat that has
// won by a climb.
func (p *Position) String() string {
	var out strings.Builder
	for rank := size - 1; rank >= 0; rank-- {
		for file := range size {
			out.WriteByte('0' + byte(p.level(at(file, rank))))
		}
		if rank > 0 {
			out.WriteByte('/')
		}
	}
	for seat := range game.Seat(p.seats) {
		out.WriteByte(" ,,,"[seat])
		switch own := p.workers[seat]; {
		case !p.in.Has(seat):
			out.WriteByte('x')
		case own == 0:
			out.WriteByte('-')
		default:
			out.WriteString(own.first().String() + own.last().String())
		}
	}
	if p.climbed {
		return out.String() + " #" + p.winners.String()
	}
	return out.String() + " " + p.turn.String()
}

// KindWorker is the kind of a worker on a square of a [game.Board].
const KindWorker = "worker"

// Board returns what stands where. The workers of seats 1 to 4 are A to D.
func (p *Position) Board() game.Board {
	b := game.NewBoard(size, size, p.Players())
	b.Storeys = true
	for s := range square(numSquares) {
		cell := b.At(s.wide())
		cell.Level = int(p.level(s))
		for seat, own := range p.workers {
			if own.has(s) {
				cell.Kind = KindWorker
				cell.Piece = 'A' + byte(seat)
				cell.Owner = game.Only(game.Seat(seat))
			}
		}
	}
	return b
}
