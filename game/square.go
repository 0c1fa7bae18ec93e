package game

import "fmt"

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
	name := [3]byte{'a' + byte(s.File()), '1' + byte(s.Rank())}
	if s.Rank() == 9 {
		name[1], name[2] = '1', '0'
		return string(name[:3])
	}
	return string(name[:2])
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
