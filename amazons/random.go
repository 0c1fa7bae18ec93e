package amazons

import (
	"math/rand/v2"

	"thera/game"
)

// RandomMove returns a legal move, each with equal chance. The game must not
// be over. The moves of each amazon are counted, not listed, a number is drawn,
// and the move of that number is looked for.
func (p *Position) RandomMove(rng *rand.Rand) Move {
	l := newLines(p.empty)
	var counts [game.NumSquares]int32
	total := 0
	for own := p.amazons[p.turn]; !own.IsEmpty(); own = own.WithoutFirst() {
		n := l.countFrom(own.First())
		counts[own.First()] = int32(n)
		total += n
	}
	n := rng.IntN(total)
	own := p.amazons[p.turn]
	for n >= int(counts[own.First()]) {
		n -= int(counts[own.First()])
		own = own.WithoutFirst()
	}
	return p.moveFrom(&l, own.First(), n)
}

// moveFrom returns the n-th move of the amazon on from, line by line.
func (p *Position) moveFrom(l *lines, from game.Square, n int) Move {
	for i, sp := range l.spansOf(from) {
		for _, end := range [2]struct {
			open, behind int
			step         game.Square
		}{
			{sp.up(), sp.down(), lineStrides[i]},
			{sp.down(), sp.up(), -lineStrides[i]},
		} {
			to := from
			for range end.open {
				to += end.step
				shots := l.mobility(to) + 1 + end.behind
				if n < shots {
					return NewMove(from, to, nth(QueenMoves(to, p.empty.With(from)), n))
				}
				n -= shots
			}
		}
	}
	panic("amazons: no such move")
}

// RandomSteps returns a legal move chosen in steps: an amazon among those
// that can move, a square among those she can reach, an arrow among those she
// can shoot from there. The game must not be over. That is several times as
// fast as [Position.RandomMove], but moves of amazons with few squares to go to
// come more often than others.
func (p *Position) RandomSteps(rng *rand.Rand) Move {
	movable := p.amazons[p.turn].And(p.empty.Spread())
	from := pick(movable, rng)
	to := pick(QueenMoves(from, p.empty), rng)
	return NewMove(from, to, pick(QueenMoves(to, p.empty.With(from)), rng))
}

// pick returns one square of a set that is not empty, each with equal chance.
func pick(set game.Squares, rng *rand.Rand) game.Square {
	return nth(set, int(rng.Uint32N(uint32(set.Len()))))
}

// nth returns the n-th square of a set in ascending order, counted from 0.
func nth(set game.Squares, n int) game.Square {
	for range n {
		set = set.WithoutFirst()
	}
	return set.First()
}
