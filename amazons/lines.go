package amazons

import (
	"math/bits"

	"thera/game"
)

// lines holds the empty squares of a board once for each of the four lines through a
// square, as words of ten bits: bit = rank in a file's word, bit = file in all others.
// How far a queen can go along a line is then one table lookup.
//
// It is for counting moves, for which only the numbers of open squares matter; a
// [game.Squares] is for listing them. Bits of a diagonal word beyond the edges of the
// board are never empty, so they end a line as an arrow does.
type lines struct {
	rank [game.MaxRanks]uint16
	file [game.MaxFiles]uint16
	rise [game.MaxFiles + game.MaxRanks - 1]uint16 // SW to NE, by file − rank + 9
	fall [game.MaxFiles + game.MaxRanks - 1]uint16 // NW to SE, by file + rank
}

// coordinates are a square's places on its four lines.
type coordinates struct{ file, rank, rise, fall uint8 }

var coordinatesOf = func() (table [game.NumSquares]coordinates) {
	for rank := range game.MaxRanks {
		for file := range game.MaxFiles {
			table[game.At(file, rank)] = coordinates{uint8(file), uint8(rank), uint8(file - rank + 9), uint8(file + rank)}
		}
	}
	return table
}()

// span is how many squares are open from a place on a line: toward lower bits in bits
// 0–3 and toward higher bits in bits 4–7.
type span uint8

func (s span) down() int { return int(s & 15) }
func (s span) up() int   { return int(s >> 4) }

// spans holds the span of each place on each line of ten.
var spans = func() (table [game.MaxFiles][1 << game.MaxFiles]span) {
	for at := range table {
		for line := range table[at] {
			above := bits.TrailingZeros(^uint(line >> (at + 1)))
			below := bits.LeadingZeros64(^(uint64(line) << (64 - at)))
			table[at][line] = span(above<<4 | min(below, at))
		}
	}
	return table
}()

// open holds the sum of both directions of each span.
var open = func() (table [game.MaxFiles][1 << game.MaxFiles]uint8) {
	for at := range table {
		for line, s := range spans[at] {
			table[at][line] = uint8(s.up() + s.down())
		}
	}
	return table
}()

// fullLines is an empty 10×10 board.
var fullLines = func() (l lines) {
	for set := game.Rectangle(game.MaxFiles, game.MaxRanks); !set.IsEmpty(); set = set.WithoutFirst() {
		l.flip(set.First())
	}
	return l
}()

var fullBoard = game.Rectangle(game.MaxFiles, game.MaxRanks)

// newLines sorts the empty squares into lines, starting from the full or the empty
// board, whichever needs fewer changes.
func newLines(empty game.Squares) (l lines) {
	todo := empty
	if blocked := fullBoard.AndNot(empty); blocked.Len() < todo.Len() {
		l, todo = fullLines, blocked
	}
	for ; !todo.IsEmpty(); todo = todo.WithoutFirst() {
		l.flip(todo.First())
	}
	return l
}

// flip makes an empty square blocked and a blocked one empty.
func (l *lines) flip(s game.Square) {
	c := coordinatesOf[s]
	l.rank[c.rank] ^= 1 << c.file
	l.file[c.file] ^= 1 << c.rank
	l.rise[c.rise] ^= 1 << c.file
	l.fall[c.fall] ^= 1 << c.file
}

// mobility returns the number of queen moves from s.
func (l *lines) mobility(s game.Square) int {
	c := coordinatesOf[s]
	byFile := &open[c.file]
	return int(byFile[l.rank[c.rank]]) + int(byFile[l.rise[c.rise]]) + int(byFile[l.fall[c.fall]]) +
		int(open[c.rank][l.file[c.file]])
}

// spansOf returns how far each of the four lines through s is open, in the order of
// lineStrides. Along a falling line square numbers ascend to the west, toward lower
// files, so the two directions of its span are swapped.
func (l *lines) spansOf(s game.Square) [4]span {
	c := coordinatesOf[s]
	fall := spans[c.file][l.fall[c.fall]]
	return [4]span{
		spans[c.file][l.rank[c.rank]],
		fall<<4 | fall>>4,
		spans[c.rank][l.file[c.file]],
		spans[c.file][l.rise[c.rise]],
	}
}

// lineStrides are the differences between neighboring squares on the four lines.
var lineStrides = [4]game.Square{1, game.Stride - 1, game.Stride, game.Stride + 1}

// CountMoves returns the number of legal moves without listing them. For each square an
// amazon can go to, it counts the queen moves from there while the amazon still stands
// on its old square, and then the shots back along the line it came on: the old square
// and what is open beyond it. With n squares open one way on a line and m the other,
// the second part is n·(1+m) + m·(1+n).
func (p *Position) CountMoves() int {
	l := newLines(p.empty)
	total := 0
	for own := p.amazons[p.turn]; !own.IsEmpty(); own = own.WithoutFirst() {
		total += l.countFrom(own.First())
	}
	return total
}

// countFrom returns the number of moves of the amazon on a square, by the formula of
// CountMoves, in which up·(1+down) + down·(1+up) is up + down + 2·up·down.
func (l *lines) countFrom(from game.Square) int {
	total := 0
	for i, sp := range l.spansOf(from) {
		up, down, stride := sp.up(), sp.down(), lineStrides[i]
		total += up + down + 2*up*down
		s := from
		for range up {
			s += stride
			total += l.mobility(s)
		}
		s = from
		for range down {
			s -= stride
			total += l.mobility(s)
		}
	}
	return total
}
