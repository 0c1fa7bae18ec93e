package game

import (
	"slices"
	"strings"
)

// Board returns the board with the steps taken so far carried out, for drawing a turn
// while it is being entered. Whatever the steps leave open is unchanged: a chosen piece
// stays until its destination is known. The zero Entry has an empty board.
//
// The result is the board after the shortest turn that continues the steps, except for
// the squares that its further steps name.
func (e Entry) Board() Board {
	if e.pos == nil {
		return Board{}
	}
	board := e.pos.Board()
	if len(e.steps) == 0 || len(e.left) == 0 {
		return board
	}
	w := e.shortest()
	next, err := e.pos.Play(w.move)
	if err != nil {
		return board // impossible: the entry has legal moves only
	}
	after := next.Board()
	done, rest := squaresOf(e.steps), squaresOf(w.steps[len(e.steps):])
	chosen := chosenOf(board, done, e.pos.Turn())
	for s, cell := range board.All() {
		named := slices.Contains(done, s) && s != chosen
		switch {
		case named && slices.Contains(rest, s):
			cell.Kind, cell.Piece, cell.Owner = "", 0, 0
		case named:
			cell = *after.At(s)
		case cell.Kind == "" && !slices.Contains(rest, s):
			cell = *after.At(s) // a piece may have been pushed here
		}
		*board.At(s) = cell
	}
	return board
}

// shortest returns the sequence with the fewest further steps, preferring one that does
// not return to a square already named.
func (e Entry) shortest() sequence {
	back := func(w sequence) int {
		for _, step := range w.steps[len(e.steps):] {
			if slices.Contains(e.steps, strings.TrimPrefix(step, "-")) {
				return 1
			}
		}
		return 0
	}
	return slices.MinFunc(e.left, func(a, b sequence) int {
		if d := back(a) - back(b); d != 0 {
			return d
		}
		return len(a.steps) - len(b.steps)
	})
}

// chosenOf returns the square of a piece that has been chosen but not yet moved: the
// last square named, if the seat to move has a piece there that was not chosen before.
// It returns NumSquares if there is none.
func chosenOf(board Board, done []Square, turn Seat) Square {
	const none = NumSquares
	if len(done) == 0 {
		return none
	}
	last := done[len(done)-1]
	if board.At(last).Owner.Has(turn) && !slices.Contains(done[:len(done)-1], last) {
		return last
	}
	return none
}

func squaresOf(steps []string) (squares []Square) {
	for _, step := range steps {
		if name := strings.TrimPrefix(step, "-"); squarePrefix(name) > 0 {
			squares = append(squares, squareNamed(name))
		}
	}
	return squares
}
