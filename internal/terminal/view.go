package terminal

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"thera/game"
)

// The least width of the panel beside the board, and how many rows the lines
// below it take.
const (
	leastPanel = 34
	lowerRows  = 2
)

// layout says where things are on the board page.
type layout struct {
	grid    grid
	panel   zone
	buttons []placedButton
	stepsX  int // where the steps of the turn follow the buttons on the last row
}

// placedButton is a part of the screen that can be clicked in place of a key.
type placedButton struct {
	zone  zone
	key   string
	label string
}

// layout places all parts of the board page for the size of the terminal.
func (m model) layout() layout {
	var l layout
	l.grid = newGrid(m.table.position().Board(), m.width-2-leastPanel, m.height-lowerRows)
	l.grid.flipped = m.flipped
	x := l.grid.width() + 2
	l.panel = zone{x, 0, m.width - x, m.height - lowerRows}
	if m.box.purpose == noBox {
		m.addSteps(&l)
	}
	l.addCommands()
	return l
}

// addSteps places buttons on the last row: for steps that are no squares, and
// to finish a turn.
func (m model) addSteps(l *layout) {
	add := func(key, label string) {
		label = "[" + label + "]"
		l.buttons = append(l.buttons, placedButton{zone{l.stepsX, m.height - 1, len(label), 1}, key, label})
		l.stepsX += len(label) + 1
	}
	for _, step := range m.entry.next {
		if _, err := game.ParseSquare(step); err != nil {
			add(step, step)
		}
	}
	if _, ok := m.entry.move(); ok {
		add(".", ". done")
	}
}

// The rows of commands at the end of the panel, and how high it must be for
// more than the last of them.
const (
	perRow     = 4
	roomyPanel = 18
)

// addCommands places the commands at the end of the panel: all of them if
// there is room, else only help.
func (l *layout) addCommands() {
	all := commands()
	bottom := l.panel.y + l.panel.height
	if l.panel.height < roomyPanel {
		l.buttons = append(l.buttons, placedButton{zone{l.panel.x, bottom - 1, len("? help"), 1}, "?", "? help"})
		return
	}
	rows := (len(all) + perRow - 1) / perRow
	for i, c := range all {
		label := c.key + " " + c.label
		z := zone{l.panel.x + i%perRow*9, bottom - rows + i/perRow, len(label), 1}
		l.buttons = append(l.buttons, placedButton{z, c.key, label})
	}
}

// fits reports whether the board page fits the terminal, and the size that it
// needs.
func (m model) fits() (width, height int, ok bool) {
	smallest := newGrid(m.table.position().Board(), 0, 0)
	width = smallest.width() + 2 + leastPanel
	height = max(smallest.height(), 10) + lowerRows
	return width, height, m.width >= width && m.height >= height
}

// draw returns the screen and where the terminal's cursor is on it, nil if it
// is to be hidden.
func (m model) draw() (*screen, *tea.Cursor) {
	s := newScreen(m.width, m.height)
	switch m.page {
	case menuPage:
		m.menu.draw(s)
		s.put(1, m.height-1, m.notice.style, m.notice.text)
		return s, nil
	case helpPage:
		for i, line := range helpLines()[min(m.scroll, len(helpLines())):] {
			s.put(1, i, plain, line)
		}
		return s, nil
	}
	if width, height, ok := m.fits(); !ok {
		s.put(0, 0, alert, "The terminal is too small:")
		s.put(0, 1, plain, fmt.Sprintf("%dx%d; want %dx%d.", m.width, m.height, width, height))
		return s, nil
	}
	l := m.layout()
	m.picture().draw(s, l.grid, m.strokes)
	m.drawPanel(s, l.panel)
	for _, b := range l.buttons {
		s.put(b.zone.x, b.zone.y, button, b.label)
	}
	return s, m.drawLower(s, l)
}

// drawLower draws the message and the line below it: the box, or the steps
// of the turn.
func (m model) drawLower(s *screen, l layout) *tea.Cursor {
	n := m.notice
	if n.text == "" {
		n = notice{m.prompt(), plain}
	}
	s.put(0, m.height-2, n.style, shorten(n.text, m.width))
	y := m.height - 1
	if m.box.purpose != noBox {
		x := s.put(0, y, strong, m.box.purpose.label())
		text, at := m.box.window(m.width - x - 1)
		s.put(x, y, plain, text)
		return tea.NewCursor(x+at, y)
	}
	s.put(l.stepsX, y, strong, strings.Join(m.entry.steps, " "))
	return nil
}

// shorten leaves out the middle of a text that is too long: its beginning says
// what is wrong and its end why.
func shorten(text string, width int) string {
	const gap = "..."
	if runes := []rune(text); len(runes) > width && width > len(gap) {
		keep := width - len(gap)
		return string(runes[:keep/2]) + gap + string(runes[len(runes)-(keep-keep/2):])
	}
	return text
}

// prompt says what the person can do.
func (m model) prompt() string {
	switch {
	case m.table.over():
		return m.table.result()
	case !m.table.personToMove():
		return "The computer thinks."
	case len(m.entry.steps) > 0:
		if _, ok := m.entry.move(); ok {
			return "Enter again finishes the turn here, another square goes on; Esc takes back."
		}
		return "Choose the next square; Esc takes back."
	}
	if _, at := firstSquare(m.entry.next); at < 0 {
		return "Choose one of " + strings.Join(m.entry.next, " ") + " by key or click, or type a move."
	}
	return "Choose a square by arrows and Enter or by click, or type a move."
}

// picture returns the board as it is drawn: with the turn that is being
// entered carried out as far as it goes, and all marks.
func (m model) picture() picture {
	p := picture{m.table.position().Board(), map[game.Square]mark{}, map[game.Square]bool{}}
	for _, s := range m.lastTurn() {
		p.marks[s] = lastMark
	}
	for _, s := range squaresOf(m.entry.next) {
		p.offers[s] = true
		p.marks[s] = max(p.marks[s], offerMark)
	}
	if move, ok := m.hint(); ok && len(m.entry.steps) == 0 {
		for _, s := range squaresOf(move.Steps()) {
			p.marks[s] = hintMark
		}
	}
	m.previewTurn(p)
	p.marks[m.cursor] = cursorMark
	return p
}

// previewTurn carries out the steps that are entered: a piece on the first
// square goes to the second, and on empty squares stands what the letter
// before them says.
func (m model) previewTurn(p picture) {
	squares := squaresOf(m.entry.steps)
	for _, s := range squares {
		p.marks[s] = stepMark
	}
	if len(squares) == 0 {
		return
	}
	from := p.board.At(squares[0])
	if letters := m.entry.steps[:len(m.entry.steps)-len(squares)]; len(letters) > 0 {
		for _, s := range squares {
			p.board.At(s).Piece = letters[0][0]
		}
		return
	}
	if from.Piece != 0 && len(squares) > 1 {
		to := p.board.At(squares[1])
		to.Piece, to.Owner = from.Piece, from.Owner
		from.Piece, from.Owner = 0, 0
	}
}
