package amazons

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	"thera/game"
)

// Move is a turn: bits 14–20 hold the square the amazon leaves, bits 7–13 the one it
// lands on, bits 0–6 the one the arrow hits. So codes ascend by from, then to, then
// arrow.
type Move uint32

// NewMove packs a turn.
func NewMove(from, to, arrow game.Square) Move {
	return Move(from)<<14 | Move(to)<<7 | Move(arrow)
}

// From returns the square the amazon leaves.
func (m Move) From() game.Square { return game.Square(m >> 14 & 0x7f) }

// To returns the square the amazon lands on.
func (m Move) To() game.Square { return game.Square(m >> 7 & 0x7f) }

// Arrow returns the square the arrow hits.
func (m Move) Arrow() game.Square { return game.Square(m & 0x7f) }

// String returns the canonical text, "d1-d7(g7)".
func (m Move) String() string {
	var text [len("a10-b10(c10)")]byte
	return string(m.Append(text[:0]))
}

// Append appends the canonical text to a text.
func (m Move) Append(text []byte) []byte {
	text = m.To().Append(append(m.From().Append(text), '-'))
	return append(m.Arrow().Append(append(text, '(')), ')')
}

// ParseMove reads a move's canonical text "d1-d7(g7)", and also "d1 d7 g7", "d1-d7/g7"
// and the engine protocol's "d1d7,d7g7".
func ParseMove(text string) (Move, error) {
	for _, pattern := range []string{"#-#(#)", "# # #", "#-#/#"} {
		if s, ok := game.ScanSquares(text, pattern); ok {
			return NewMove(s[0], s[1], s[2]), nil
		}
	}
	if s, ok := game.ScanSquares(text, "##,##"); ok && s[1] == s[2] {
		return NewMove(s[0], s[1], s[3]), nil
	}
	return 0, fmt.Errorf("want from-to(arrow), as in d1-d7(g7)")
}

// isTrailing reports whether fields are those that chess programs append after the side
// to move: castling, en passant and two counters, which mean nothing here.
func isTrailing(fields []string) bool {
	return len(fields) == 4 && fields[0] == "-" && fields[1] == "-" &&
		strings.Trim(fields[2]+fields[3], "0123456789") == ""
}

// Parse reads a position's text in the dialect of Fairy-Stockfish: ranks from the top,
// Q White, q Black, * arrow, numbers for runs of empty squares, then w or b for the
// side to move. Trailing fields such as "- - 0 1" are ignored. Either side may have any
// number of amazons, including none, as endings and puzzles need. Errors quote the
// offending part; the Parse method of [game.Game] also quotes the whole text.
//
// rules/amazons.md 1.1
func Parse(text string) (Position, error) {
	var p Position
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 2 && !isTrailing(fields[2:]) {
		return p, fmt.Errorf("want a board and the side to move, as in \"3q2q3/10/… w\"")
	}
	rows := strings.Split(fields[0], "/")
	if len(rows) > game.MaxRanks {
		return p, fmt.Errorf("%d ranks: want at most %d", len(rows), game.MaxRanks)
	}
	p.ranks = uint8(len(rows))
	for i, row := range rows {
		rank := len(rows) - 1 - i
		files, err := p.parseRank(row, rank)
		if err != nil {
			return p, fmt.Errorf("rank %d %q: %w", rank+1, row, err)
		}
		if i == 0 {
			p.files = uint8(files)
		}
		if files != int(p.files) {
			return p, fmt.Errorf("rank %d %q has %d squares, the ranks above have %d: want ranks of equal length", rank+1, row, files, p.files)
		}
	}
	switch fields[1] {
	case "w":
		p.turn = White
	case "b":
		p.turn = Black
	default:
		return p, fmt.Errorf("side to move %q: want w or b", fields[1])
	}
	p.hash = p.freshHash()
	return p, nil
}

// parseRank puts one rank on the board and returns its number of squares.
func (p *Position) parseRank(row string, rank int) (files int, err error) {
	for row != "" {
		digits := len(row) - len(strings.TrimLeft(row, "0123456789"))
		_, size := utf8.DecodeRuneInString(row)
		run, width := row[:max(digits, size)], 1
		row = row[len(run):]
		if digits > 0 {
			width, err = strconv.Atoi(run)
			if err != nil || width < 1 || width > game.MaxFiles || run[0] == '0' {
				return 0, fmt.Errorf("run %q: want a number of empty squares from 1 to %d", run, game.MaxFiles)
			}
		}
		if files+width > game.MaxFiles {
			return 0, fmt.Errorf("more than %d squares", game.MaxFiles)
		}
		s := game.At(files, rank)
		switch {
		case digits > 0:
			for i := range width {
				p.empty = p.empty.With(s + game.Square(i))
			}
		case run == "Q":
			p.amazons[White] = p.amazons[White].With(s)
		case run == "q":
			p.amazons[Black] = p.amazons[Black].With(s)
		case run != "*":
			return 0, fmt.Errorf("character %q: want Q, q, * or a number", run)
		}
		files += width
	}
	if files == 0 {
		return 0, fmt.Errorf("no squares")
	}
	return files, nil
}

// String returns the canonical text, which ends with the side to move.
func (p *Position) String() string {
	var out strings.Builder
	for rank := int(p.ranks) - 1; rank >= 0; rank-- {
		run := 0
		flush := func() {
			if run > 0 {
				out.WriteString(strconv.Itoa(run))
			}
			run = 0
		}
		for file := range int(p.files) {
			switch s := game.At(file, rank); {
			case p.empty.Has(s):
				run++
				continue
			case p.amazons[White].Has(s):
				flush()
				out.WriteByte('Q')
			case p.amazons[Black].Has(s):
				flush()
				out.WriteByte('q')
			default:
				flush()
				out.WriteByte('*')
			}
		}
		flush()
		if rank > 0 {
			out.WriteByte('/')
		}
	}
	return out.String() + [2]string{" w", " b"}[p.turn]
}

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

// compose returns the position with the given board. Any number of amazons is allowed,
// and either side may be to move.
func compose(b game.Board, turn game.Seat) (Position, error) {
	p := Position{files: uint8(b.Files), ranks: uint8(b.Ranks), turn: turn}
	if turn > Black {
		return p, fmt.Errorf("seat %s to move: want 1 or 2", turn)
	}
	for s, cell := range b.All() {
		switch {
		case cell.Kind == "":
			p.empty = p.empty.With(s)
		case cell.Kind == KindAmazon && cell.Owner == game.Only(White):
			p.amazons[White] = p.amazons[White].With(s)
		case cell.Kind == KindAmazon && cell.Owner == game.Only(Black):
			p.amazons[Black] = p.amazons[Black].With(s)
		case cell.Kind != KindArrow:
			return p, fmt.Errorf("square %s: %q of seat %s: want an amazon of seat 1 or 2, an arrow or nothing", s, cell.Kind, cell.Owner)
		}
	}
	p.hash = p.freshHash()
	return p, nil
}
