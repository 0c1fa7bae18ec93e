package terminal

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Screen is a grid of characters with styles, blank at first. Whatever is put outside
// is cut off.
type Screen struct {
	width, height int
	cells         []glyph
}

// glyph is one place of a screen.
type glyph struct {
	text  string // one character; "" after a wide one
	style Style
}

// NewScreen returns a blank screen.
func NewScreen(width, height int) *Screen {
	s := &Screen{width, height, make([]glyph, width*height)}
	for i := range s.cells {
		s.cells[i].text = " "
	}
	return s
}

// Put writes text from x, y to the right and returns the x after it. Characters without
// width, such as control characters, are left out.
func (s *Screen) Put(x, y int, st Style, text string) int {
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

// fill blanks a part of the screen in one style.
func (s *Screen) fill(z Zone, st Style) {
	for y := z.Y; y < z.Y+z.Height; y++ {
		s.Put(z.X, y, st, strings.Repeat(" ", z.Width))
	}
}

// String returns the characters without styles, a line for each row, without trailing
// spaces.
func (s *Screen) String() string {
	return s.Render(func(_ Style, text string) string { return text })
}

// Render returns all rows, with each run of one style drawn by draw.
func (s *Screen) Render(draw func(Style, string) string) string {
	var out strings.Builder
	for y := range s.height {
		row := s.cells[y*s.width : (y+1)*s.width]
		for n := len(row); n > 0 && row[n-1] == (glyph{" ", Plain}); n-- {
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

// Zone is a rectangle on the screen.
type Zone struct{ X, Y, Width, Height int }

// Has reports whether a place is in the zone.
func (z Zone) Has(x, y int) bool {
	return x >= z.X && x < z.X+z.Width && y >= z.Y && y < z.Y+z.Height
}
