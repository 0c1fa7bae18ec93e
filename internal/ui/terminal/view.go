package terminal

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"thera/game"
)

// draw returns the screen and the position of the terminal's cursor, nil to hide it.
func (m model) draw() (*Screen, *tea.Cursor) {
	s := NewScreen(m.width, m.height)
	switch m.page {
	case menuPage:
		m.menu.draw(s)
		s.Put(1, m.height-1, m.notice.style, m.notice.text)
		return s, nil
	case helpPage, powersPage:
		lines := m.lines()
		for i, line := range lines[min(m.scroll, len(lines)):] {
			s.Put(1, i, Plain, line)
		}
		return s, nil
	}
	if width, height, ok := m.fits(); !ok {
		s.Put(0, 0, Alert, "The terminal is too small:")
		s.Put(0, 1, Plain, fmt.Sprintf("%dx%d; want %dx%d.", m.width, m.height, width, height))
		return s, nil
	}
	l := m.layout()
	m.picture().Draw(s, l.grid, m.strokes)
	m.drawPanel(s, l.panel)
	for _, b := range l.buttons {
		s.Put(b.zone.X, b.zone.Y, Button, b.label)
	}
	return s, m.drawLower(s, l)
}

// lines returns the lines of a page of text.
func (m model) lines() []string {
	if m.page == powersPage {
		return m.powerLines()
	}
	return helpLines()
}

// drawLower draws the message and the line below it: the box, or the steps of the turn.
func (m model) drawLower(s *Screen, l layout) *tea.Cursor {
	lines := m.noticeLines()
	y := m.height - 1
	for i, line := range lines {
		s.Put(0, y-1+i, m.notice.style, line)
	}
	if len(lines) > 1 {
		return nil
	}
	if lines == nil {
		s.Put(0, y-1, Plain, shorten(m.prompt(), m.width))
	}
	if m.box.purpose != noBox {
		x := s.Put(0, y, Strong, m.box.purpose.label())
		text, at := m.box.window(m.width - x - 1)
		style := Plain
		if m.box.isSelected {
			style = Chosen
		}
		s.Put(x, y, style, text)
		return tea.NewCursor(x+at, y)
	}
	s.Put(l.stepsX, y, Strong, strings.Join(m.entry.Steps(), " "))
	return nil
}

// noticeLines returns the message in one row or, if it is too long and nothing is being
// typed, in two.
func (m model) noticeLines() []string {
	text := m.notice.text
	if text == "" {
		return nil
	}
	first, rest, more := strings.Cut(ansi.Wordwrap(text, m.width, ""), "\n")
	if !more || m.box.purpose != noBox {
		return []string{shorten(text, m.width)}
	}
	return []string{strings.TrimSpace(first), shorten(strings.ReplaceAll(rest, "\n", " "), m.width)}
}

// shorten removes the middle of a long text: its beginning says what is wrong and its
// end why.
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
	case len(m.entry.Steps()) > 0:
		return m.nextPrompt()
	case len(m.offers()) == 0:
		return "Choose one of " + strings.Join(m.entry.Options(), " ") + " by key or click, or type a move."
	}
	return "Choose a square by arrows and Enter or by click, or type a move."
}

// nextPrompt says what can follow the steps of a turn.
func (m model) nextPrompt() string {
	_, whole := m.entry.Move()
	squares := squaresOf(m.entry.Steps())
	switch {
	case m.onward:
		return "Choose where to go on to; - or Esc stays."
	case !whole && m.mayGoOn():
		return "Choose the next square, or - to go on from here; Esc takes back."
	case !whole:
		return "Choose the next square; Esc takes back."
	case len(m.offers()) == 0 && len(m.letters()) > 0:
		return fmt.Sprintf("Enter again finishes the turn here, %s makes it a %s; Esc takes back.", m.letters()[0], m.letterWord(m.letters()[0]))
	case len(squares) > 0 && m.offers()[squares[len(squares)-1]] != "":
		return "A dot ends the turn here, the same or another square goes on; Esc takes back."
	}
	return "Enter again finishes the turn here, another square goes on; Esc takes back."
}

// picture returns the board with the turn being entered carried out as far as it goes,
// and all marks.
func (m model) picture() Picture {
	p := Picture{Board: m.table.position().Board(), Marks: map[game.Square]Mark{}, Offers: map[game.Square]bool{}}
	if len(m.entry.Steps()) > 0 {
		p.Board = m.entry.Board()
	}
	for _, s := range m.lastTurn() {
		p.Marks[s] = LastMark
	}
	for s := range m.offers() {
		p.Offers[s] = true
		p.Marks[s] = max(p.Marks[s], OfferMark)
	}
	if move, ok := m.hint(); ok && len(m.entry.Steps()) == 0 {
		for _, s := range squaresOf(move.Steps()) {
			p.Marks[s] = HintMark
		}
	}
	for _, s := range squaresOf(m.entry.Steps()) {
		p.Marks[s] = StepMark
	}
	p.Marks[m.cursor] = CursorMark
	return p
}
