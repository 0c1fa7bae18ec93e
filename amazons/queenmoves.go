package amazons

import (
	"math/bits"

	"thera/game"
)

// rays holds, for a square, the squares of a 10×10 board in each of the directions in
// which square numbers ascend, and in the opposite ones.
type rays struct {
	up   [4]game.Squares // E, NW, N, NE
	down [4]game.Squares // W, SE, S, SW
}

// lineSteps are the steps of the four lines through a square, in file and rank.
var lineSteps = [4][2]int{{1, 0}, {-1, 1}, {0, 1}, {1, 1}}

var raysFrom = func() (table [game.NumSquares]rays) {
	walk := func(file, rank, df, dr int) (set game.Squares) {
		for {
			file, rank = file+df, rank+dr
			if file < 0 || file >= game.MaxFiles || rank < 0 || rank >= game.MaxRanks {
				return set
			}
			set = set.With(game.At(file, rank))
		}
	}
	for rank := range game.MaxRanks {
		for file := range game.MaxFiles {
			r := &table[game.At(file, rank)]
			for i, d := range lineSteps {
				r.up[i] = walk(file, rank, d[0], d[1])
				r.down[i] = walk(file, rank, -d[0], -d[1])
			}
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
