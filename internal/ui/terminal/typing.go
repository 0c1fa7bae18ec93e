package terminal

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// pressBox handles a key while a box is open.
func (m model) pressBox(key tea.KeyPressMsg) (model, tea.Cmd) {
	switch key.String() {
	case "enter":
		return m.submit()
	case "esc":
		m.box, m.notice, m.confirm = box{}, notice{}, ""
	default:
		if m.box = m.box.press(key); m.box.purpose == moveBox && len(m.box.text) == 0 {
			m.box = box{}
		}
	}
	return m, nil
}

// submit handles the text in the box.
func (m model) submit() (model, tea.Cmd) {
	text := strings.TrimSpace(m.box.String())
	purpose, confirmed := m.box.purpose, m.confirm == text
	m.box, m.notice, m.confirm = box{}, notice{}, ""
	switch {
	case purpose == moveBox:
		return m.enter(text), nil
	case text == "":
		return m, nil
	case purpose == saveBox:
		return m, save(text, m.table.Record(), confirmed || text == m.file)
	}
	return m, open(text)
}

func (m model) paste(text string) model {
	if m.page == boardPage {
		if m.box.purpose == noBox {
			m.box = newBox(moveBox, "")
		}
		m.box = m.box.insert(text)
	}
	return m
}
