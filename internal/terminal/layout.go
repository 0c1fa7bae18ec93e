package terminal

import "thera/game"

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
	for _, step := range m.entry.Options() {
		if _, err := game.ParseSquare(step); err != nil {
			add(step, step)
		}
	}
	if _, ok := m.entry.Move(); ok {
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
