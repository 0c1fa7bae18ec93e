package santorini

import (
	"math/bits"
	"strings"

	"thera/game"
)

// String returns the canonical text: the levels rank by rank from the top, the workers
// seat by seat, the seat to move, or # and the seat that has won by a climb, and the
// powers, unless there are none.
func (p *Position) String() string {
	var out strings.Builder
	for rank := Size - 1; rank >= 0; rank-- {
		for file := range Size {
			out.WriteByte('0' + byte(p.Level(at(file, rank))))
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
		case p.IsTeams() && partner(seat) < seat:
			out.WriteByte('+')
		case own == 0:
			out.WriteByte('-')
		default:
			out.WriteString(own.First().String() + own.Last().String())
		}
	}
	if p.climbed {
		out.WriteString(" #" + p.climber().String())
	} else {
		out.WriteString(" " + p.turn.String())
	}
	if p.hasPowers() {
		out.WriteString(" " + strings.Join(p.powerTexts(), ","))
	}
	return out.String()
}

// climber returns the seat that has climbed: the one before the seat to move.
func (p *Position) climber() game.Seat {
	if p.IsTeams() {
		return (p.turn + maxSeats - 1) % maxSeats
	}
	return game.Seat(bits.TrailingZeros8(uint8(p.winners)))
}

// KindWorker is the kind of a worker on a [game.Board].
const KindWorker = "worker"

// Board returns what stands on each square. The workers of seats 1 to 4 are A to D.
func (p *Position) Board() game.Board {
	b := game.NewBoard(Size, Size, p.Players())
	b.HasLevels = true
	b.Teams = p.IsTeams()
	if p.hasPowers() {
		b.Powers = p.powerTexts()
	}
	for s := range Space(NumSpaces) {
		cell := b.At(s.Square())
		cell.Level = int(p.Level(s))
		for seat, own := range p.workers {
			if own.Has(s) {
				cell.Kind = KindWorker
				cell.Piece = 'A' + byte(seat)
				cell.Owner = p.team(game.Seat(seat))
				break
			}
		}
	}
	return b
}
