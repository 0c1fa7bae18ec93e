package hermit

import (
	"fmt"
	"strconv"
	"strings"

	"thera/game"
)

// naive is the rules of Hermit written straight from their text, over a board
// of characters.
type naive struct{}

// naiveSquare is a file and a rank, both from 1.
type naiveSquare struct{ file, rank int }

func (s naiveSquare) String() string { return fmt.Sprintf("%c%d", 'a'+s.file-1, s.rank) }

// naiveBoard has a character for each square, '.', 'R', 'Y' or 'B', and 0
// off the board.
type naiveBoard map[naiveSquare]byte

func readNaive(position string) (b naiveBoard, seat string) {
	board, seat, _ := strings.Cut(position, " ")
	b = naiveBoard{}
	rows := strings.Split(board, "/")
	for i, row := range rows {
		for j, c := range []byte(row) {
			b[naiveSquare{j + 1, len(rows) - i}] = c
		}
	}
	return b, seat
}

func (b naiveBoard) String() string {
	var rows string
	for rank := 1; b[naiveSquare{1, rank}] != 0; rank++ {
		var row string
		for file := 1; b[naiveSquare{file, rank}] != 0; file++ {
			row += string(b[naiveSquare{file, rank}])
		}
		rows = "/" + row + rows
	}
	return rows[1:]
}

// may reports whether a color may cover a square: it is empty, and none of its
// neighbors, diagonals included, has the color.
func (b naiveBoard) may(color byte, s naiveSquare) bool {
	for _, file := range []int{s.file - 1, s.file, s.file + 1} {
		for _, rank := range []int{s.rank - 1, s.rank, s.rank + 1} {
			if b[naiveSquare{file, rank}] == color {
				return false
			}
		}
	}
	return b[s] == '.'
}

func (naive) Moves(position string) (moves []string) {
	b, _ := readNaive(position)
	for s := range b {
		right, below := naiveSquare{s.file + 1, s.rank}, naiveSquare{s.file, s.rank - 1}
		for _, color := range []byte("RYB") {
			if !b.may(color, s) {
				continue
			}
			moves = append(moves, fmt.Sprintf("%c%s", color, s))
			if b.may(color, right) {
				moves = append(moves, fmt.Sprintf("%c%s-%s", color, s, right))
			}
			if b.may(color, below) {
				moves = append(moves, fmt.Sprintf("%c%s-%s", color, s, below))
			}
		}
	}
	return moves
}

func (naive) Play(position, move string) string {
	b, seat := readNaive(position)
	for name := range strings.SplitSeq(move[1:], "-") {
		rank, _ := strconv.Atoi(name[1:])
		b[naiveSquare{int(name[0]-'a') + 1, rank}] = move[0]
	}
	return b.String() + map[string]string{"1": " 2", "2": " 1"}[seat]
}

func (n naive) Winners(position string) game.Seats {
	if len(n.Moves(position)) > 0 {
		return 0
	}
	if strings.HasSuffix(position, " 1") {
		return game.Only(1)
	}
	return game.Only(0)
}
