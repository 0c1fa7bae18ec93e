package terminal

import (
	"strings"
)

// The minimum width of the panel beside the board, and the number of rows below it.
const (
	leastPanel = 34
	lowerRows  = 2
)

// layout is where things are on the board page.
type layout struct {
	grid    Grid
	panel   Zone
	buttons []placedButton
	stepsX  int // where the steps of the turn follow the buttons on the last row
}

// placedButton is a part of the screen to click instead of a key.
type placedButton struct {
	zone  Zone
	key   string
	label string
}

// layout places all parts of the board page for the size of the terminal.
func (m model) layout() layout {
	var l layout
	l.grid = NewGrid(m.table.position().Board(), m.width-2-leastPanel, m.height-lowerRows)
	l.grid.Flipped = m.flipped
	x := l.grid.Width() + 2
	l.panel = Zone{X: x, Y: 0, Width: m.width - x, Height: m.height - lowerRows}
	if m.box.purpose == noBox && len(m.noticeLines()) < 2 {
		m.addSteps(&l)
	}
	l.addCommands(m.commands())
	return l
}

// addSteps places buttons on the last row: for steps that are not squares, and to
// finish a turn.
func (m model) addSteps(l *layout) {
	add := func(key, label string) {
		label = "[" + label + "]"
		l.buttons = append(l.buttons, placedButton{Zone{X: l.stepsX, Y: m.height - 1, Width: len(label), Height: 1}, key, label})
		l.stepsX += len(label) + 1
	}
	for _, step := range m.letters() {
		add(step, strings.TrimSpace(step+" "+m.letterWord(step)))
	}
	switch {
	case m.onward:
		add("-", "- stay")
	case m.mayGoOn():
		add("-", "- go on")
	}
	if _, ok := m.entry.Move(); ok {
		add(".", ". done")
	}
}

// The rows of commands at the end of the panel, and the height that it needs to show
// more than the last of them.
const (
	perRow     = 4
	roomyPanel = 18
)

// addCommands places the commands at the end of the panel: all of them if there is
// room, or else only help.
func (l *layout) addCommands(all []command) {
	bottom := l.panel.Y + l.panel.Height
	if l.panel.Height < roomyPanel {
		l.buttons = append(l.buttons, placedButton{Zone{X: l.panel.X, Y: bottom - 1, Width: len("? help"), Height: 1}, "?", "? help"})
		return
	}
	rows := (len(all) + perRow - 1) / perRow
	for i, c := range all {
		label := c.key + " " + c.label
		z := Zone{X: l.panel.X + i%perRow*9, Y: bottom - rows + i/perRow, Width: len(label), Height: 1}
		l.buttons = append(l.buttons, placedButton{z, c.key, label})
	}
}

// fits reports whether the board page fits the terminal, and the size it needs.
func (m model) fits() (width, height int, ok bool) {
	smallest := NewGrid(m.table.position().Board(), 0, 0)
	width = smallest.Width() + 2 + leastPanel
	height = max(smallest.Height(), 10) + lowerRows
	return width, height, m.width >= width && m.height >= height
}
