package gametest_test

import (
	"fmt"
	"strings"

	"thera/game"
)

// naive implements the game of rows a second time, as plainly as its rules are stated:
// put a stone on an empty square that has no stone beside it; a player who can't has
// lost. A position's text is a row with # for a stone and the seat to move,
// "..#. 1". It knows nothing of the packed position that it examines.
type naive struct{}

func (naive) Moves(position string) (moves []string) {
	row, _, _ := strings.Cut(position, " ")
	for i := range row {
		if !strings.Contains(row[max(i-1, 0):min(i+2, len(row))], "#") {
			moves = append(moves, string(rune('a'+i))+"1")
		}
	}
	return moves
}

func (naive) Play(position, move string) string {
	row, seat, _ := strings.Cut(position, " ")
	i := int(move[0] - 'a')
	return row[:i] + "#" + row[i+1:] + map[string]string{"1": " 2", "2": " 1"}[seat]
}

func (n naive) Winners(position string) game.Seats {
	switch {
	case len(n.Moves(position)) > 0:
		return 0
	case strings.HasSuffix(position, "1"):
		return game.Only(1)
	default:
		return game.Only(0)
	}
}

// A reference is a few lines on texts. Given to [gametest.Laws], it is compared
// with the fast rules in every position of random games, and if they differ the
// test says where.
func ExampleReference() {
	ref := naive{}
	position := "..... 1"
	for moves := ref.Moves(position); moves != nil; moves = ref.Moves(position) {
		fmt.Println(position, moves)
		position = ref.Play(position, moves[len(moves)/2])
	}
	fmt.Println(position, "winners", ref.Winners(position))
	// Output:
	// ..... 1 [a1 b1 c1 d1 e1]
	// ..#.. 2 [a1 e1]
	// ..#.# 1 [a1]
	// #.#.# 2 winners 1
}
