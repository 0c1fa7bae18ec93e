package terminal

import tea "charm.land/bubbletea/v2"

// click handles a mouse click. The left button chooses; any other takes back, like
// Escape.
func (m model) click(at tea.MouseClickMsg) (model, tea.Cmd) {
	if at.Button != tea.MouseLeft {
		return m.press(tea.KeyPressMsg{Code: tea.KeyEscape})
	}
	switch m.page {
	case menuPage:
		var start bool
		if m.menu, start = m.menu.click(at.X, at.Y); start {
			return m.start(), nil
		}
		return m, nil
	case helpPage, powersPage:
		m.page = boardPage
		return m, nil
	}
	if m.box.purpose != noBox {
		return m, nil
	}
	l := m.layout()
	for _, b := range l.buttons {
		if b.zone.Has(at.X, at.Y) {
			return m.press(tea.KeyPressMsg{Text: b.key})
		}
	}
	if s, ok := l.grid.Square(at.X, at.Y); ok {
		m.cursor = s
		return m.choose(m.stepAt(s)), nil
	}
	return m, nil
}
