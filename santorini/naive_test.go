package santorini

import (
	"maps"
	"slices"
	"strings"

	"thera/game"
)

// naive is the rules of Santorini written straight from their text, over maps
// and square names.
type naive struct{}

// naiveBoard is a position: the level of each square by name, the workers of
// each seat, or of each team, or "-" or "x" in place of them, the field with the
// seat to move, and each seat's power.
type naiveBoard struct {
	levels  map[string]int
	workers [][]string
	turn    string
	powers  []string
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
		b.powers = append(b.powers, "mortal")
		if own == "+" || len(b.powers) > 2 && strings.HasSuffix(fields[1], "+") {
			continue // those of a partner
		}
		if len(own) == 4 {
			b.workers = append(b.workers, []string{own[:2], own[2:]})
		} else {
			b.workers = append(b.workers, []string{own})
		}
	}
	if len(fields) > 3 {
		b.powers = strings.Split(fields[3], ",")
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
	for seat := range b.powers {
		own := slices.Clone(b.workers[b.side(seat)])
		if slices.Sort(own); seat != b.side(seat) && own[0] != "x" {
			own = []string{"+"}
		}
		workers = append(workers, strings.Join(own, ""))
	}
	text := strings.Join(rows, "/") + " " + strings.Join(workers, ",") + " " + b.turn
	for _, power := range b.powers {
		if power != "mortal" {
			return text + " " + strings.Join(b.powers, ",")
		}
	}
	return text
}

func (b naiveBoard) clone() naiveBoard {
	b.levels = maps.Clone(b.levels)
	b.powers = slices.Clone(b.powers)
	workers := b.workers
	b.workers = nil
	for _, own := range workers {
		b.workers = append(b.workers, slices.Clone(own))
	}
	return b
}

// seat returns the seat to move.
func (b naiveBoard) seat() int { return int(b.turn[0] - '1') }

// side returns whose workers a seat has: in teams, those of one of the first two.
func (b naiveBoard) side(seat int) int { return seat % len(b.workers) }

func (b naiveBoard) own() []string { return b.workers[b.side(b.seat())] }

// team returns the seats of a side.
func (b naiveBoard) team(side int) (seats game.Seats) {
	for seat := range b.powers {
		if b.side(seat) == side {
			seats |= game.Only(game.Seat(seat))
		}
	}
	return seats
}

// power returns the power of the seat to move.
func (b naiveBoard) power() string { return strings.TrimSuffix(b.powers[b.seat()], "^") }

// workerOn returns the side whose worker stands on a square, and which of its
// two that is; −1 if none does.
func (b naiveBoard) workerOn(square string) (side, worker int) {
	for side, own := range b.workers {
		if i := slices.Index(own, square); i >= 0 {
			return side, i
		}
	}
	return -1, 0
}

// isFree reports whether a square holds neither worker nor dome.
func (b naiveBoard) isFree(square string) bool {
	side, _ := b.workerOn(square)
	return side < 0 && b.levels[square] < 4
}

// neighbors returns the squares around one.
func (b naiveBoard) neighbors(square string) (near []string) {
	for other := range b.levels {
		df, dr := int(other[0])-int(square[0]), int(other[1])-int(square[1])
		if other != square && df*df <= 1 && dr*dr <= 1 {
			near = append(near, other)
		}
	}
	return near
}

func (b naiveBoard) freeNeighbors(square string) []string {
	return slices.DeleteFunc(b.neighbors(square), func(s string) bool { return !b.isFree(s) })
}

// left returns the sides that are not eliminated.
func (b naiveBoard) left() (sides []int) {
	for side, own := range b.workers {
		if own[0] != "x" {
			sides = append(sides, side)
		}
	}
	return sides
}

// next gives the turn to the next seat that is not eliminated. What Athena
// forbids she forbids until then.
func (b *naiveBoard) next() {
	for {
		seat := (b.seat() + 1) % len(b.powers)
		b.turn = string("1234"[seat])
		if b.workers[b.side(seat)][0] != "x" {
			b.powers[seat] = strings.TrimSuffix(b.powers[seat], "^")
			return
		}
	}
}

// end ends the turn: it passes on, past those who can't move and are out.
func (b *naiveBoard) end() {
	b.next()
	for len(b.workers) > 2 && len(b.left()) > 1 && len(b.turns()) == 0 {
		b.workers[b.seat()] = []string{"x"}
		b.next()
	}
}

// Moves keeps of all turns that lead to the same position the one with the
// shortest text, and of those the first.
func (naive) Moves(position string) (moves []string) {
	if (naive{}).Winners(position) != 0 {
		return nil
	}
	best := map[string]string{}
	for text, board := range readNaive(position).turns() {
		to := board.String()
		if old, ok := best[to]; !ok || len(text) < len(old) || len(text) == len(old) && text < old {
			best[to] = text
		}
	}
	return slices.Collect(maps.Values(best))
}

func (naive) Play(position, move string) string {
	b, ok := readNaive(position).turns()[move]
	if !ok {
		return "no such turn: " + move
	}
	if b.turn[0] != '#' {
		b.end()
	}
	return b.String()
}

func (naive) Winners(position string) game.Seats {
	b := readNaive(position)
	switch left := b.left(); {
	case b.turn[0] == '#':
		return b.team(b.side(int(b.turn[1] - '1')))
	case len(left) == 1:
		return b.team(left[0])
	case len(b.workers) == 2 && len(b.turns()) == 0:
		return b.team(1 - b.side(b.seat()))
	}
	return 0
}
