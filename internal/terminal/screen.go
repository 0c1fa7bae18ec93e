package terminal

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// screen is a grid of characters with styles, all blank at first. What is put
// outside of it is cut off.
type screen struct {
	width, height int
	cells         []glyph
}

// glyph is what one place of a screen shows.
type glyph struct {
	text  string // one character; "" behind a wide one
	style style
}

func newScreen(width, height int) *screen {
	s := &screen{width, height, make([]glyph, width*height)}
	for i := range s.cells {
		s.cells[i].text = " "
	}
	return s
}

// put writes text from x, y to the right and returns the x behind it. What
// has no width, such as a control character, is left out.
func (s *screen) put(x, y int, st style, text string) int {
	for _, r := range text {
		width := ansi.StringWidth(string(r))
		if width > 0 && x >= 0 && x+width <= s.width && y >= 0 && y < s.height {
			s.cells[y*s.width+x] = glyph{string(r), st}
			for i := 1; i < width; i++ {
				s.cells[y*s.width+x+i] = glyph{"", st}
			}
		}
		x += width
	}
	return x
}

// fill makes a part of the screen blank, in one style.
func (s *screen) fill(z zone, st style) {
	for y := z.y; y < z.y+z.height; y++ {
		s.put(z.x, y, st, strings.Repeat(" ", z.width))
	}
}

// String returns the characters without styles, a line for each row, less the
// blanks at their ends.
func (s *screen) String() string {
	return s.render(func(_ style, text string) string { return text })
}

// render returns all rows, with each run of one style drawn by draw.
func (s *screen) render(draw func(style, string) string) string {
	var out strings.Builder
	for y := range s.height {
		row := s.cells[y*s.width : (y+1)*s.width]
		for n := len(row); n > 0 && row[n-1] == (glyph{" ", plain}); n-- {
			row = row[:n-1]
		}
		for len(row) > 0 {
			n, run := 0, ""
			for ; n < len(row) && row[n].style == row[0].style; n++ {
				run += row[n].text
			}
			out.WriteString(draw(row[0].style, run))
			row = row[n:]
		}
		if y < s.height-1 {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// zone is a rectangle on the screen.
type zone struct{ x, y, width, height int }

func (z zone) has(x, y int) bool {
	return x >= z.x && x < z.x+z.width && y >= z.y && y < z.y+z.height
}
