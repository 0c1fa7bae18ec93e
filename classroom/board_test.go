package classroom_test

import (
	"strings"

	"thera/classroom"
)

// at names a square.
func at(row, col int) classroom.Square { return classroom.Square{Row: row, Col: col} }

// must returns a board that no error came with.
func must[T any](board T, err error) T {
	if err != nil {
		panic(err)
	}
	return board
}

// pieces writes pieces on one line.
func pieces(ps []classroom.Piece) string {
	return strings.Join(each(ps, classroom.Piece.String), " ")
}

// each returns what f makes of each item.
func each[S ~[]T, T, U any](items S, f func(T) U) []U {
	results := make([]U, len(items))
	for i, item := range items {
		results[i] = f(item)
	}
	return results
}
