package santorini

import (
	"slices"
	"strings"

	"thera/game"
)

// naive is the rules of Santorini written straight from their text, over maps
// and square names.
type naive struct{}

// naiveBoard is a position: the level of each square by name, each seat's
// workers, or "-" or "x" in place of them, and the last field of the text.
type naiveBoard struct {
	levels  map[string]int
	workers [][]string
	turn    string
}

func readNaive(text string) naiveBoard {
	fields := strings.Fields(text)
	b := naiveBoard{levels: map[string]int{}, turn: fields[2]}
	for i, row := range strings.Split(fields[0], "/") {
		for j, digit := range row {
			b.levels[string("abcde"[j])+string("54321"[i])] = int(digit - '0')
		}
	}
	for own := range strings.SplitSeq(fields[1], ",") {
		if len(own) == 4 {
			b.workers = append(b.workers, []string{own[:2], own[2:]})
		} else {
			b.workers = append(b.workers, []string{own})
		}
	}
	return b
}

func (b naiveBoard) String() string {
	var rows, workers []string
	for _, rank := range "54321" {
		row := ""
		for _, file := range "abcde" {
			row += string(rune('0' + b.levels[string(file)+string(rank)]))
		}
		rows = append(rows, row)
	}
	for _, own := range b.workers {
		slices.Sort(own)
		workers = append(workers, strings.Join(own, ""))
	}
	return strings.Join(rows, "/") + " " + strings.Join(workers, ",") + " " + b.turn
}

// seat returns the seat to move.
func (b naiveBoard) seat() int { return int(b.turn[0] - '1') }

// isFree reports whether a square holds neither worker nor dome.
func (b naiveBoard) isFree(square string) bool {
	for _, own := range b.workers {
		if slices.Contains(own, square) {
			return false
		}
	}
	return b.levels[square] < 4
}

// freeNeighbors returns the free squares around one.
func (b naiveBoard) freeNeighbors(square string) (free []string) {
	for other := range b.levels {
		df, dr := int(other[0])-int(square[0]), int(other[1])-int(square[1])
		if other != square && df*df <= 1 && dr*dr <= 1 && b.isFree(other) {
			free = append(free, other)
		}
	}
	return free
}

func (b naiveBoard) moves() (moves []string) {
	own := b.workers[b.seat()]
	if own[0] == "-" {
		for first := range b.levels {
			for second := range b.levels {
				if first < second && b.isFree(first) && b.isFree(second) {
					moves = append(moves, "@"+first+","+second)
				}
			}
		}
		return moves
	}
	if own[0] == "x" {
		return nil
	}
	for i, from := range own {
		for _, to := range b.freeNeighbors(from) {
			switch {
			case b.levels[to] > b.levels[from]+1:
				continue
			case b.levels[to] == 3 && b.levels[from] == 2:
				moves = append(moves, from+"-"+to)
				continue
			}
			own[i] = to
			for _, build := range b.freeNeighbors(to) {
				moves = append(moves, from+"-"+to+"("+build+")")
			}
			own[i] = from
		}
	}
	return moves
}

// left returns the seats that are not eliminated.
func (b naiveBoard) left() (seats []int) {
	for seat, own := range b.workers {
		if own[0] != "x" {
			seats = append(seats, seat)
		}
	}
	return seats
}

// next gives the turn to the next seat that is not eliminated.
func (b *naiveBoard) next() {
	for {
		seat := (b.seat() + 1) % len(b.workers)
		b.turn = string("1234"[seat])
		if b.workers[seat][0] != "x" {
			return
		}
	}
}

func (naive) Moves(position string) []string {
	if (naive{}).Winners(position) != 0 {
		return nil
	}
	return readNaive(position).moves()
}

func (naive) Play(position, move string) string {
	b := readNaive(position)
	seat := b.seat()
	if strings.HasPrefix(move, "@") {
		b.workers[seat] = strings.Split(move[1:], ",")
	} else {
		own := b.workers[seat]
		own[slices.Index(own, move[:2])] = move[3:5]
		if len(move) == 5 {
			b.turn = "#" + b.turn
			return b.String()
		}
		b.levels[move[6:8]]++
	}
	b.next()
	for len(b.workers) > 2 && len(b.left()) > 1 && len(b.moves()) == 0 {
		b.workers[b.seat()] = []string{"x"}
		b.next()
	}
	return b.String()
}

func (naive) Winners(position string) game.Seats {
	b := readNaive(position)
	switch left := b.left(); {
	case b.turn[0] == '#':
		return game.Only(game.Seat(b.turn[1] - '1'))
	case len(left) == 1:
		return game.Only(game.Seat(left[0]))
	case len(b.workers) == 2 && len(b.moves()) == 0:
		return game.Only(game.Seat(1 - b.seat()))
	}
	return 0
}
