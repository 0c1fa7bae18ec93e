package terminal

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Screen is a grid of characters with styles, blank at first. Whatever is put outside
// is cut off.
type Screen struct {
	width, height int
	cells         []glyph
}

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

// Style is a role on the screen. The theme decides its look. A style never carries
// meaning alone.
type Style uint8

// The styles. Those of boards are only for this package.
const (
	Plain Style = iota
	Strong
	Faint
	Alert
	Good
	Button
	Chosen // the chosen option in menus
	// The ground of a board's squares, by shade and mark.
	ground
	groundDark
	groundLast   // part of the last move
	groundStep   // part of the turn being entered
	groundOffer  // can be chosen next
	groundHint   // part of the suggested move
	groundCursor // where the keyboard is
	seat1        // pieces, by their owner
	seat2
	seat3
	seat4
	block // a square that is filled for good
	red
	yellow
	blue
	level1
	level2
	level3
	dome
	NumStyles // the number of styles
)

// Theme is the look of all styles on one kind of background.
type Theme [NumStyles]lipgloss.Style

// NewTheme returns the theme for a dark or a light background. Grounds have their own
// text color, to be readable on any background; all else is in the terminal's own
// colors.
func NewTheme(dark bool) *Theme {
	pick := lipgloss.LightDark(dark)
	on := func(fore, light, night string) lipgloss.Style {
		back := pick(lipgloss.Color(light), lipgloss.Color(night))
		return lipgloss.NewStyle().Foreground(lipgloss.Color(fore)).Background(back)
	}
	const black, white = "#000000", "#ffffff"
	t := Theme{
		Plain:        lipgloss.NewStyle(),
		Strong:       lipgloss.NewStyle().Bold(true),
		Faint:        lipgloss.NewStyle().Faint(true),
		Alert:        lipgloss.NewStyle().Foreground(lipgloss.Red).Bold(true),
		Good:         lipgloss.NewStyle().Foreground(lipgloss.Green).Bold(true),
		Button:       lipgloss.NewStyle().Underline(true),
		Chosen:       lipgloss.NewStyle().Reverse(true),
		ground:       on(black, "#eeeeee", "#d7d7af"),
		groundDark:   on(black, "#d7d7af", "#afaf87"),
		groundLast:   on(black, "#d7d75f", "#d7d75f"),
		groundStep:   on(black, "#ffaf00", "#ffaf00"),
		groundOffer:  on(black, "#afd787", "#87af5f"),
		groundHint:   on(black, "#d7afff", "#d7afff"),
		groundCursor: on(white, "#005faf", "#005faf").Bold(true),
		seat1:        on(black, "#ffffff", "#ffffff").Bold(true),
		seat2:        on(white, "#000000", "#000000").Bold(true),
		seat3:        on(white, "#870087", "#870087").Bold(true),
		seat4:        on(white, "#005f00", "#005f00").Bold(true),
		block:        on("#bcbcbc", "#4e4e4e", "#303030"),
		red:          on(white, "#af0000", "#af0000").Bold(true),
		yellow:       on(black, "#ffd700", "#ffd700").Bold(true),
		blue:         on(white, "#0000af", "#0000af").Bold(true),
		level1:       on(black, "#ffd7af", "#d7af87"),
		level2:       on(black, "#ffaf5f", "#d78700"),
		level3:       on(white, "#af5f00", "#875f00"),
		dome:         on(white, "#005f87", "#005f87").Bold(true),
	}
	return &t
}

// Draw returns text with the escape codes of a style around it, for [Screen.Render].
func (t *Theme) Draw(s Style, text string) string { return t[s].Render(text) }
