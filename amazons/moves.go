package amazons

import (
	"math/bits"

	"thera/game"
)

// AppendMoves appends the legal moves, ascending by the square the amazon leaves, then
// the one it lands on, then the one the arrow hits.
func (p *Position) AppendMoves(moves []Move) []Move {
	return AppendTurns(moves, p.amazons[p.turn], p.empty)
}

// AppendTurns appends the turns of a side with the given amazons over the given empty
// squares, in the order of AppendMoves. It is for play on part of a board.
//
// rules/amazons.md 2.2, 2.5
func AppendTurns(moves []Move, own, empty game.Squares) []Move {
	for ; !own.IsEmpty(); own = own.WithoutFirst() {
		from := own.First()
		free := empty.With(from)
		for to := QueenMoves(from, empty); !to.IsEmpty(); to = to.WithoutFirst() {
			moves = appendShots(moves, from, to.First(), free)
		}
	}
	return moves
}

// Legal reports whether AppendMoves would append a move.
func (p *Position) Legal(m Move) bool { return IsTurn(m, p.amazons[p.turn], p.empty) }

// IsTurn reports whether AppendTurns would append a move.
func IsTurn(m Move, own, empty game.Squares) bool {
	from, to := m.From(), m.To()
	return own.Has(from) && QueenMoves(from, empty).Has(to) && QueenMoves(to, empty.With(from)).Has(m.Arrow())
}

// appendShots appends the moves that shoot from to, given the squares free for the
// arrow. The square to itself need not be excluded: it is not on its own rays.
//
// rules/amazons.md 2.3
func appendShots(moves []Move, from, to game.Square, free game.Squares) []Move {
	arrows := QueenMoves(to, free)
	prefix := NewMove(from, to, 0)
	for lo := arrows.Lo; lo != 0; lo &= lo - 1 {
		moves = append(moves, prefix|Move(game.Squares{Lo: lo}.First()))
	}
	for hi := arrows.Hi; hi != 0; hi &= hi - 1 {
		moves = append(moves, prefix|Move(game.Squares{Hi: hi}.First()))
	}
	return moves
}

// rays holds, for a square, the squares of a 10×10 board in each of the directions in
// which square numbers ascend, and in the opposite ones.
type rays struct {
	up   [4]game.Squares // E, NW, N, NE
	down [4]game.Squares // W, SE, S, SW
}

var raysFrom = func() (table [game.NumSquares]rays) {
	walk := func(from game.Square, step func(game.Squares, uint) game.Squares, stride uint) (ray game.Squares) {
		for at := game.Single(from); !at.IsEmpty(); {
			at = step(at, stride).And(fullBoard)
			ray = ray.Or(at)
		}
		return ray
	}
	for squares := fullBoard; !squares.IsEmpty(); squares = squares.WithoutFirst() {
		s := squares.First()
		for i, stride := range lineStrides {
			table[s].up[i] = walk(s, game.Squares.Up, uint(stride))
			table[s].down[i] = walk(s, game.Squares.Down, uint(stride))
		}
	}
	return table
}()

// QueenMoves returns the empty squares that a queen on s can move to. On each ray these
// are the squares before the first blocker: below the lowest blocker on rays with
// ascending square numbers, above the highest on the others.
//
// Subtracting 1 from a set, as a number, clears its lowest bit and sets all bits below
// it. So the squares below the lowest blocker are found without a loop, and with no
// blocker that is everything:
//
//	blockers      00101000
//	blockers − 1  00100111
//	new bits      00000111  below the lowest blocker
//
// There is no such trick for the highest bit; its position is computed, and the squares
// above it are a shift away. The square s itself need not be empty.
//
// rules/amazons.md 2.2, 2.4
func QueenMoves(s game.Square, empty game.Squares) game.Squares {
	r := &raysFrom[s]
	var to game.Squares
	for i := range r.up {
		ray := r.up[i]
		blockers := ray.AndNot(empty)
		lo, borrow := bits.Sub64(blockers.Lo, 1, 0)
		hi, _ := bits.Sub64(blockers.Hi, 0, borrow)
		to.Lo |= ray.Lo & lo &^ blockers.Lo
		to.Hi |= ray.Hi & hi &^ blockers.Hi
	}
	for i := range r.down {
		ray := r.down[i]
		blockers := ray.AndNot(empty)
		if blockers.Hi != 0 {
			to.Hi |= ray.Hi & (^uint64(0) << bits.Len64(blockers.Hi))
		} else {
			to.Hi |= ray.Hi
			to.Lo |= ray.Lo & (^uint64(0) << bits.Len64(blockers.Lo))
		}
	}
	return to
}

// CountPairs returns the number of sequences of two moves without playing the first of
// each. For a queen move of the first side it counts the replies before the arrow is shot,
// and subtracts for each square that the arrow can hit the replies that need that square.
// So the replies are enumerated once for each queen move and not once for each arrow, of
// which there are about 27 times as many at the start.
func (p *Position) CountPairs() (pairs uint64) {
	r := replies{open: newLines(p.empty)}
	for own := p.amazons[p.turn]; !own.IsEmpty(); own = own.WithoutFirst() {
		from := own.First()
		r.open.flip(from)
		for to := QueenMoves(from, p.empty); !to.IsEmpty(); to = to.WithoutFirst() {
			r.open.flip(to.First())
			pairs += r.count(p.amazons[1-p.turn], QueenMoves(to.First(), p.empty.With(from)))
			r.open.flip(to.First())
		}
		r.open.flip(from)
	}
	return pairs
}

