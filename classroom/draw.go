package classroom

import "strings"

// draw returns a board of n rows and n columns as text: one line per row, with gap
// between the squares of a row and no final newline.
func draw(n int, gap string, symbol func(Square) rune) string {
	var text strings.Builder
	for row := range n {
		if row > 0 {
			text.WriteByte('\n')
		}
		for col := range n {
			if col > 0 {
				text.WriteString(gap)
			}
			text.WriteRune(symbol(Square{row, col}))
		}
	}
	return text.String()
}
