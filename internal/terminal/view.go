package terminal

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"thera/game"
	"thera/internal/terminal/canvas"
)

// draw returns the screen and where the terminal's cursor is on it, nil if it
// is to be hidden.
func (m model) draw() (*canvas.Screen, *tea.Cursor) {
	s := canvas.NewScreen(m.width, m.height)
	switch m.page {
	case menuPage:
		m.menu.draw(s)
		s.Put(1, m.height-1, m.notice.style, m.notice.text)
		return s, nil
	case helpPage:
		for i, line := range helpLines()[min(m.scroll, len(helpLines())):] {
			s.Put(1, i, canvas.Plain, line)
		}
		return s, nil
	}
	if width, height, ok := m.fits(); !ok {
		s.Put(0, 0, canvas.Alert, "The terminal is too small:")
		s.Put(0, 1, canvas.Plain, fmt.Sprintf("%dx%d; want %dx%d.", m.width, m.height, width, height))
		return s, nil
	}
	l := m.layout()
	m.picture().Draw(s, l.grid, m.strokes)
	m.drawPanel(s, l.panel)
	for _, b := range l.buttons {
		s.Put(b.zone.X, b.zone.Y, canvas.Button, b.label)
	}
	return s, m.drawLower(s, l)
}

// drawLower draws the message and the line below it: the box, or the steps
// of the turn.
func (m model) drawLower(s *canvas.Screen, l layout) *tea.Cursor {
	n := m.notice
	if n.text == "" {
		n = notice{m.prompt(), canvas.Plain}
	}
	s.Put(0, m.height-2, n.style, shorten(n.text, m.width))
	y := m.height - 1
	if m.box.purpose != noBox {
		x := s.Put(0, y, canvas.Strong, m.box.purpose.label())
		text, at := m.box.window(m.width - x - 1)
		s.Put(x, y, canvas.Plain, text)
		return tea.NewCursor(x+at, y)
	}
	s.Put(l.stepsX, y, canvas.Strong, strings.Join(m.entry.Steps(), " "))
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
	case len(m.entry.Steps()) > 0:
		if _, ok := m.entry.Move(); ok {
			return "Enter again finishes the turn here, another square goes on; Esc takes back."
		}
		return "Choose the next square; Esc takes back."
	}
	if len(squaresOf(m.entry.Options())) == 0 {
		return "Choose one of " + strings.Join(m.entry.Options(), " ") + " by key or click, or type a move."
	}
	return "Choose a square by arrows and Enter or by click, or type a move."
}

// picture returns the board as it is drawn: with the turn that is being
// entered carried out as far as it goes, and all marks.
func (m model) picture() canvas.Picture {
	p := canvas.Picture{Board: m.table.position().Board(), Marks: map[game.Square]canvas.Mark{}, Offers: map[game.Square]bool{}}
	for _, s := range m.lastTurn() {
		p.Marks[s] = canvas.LastMark
	}
	for _, s := range squaresOf(m.entry.Options()) {
		p.Offers[s] = true
		p.Marks[s] = max(p.Marks[s], canvas.OfferMark)
	}
	if move, ok := m.hint(); ok && len(m.entry.Steps()) == 0 {
		for _, s := range squaresOf(move.Steps()) {
			p.Marks[s] = canvas.HintMark
		}
	}
	m.previewTurn(p)
	p.Marks[m.cursor] = canvas.CursorMark
	return p
}

// previewTurn carries out the steps that are entered: a piece on the first
// square goes to the second, and what is put down stands where the move has it.
func (m model) previewTurn(p canvas.Picture) {
	squares := squaresOf(m.entry.Steps())
	for _, s := range squares {
		p.Marks[s] = canvas.StepMark
	}
	if len(squares) == 0 {
		return
	}
	from := p.Board.At(squares[0])
	if from.Kind == "" {
		m.previewPlaced(p, squares)
	} else if len(squares) > 1 {
		to := p.Board.At(squares[1])
		to.Kind, to.Piece, to.Owner = from.Kind, from.Piece, from.Owner
		from.Kind, from.Piece, from.Owner = "", 0, 0
	}
}

// previewPlaced shows what is put on squares, once the steps make up a move.
func (m model) previewPlaced(p canvas.Picture, squares []game.Square) {
	move, ok := m.entry.Move()
	if !ok {
		return
	}
	after, err := m.table.position().Play(move)
	if err != nil {
		return // never: the entry has legal moves only
	}
	for _, s := range squares {
		*p.Board.At(s) = *after.Board().At(s)
	}
}
