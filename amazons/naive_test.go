package amazons

import (
	"strconv"
	"strings"

	"thera/game"
)

// naive is the rules of the Amazons written straight from their text, over a
// board of characters.
type naive struct{}

// naiveBoard has a cell for each file and rank from a1: '.', 'Q', 'q', '*'.
type naiveBoard struct {
	files, ranks int
	cells        map[[2]int]byte
	own          byte
}

func readNaive(text string) naiveBoard {
	fields := strings.Fields(text)
	b := naiveBoard{cells: map[[2]int]byte{}, own: 'Q'}
	if fields[1] == "b" {
		b.own = 'q'
	}
	rows := strings.Split(strings.ReplaceAll(fields[0], "10", strings.Repeat(".", 10)), "/")
	b.ranks = len(rows)
	for i, row := range rows {
		file := 0
		for _, c := range []byte(row) {
			if n, err := strconv.Atoi(string(c)); err == nil {
				for range n {
					b.cells[[2]int{file, b.ranks - 1 - i}] = '.'
					file++
				}
				continue
			}
			b.cells[[2]int{file, b.ranks - 1 - i}] = c
			file++
		}
		b.files = file
	}
	return b
}

func (b naiveBoard) String() string {
	var rows []string
	for rank := b.ranks - 1; rank >= 0; rank-- {
		var row strings.Builder
		for file := range b.files {
			row.WriteByte(b.cells[[2]int{file, rank}])
		}
		text := row.String()
		for n := 10; n > 0; n-- {
			text = strings.ReplaceAll(text, strings.Repeat(".", n), strconv.Itoa(n))
		}
		rows = append(rows, text)
	}
	return strings.Join(rows, "/") + map[byte]string{'Q': " w", 'q': " b"}[b.own]
}

// queenMoves lists the squares a queen on from can move to.
func (b naiveBoard) queenMoves(from [2]int) (to [][2]int) {
	for df := -1; df <= 1; df++ {
		for dr := -1; dr <= 1; dr++ {
			if df == 0 && dr == 0 {
				continue
			}
			for s := [2]int{from[0] + df, from[1] + dr}; b.cells[s] == '.'; s = [2]int{s[0] + df, s[1] + dr} {
				to = append(to, s)
			}
		}
	}
	return to
}

func (naive) Moves(position string) (moves []string) {
	b := readNaive(position)
	name := func(s [2]int) string { return string(rune('a'+s[0])) + strconv.Itoa(s[1]+1) }
	for from, c := range b.cells {
		if c != b.own {
			continue
		}
		for _, to := range b.queenMoves(from) {
			b.cells[from], b.cells[to] = '.', b.own
			for _, arrow := range b.queenMoves(to) {
				moves = append(moves, name(from)+"-"+name(to)+"("+name(arrow)+")")
			}
			b.cells[from], b.cells[to] = b.own, '.'
		}
	}
	return moves
}

func (naive) Play(position, move string) string {
	b := readNaive(position)
	square := func(name string) [2]int {
		rank, _ := strconv.Atoi(name[1:])
		return [2]int{int(name[0] - 'a'), rank - 1}
	}
	parts := strings.FieldsFunc(move, func(r rune) bool { return strings.ContainsRune("-()", r) })
	b.cells[square(parts[0])] = '.'
	b.cells[square(parts[1])] = b.own
	b.cells[square(parts[2])] = '*'
	b.own = 'Q' + 'q' - b.own
	return b.String()
}

func (n naive) Winners(position string) game.Seats {
	if len(n.Moves(position)) > 0 {
		return 0
	}
	if strings.HasSuffix(position, "w") {
		return game.Only(Black)
	}
	return game.Only(White)
}