// replies counts the replies to a queen move, over all its arrows.
type replies struct {
	open   lines        // the empty squares after the queen move
	marked lines        // the squares that its arrow can hit, all of them open
	arrows game.Squares // the same as marked
	moves  int          // replies that ignore the arrow
	lost   int          // pairs of such a reply and a marked square that it needs
}

// count returns the sum of the numbers of moves of some amazons after each arrow.
func (r *replies) count(amazons, arrows game.Squares) uint64 {
	r.marked, r.arrows, r.moves, r.lost = lines{}, arrows, 0, 0
	for rest := arrows; !rest.IsEmpty(); rest = rest.WithoutFirst() {
		r.marked.flip(rest.First())
	}
	for ; !amazons.IsEmpty(); amazons = amazons.WithoutFirst() {
		from := amazons.First()
		sections := r.sections(from)
		for line, step := range highSteps {
			s := &sections[line]
			r.addRay(from, ray{step, s.high, 1 + s.low, s.lowNeed})
			r.addRay(from, ray{-step, s.low, 1 + s.high, s.highNeed})
		}
	}
	return uint64(r.moves*arrows.Len() - r.lost)
}

// ray is one of the eight directions in which an amazon can move, and the opposite one, in
// which it can shoot back:
//
//	behind ←— from —→ 1  2  3 … squares
//
// From every square of the ray the arrow can be shot back to from and on to the open
// squares behind it.
type ray struct {
	step       int // from square to square
	squares    int // open squares of the ray
	behind     int // shots to from and beyond
	behindNeed int // how often these shots need a marked square behind from
}

// addRay adds the moves along a ray, and the pairs of a move and a marked square it needs.
func (r *replies) addRay(from game.Square, along ray) {
	crossed := 0 // marked squares of the ray up to the landing square
	back := 0    // how often these are needed by shots back along the ray
	for s, i := from, 1; i <= along.squares; i++ {
		s = game.Square(int(s) + along.step)
		shots, need := r.shots(coordinatesOf[s])
		// The amazon has crossed the squares back to from, so every shot needs them
		// anyway, and shots back along the ray need nothing more.
		need -= back
		if r.arrows.Has(s) {
			crossed++
			back += i
		}
		shots += along.behind
		r.moves += shots
		r.lost += need + along.behindNeed + shots*crossed
	}
}

// shots returns the number of shots from a square, and how often they need a marked one.
func (r *replies) shots(c coordinates) (shots, need int) {
	open, marked := &r.open, &r.marked
	rank := newSection(c.file, open.rank[c.rank], marked.rank[c.rank])
	fall := newSection(c.file, open.fall[c.fall], marked.fall[c.fall])
	file := newSection(c.rank, open.file[c.file], marked.file[c.file])
	rise := newSection(c.file, open.rise[c.rise], marked.rise[c.rise])
	shots = rank.low + rank.high + fall.low + fall.high + file.low + file.high + rise.low + rise.high
	need = rank.lowNeed + rank.highNeed + fall.lowNeed + fall.highNeed + file.lowNeed + file.highNeed + rise.lowNeed + rise.highNeed
	return shots, need
}

// highSteps are the differences between neighboring squares on the lines through a square,
// toward higher bits of their words: rank, falling, file, rising.
var highSteps = [4]int{1, 1 - game.Stride, game.Stride, game.Stride + 1}

// section is a line as seen from one of its squares: how many squares are open toward lower
// and toward higher bits, and how often shots in that direction need a marked one.
type section struct{ low, high, lowNeed, highNeed int }

// sections returns the four lines through a square, in the order of highSteps.
func (r *replies) sections(s game.Square) [4]section {
	c := coordinatesOf[s]
	return [4]section{
		newSection(c.file, r.open.rank[c.rank], r.marked.rank[c.rank]),
		newSection(c.file, r.open.fall[c.fall], r.marked.fall[c.fall]),
		newSection(c.rank, r.open.file[c.file], r.marked.file[c.file]),
		newSection(c.file, r.open.rise[c.rise], r.marked.rise[c.rise]),
	}
}

func newSection(at uint8, open, marked uint16) section {
	sp := spans[at][open]
	low, high := sp.down(), sp.up()
	return section{
		low: low, high: high,
		lowNeed:  int(needs[0][marked&(1<<at-1)>>(int(at)-low)]),
		highNeed: int(needs[high][marked>>(at+1)&(1<<high-1)]),
	}
}

// needs holds how many of the shots along n open squares need the squares of a set. A shot
// needs the square it hits and all before it, so of n squares the nearest is needed by n
// shots and the farthest by one. The set's bits ascend with the squares of the line, so the
// two directions need two forms:
//
//	needs[n], n > 0  toward higher bits: bit 0 is the nearest of n squares
//	needs[0]         toward lower bits: bit 0 is the farthest, of any number of squares
var needs = func() (table [game.MaxFiles][1 << (game.MaxFiles - 1)]uint8) {
	for n := range table {
		for set := range table[n] {
			for i := range game.MaxFiles {
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
