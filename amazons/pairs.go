package amazons

import "thera/game"

// CountPairs returns the number of sequences of two moves without playing the
// first of each. For a queen move of the first side it counts the replies before
// the arrow is shot, and takes off for each square that the arrow can hit those
// that need this square. So the replies are gone through once for each queen
// move, not once for each arrow, and there are some 27 times as many of these at
// the start.
func (p *Position) CountPairs() (pairs uint64) {
	l := newLines(p.empty)
	for own := p.amazons[p.turn]; !own.IsEmpty(); own = own.WithoutFirst() {
		from := own.First()
		l.flip(from)
		for to := QueenMoves(from, p.empty); !to.IsEmpty(); to = to.WithoutFirst() {
			l.flip(to.First())
			pairs += l.countReplies(p.amazons[1-p.turn], QueenMoves(to.First(), p.empty.With(from)))
			l.flip(to.First())
		}
		l.flip(from)
	}
	return pairs
}

// highSteps are the steps from square to square along the lines through a square,
// toward higher bits of their words: rank, falling, file, rising.
var highSteps = [4]int{1, 1 - game.Stride, game.Stride, game.Stride + 1}

// section is what lies on a line next to a square: how many squares are open on
// the lower and the higher side, and how often the marked ones among these are in
// the way of shots that go there from the square.
type section struct{ low, high, lowNeed, highNeed int }

// newSection returns the section around a place of a line, given the open and the
// marked squares of it.
func newSection(at uint8, open, marked uint16) section {
	sp := spans[at][open]
	low, high := sp.down(), sp.up()
	return section{
		low: low, high: high,
		lowNeed:  int(needs[0][marked&(1<<at-1)>>(int(at)-low)]),
		highNeed: int(needs[high][marked>>(at+1)&(1<<high-1)]),
	}
}

// sections returns those of the four lines through a square.
func (l *lines) sections(marked *lines, s game.Square) [4]section {
	c := coordinatesOf[s]
	return [4]section{
		newSection(c.file, l.rank[c.rank], marked.rank[c.rank]),
		newSection(c.file, l.fall[c.fall], marked.fall[c.fall]),
		newSection(c.rank, l.file[c.file], marked.file[c.file]),
		newSection(c.file, l.rise[c.rise], marked.rise[c.rise]),
	}
}

// needs holds how many shots along n open squares need the squares of a set: the
// last one is needed by one shot, the one before by two. For needs[n] bit 0 is
// the nearest of the n squares, for needs[0] the last one, however many there are.
var needs = func() (table [game.MaxFiles][1 << (game.MaxFiles - 1)]uint8) {
	for n := range table {
		for set := range table[n] {
			for i := range game.MaxFiles - 1 {
				switch {
				case set>>i&1 == 0:
				case n == 0:
					table[n][set] += uint8(i + 1)
				case i < n:
					table[n][set] += uint8(n - i)
				}
			}
		}
	}
	return table
}()

// countReplies returns the sum of the numbers of moves of some amazons over all
// arrows, each of which hits one of the open squares.
func (l *lines) countReplies(amazons, arrows game.Squares) uint64 {
	var marked lines
	for rest := arrows; !rest.IsEmpty(); rest = rest.WithoutFirst() {
		marked.flip(rest.First())
	}
	moves, lost := 0, 0
	for ; !amazons.IsEmpty(); amazons = amazons.WithoutFirst() {
		from := amazons.First()
		sections := l.sections(&marked, from)
		for line, step := range highSteps {
			sec := &sections[line]
			// The arrow can fly back along the line, to the square that the
			// amazon has left and on.
			n, k := l.along(&marked, arrows, from, step, sec.high, 1+sec.low, sec.lowNeed)
			moves, lost = moves+n, lost+k
			n, k = l.along(&marked, arrows, from, -step, sec.low, 1+sec.high, sec.highNeed)
			moves, lost = moves+n, lost+k
		}
	}
	return uint64(moves*arrows.Len() - lost)
}

// along returns the number of moves of an amazon along so many squares of a line,
// and how often all these need a marked square. From each square there are shots
// back behind where the amazon came from, and needs of these.
func (l *lines) along(marked *lines, arrows game.Squares, from game.Square, step, squares, behind, behindNeed int) (moves, need int) {
	crossed := 0 // marked squares that the amazon crosses or lands on
	back := 0    // how often they are in the way of shots back to the first of the line
	for s, i := from, 1; i <= squares; i++ {
		s = game.Square(int(s) + step)
		shots, shotNeed := l.shots(marked, coordinatesOf[s])
		// What lies back has been crossed in any case.
		shotNeed -= back
		if arrows.Has(s) {
			crossed++
			back += i
		}
		shots += behind
		moves += shots
		need += shotNeed + behindNeed + shots*crossed
	}
	return moves, need
}

// shots returns the number of shots from a square, and how often they need a
// marked one.
func (l *lines) shots(marked *lines, c coordinates) (shots, need int) {
	rank := newSection(c.file, l.rank[c.rank], marked.rank[c.rank])
	fall := newSection(c.file, l.fall[c.fall], marked.fall[c.fall])
	file := newSection(c.rank, l.file[c.file], marked.file[c.file])
	rise := newSection(c.file, l.rise[c.rise], marked.rise[c.rise])
	shots = rank.low + rank.high + fall.low + fall.high + file.low + file.high + rise.low + rise.high
	need = rank.lowNeed + rank.highNeed + fall.lowNeed + fall.highNeed + file.lowNeed + file.highNeed + rise.lowNeed + rise.highNeed
	return shots, need
}
