package classroom

import "fmt"

// Square is a square by its row, counted from the top, and its column, counted from the
// left, both from 0. It may be off the board.
type Square struct{ Row, Col int }

// String returns the square as the exercises write it: "(r, c)".
func (s Square) String() string { return fmt.Sprintf("(%d, %d)", s.Row, s.Col) }

// plus returns the sum of the square and a step.
func (s Square) plus(step Square) Square {
	return Square{s.Row + step.Row, s.Col + step.Col}
}

// on reports whether the square is on a board of n rows and n columns.
func (s Square) on(n int) bool {
	return 0 <= s.Row && s.Row < n && 0 <= s.Col && s.Col < n
}
