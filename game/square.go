package game

import (
	"fmt"
	"math/bits"
)

// The largest board.
const (
	MaxFiles = 10
	MaxRanks = 10
)

// Stride is the distance from a [Square] to the one north of it. It is one more than
// MaxFiles: no board has the eleventh file, so a king step off the east or west edge
// lands there and can be masked away.
const Stride = MaxFiles + 1

// Square is a square of any board: Stride·rank + file, both counted from 0, so a1 is 0,
// b1 is 1, a2 is 11 and j10 is 108. The number does not depend on the size of the
// board.
type Square uint8

// NumSquares is one more than the largest square, j10.
const NumSquares = Stride*MaxRanks - 1

// At returns the square on the given file and rank, both from 0.
func At(file, rank int) Square { return Square(Stride*rank + file) }

// File returns the file, 0 for a to 9 for j.
func (s Square) File() int { return int(s) % Stride }

// Rank returns the rank from 0, one less than the number in the square's name.
func (s Square) Rank() int { return int(s) / Stride }

// String returns the square's name, "a1" to "j10".
func (s Square) String() string {
	var name [3]byte
	return string(s.Append(name[:0]))
}

// Append appends the square's name to a text.
func (s Square) Append(text []byte) []byte {
	file := 'a' + byte(s.File())
	if s.Rank() == 9 {
		return append(text, file, '1', '0')
	}
	return append(text, file, '1'+byte(s.Rank()))
}

// ParseSquare reads a square's name: a file a to j and a rank 1 to 10
// without leading zeros.
func ParseSquare(name string) (Square, error) {
	if n := squarePrefix(name); n > 0 && n == len(name) {
		return squareNamed(name), nil
	}
	return 0, fmt.Errorf("square %q: want a file a to j and a rank 1 to 10, as in d7", name)
}

// squarePrefix returns the length of the square name that s begins with, or 0. The
// longest name counts: a10 is not a1 and a stray 0.
func squarePrefix(s string) int {
	switch {
	case len(s) < 2 || s[0] < 'a' || s[0] > 'j' || s[1] < '1' || s[1] > '9':
		return 0
	case len(s) > 2 && s[1] == '1' && s[2] == '0':
		return 3
	}
	return 2
}

// squareNamed returns the square of a name that squarePrefix has accepted.
func squareNamed(name string) Square {
	rank := int(name[1] - '1')
	if len(name) == 3 {
		rank = 9
	}
	return At(int(name[0]-'a'), rank)
}

// Squares is a set of squares as a 128-bit bitboard: bit s is Square(s), with squares 0
// to 63 in Lo and the rest in Hi. The zero value is the empty set. It is a plain value;
// all methods return new sets.
type Squares struct{ Lo, Hi uint64 }

// Rectangle returns all squares of a board of the given size, at most MaxFiles by
// MaxRanks. It is a table lookup, cheap enough for every node of a search.
func Rectangle(files, ranks int) Squares { return rectangles[files][ranks] }

var rectangles = func() (table [MaxFiles + 1][MaxRanks + 1]Squares) {
	for files := range table {
		for ranks := range table[files] {
			for s := range Square(NumSquares) {
				if s.File() < files && s.Rank() < ranks {
					table[files][ranks] = table[files][ranks].With(s)
				}
			}
		}
	}
	return table
}()

// Single returns the set that holds s alone.
func Single(s Square) Squares {
	// A shift by 64 or more gives 0 in Go, so one of the words is always 0.
	return Squares{1 << s, 1 << (s - 64)}
}

// Has reports whether s is in the set.
func (a Squares) Has(s Square) bool {
	if s < 64 {
		return a.Lo>>s&1 != 0
	}
	return a.Hi>>(s-64)&1 != 0
}

// With returns the set with s added.
func (a Squares) With(s Square) Squares { return a.Or(Single(s)) }

// Without returns the set with s removed.
func (a Squares) Without(s Square) Squares { return a.AndNot(Single(s)) }

// Or returns the union.
func (a Squares) Or(b Squares) Squares { return Squares{a.Lo | b.Lo, a.Hi | b.Hi} }

// And returns the intersection.
func (a Squares) And(b Squares) Squares { return Squares{a.Lo & b.Lo, a.Hi & b.Hi} }

// AndNot returns the squares of a that are not in b.
func (a Squares) AndNot(b Squares) Squares { return Squares{a.Lo &^ b.Lo, a.Hi &^ b.Hi} }

// IsEmpty reports whether the set has no squares.
func (a Squares) IsEmpty() bool { return a.Lo|a.Hi == 0 }

// Len returns the number of squares.
func (a Squares) Len() int { return bits.OnesCount64(a.Lo) + bits.OnesCount64(a.Hi) }

// First returns the lowest square of a non-empty set.
func (a Squares) First() Square {
	if a.Lo != 0 {
		return Square(bits.TrailingZeros64(a.Lo))
	}
	return Square(64 + bits.TrailingZeros64(a.Hi))
}

// WithoutFirst returns the set without its lowest square:
//
//	for ; !set.IsEmpty(); set = set.WithoutFirst() {
//		s := set.First()
//		…
//	}
func (a Squares) WithoutFirst() Squares {
	if a.Lo != 0 {
		return Squares{a.Lo & (a.Lo - 1), a.Hi}
	}
	return Squares{0, a.Hi & (a.Hi - 1)}
}

// Up returns the set with n added to each square's number, 0 < n < 64: n = 1 is east,
// Stride north. Squares that cross an edge land on the eleventh file or beyond the top;
// intersect with the board to drop them.
func (a Squares) Up(n uint) Squares {
	return Squares{a.Lo << n, a.Hi<<n | a.Lo>>(64-n)}
}

// Down is the inverse of Up: n = 1 is west, Stride south.
func (a Squares) Down(n uint) Squares {
	return Squares{a.Lo>>n | a.Hi<<(64-n), a.Hi >> n}
}

// Spread returns the set and the king neighbors of its squares. Some may be off the
// board: intersect with the board.
func (a Squares) Spread() Squares {
	a = a.Or(a.Up(1)).Or(a.Down(1))
	return a.Or(a.Up(Stride)).Or(a.Down(Stride))
}
