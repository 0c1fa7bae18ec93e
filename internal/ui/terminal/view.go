package terminal

import (
	"fmt"
	"math"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

// draw returns the screen and the position of the terminal's cursor, nil to hide it.
func (m model) draw() (*Screen, *tea.Cursor) {
	s := NewScreen(m.width, m.height)
	if !m.fits() {
		m.drawTooSmall(s)
		return s, nil
	}
	switch m.page {
	case menuPage:
		m.menu.draw(s)
		s.Put(1, m.height-1, m.notice.style, m.notice.text)
		return s, nil
	case helpPage, powersPage:
		lines := m.lines()
		lines = lines[min(m.scroll, len(lines)):]
		for i, line := range lines {
			s.Put(1, i, Plain, line)
		}
		if len(lines) > m.height {
			s.fill(Zone{Y: m.height - 1, Width: m.width, Height: 1}, Plain)
			s.Put(1, m.height-1, Strong, "Down: more")
		}
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

func (m model) drawTooSmall(s *Screen) {
	width, height := m.smallest()
	s.Put(0, 0, Alert, "The terminal is too small:")
	s.Put(0, 1, Plain, fmt.Sprintf("%dx%d; want %dx%d.", m.width, m.height, width, height))
	leave := "q leaves."
	if m.confirm == "q" {
		leave = "Not saved: q again leaves."
	}
	s.Put(0, 2, Plain, leave)
}

func (m model) lines() []string {
	if m.page == powersPage {
		return m.powerLines()
	}
	return m.helpLines()
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

func (m model) prompt() string {
	switch {
	case m.opening != "":
		return fmt.Sprintf("Opening %q; Esc cancels.", m.opening)
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

// drawPanel draws the part beside the board: the game, the players, the chances, a
// hint, and the moves.
func (m model) drawPanel(s *Screen, z Zone) {
	t := m.table
	y := z.Y
	line := func(st Style, format string, args ...any) {
		s.Put(z.X, y, st, fmt.Sprintf(format, args...))
		y++
	}
	line(Strong, "%s", catalog.Title(t.Catalog.Game.Name()))
	powers := t.powers()
	for seat := range t.seats.All() {
		mark, st := " ", Plain
		if !t.over() && seat == t.position().Turn() {
			mark, st = ">", Strong
		}
		if t.winners().Has(seat) {
			mark, st = "*", Good
		}
		if powers == nil {
			line(st, "%s %-9s %s", mark, t.name(seat), m.playerText(seat))
		} else {
			line(st, "%s %-8s %-12s %s", mark, t.name(seat), m.playerText(seat), powers[seat])
		}
	}
	if text := t.inForce(); text != "" && !t.over() {
		line(Alert, "%s", text)
	}
	line(Plain, "%s", m.chanceText())
	line(Good, "%s", m.hintText())
	m.drawMoves(s, Zone{X: z.X, Y: y, Width: z.Width, Height: m.movesEnd(z) - y})
}

// movesEnd is the row at which the list of moves ends and the commands begin.
func (m model) movesEnd(z Zone) int {
	if z.Height < roomyPanel {
		return z.Y + z.Height - 1
	}
	return z.Y + z.Height - (len(m.commands())+perRow-1)/perRow - 1
}

// playerText returns the player at a seat, with an engine's depth in plies.
func (m model) playerText(seat game.Seat) string {
	switch {
	case m.table.Persons.Len() == 1 && m.table.Persons.Has(seat):
		return "you"
	case m.table.Persons.Has(seat):
		return "person"
	case m.table.over() || m.table.position().Turn() != seat:
		return fmt.Sprintf("level %d", m.table.Level)
	case m.table.powers() != nil:
		return fmt.Sprintf("level %d (%d)", m.table.Level, m.thinking.Depth) // no room for more
	}
	return fmt.Sprintf("level %d thinks (%d)", m.table.Level, m.thinking.Depth)
}

// chanceText returns the win probability of the person who is or was to move.
func (m model) chanceText() string {
	info := m.analysis.Info
	if !m.chances || m.table.over() || len(info.Line) == 0 {
		return ""
	}
	who := "You"
	if m.table.Persons.Len() != 1 {
		who = "Seat " + m.analysis.Query.Position.Turn().String()
	}
	return fmt.Sprintf("%s %s %s depth %d", who, bar(info.Score), info.Score, info.Depth)
}

func bar(s engine.Score) string {
	const width = 10
	full := int(math.Round(width * s.WinProbability()))
	return "[" + strings.Repeat("#", full) + strings.Repeat("-", width-full) + "]"
}

func (m model) hintText() string {
	move, ok := m.hint()
	switch {
	case ok:
		return fmt.Sprintf("Tip: %s", move)
	case m.hinted:
		return "Tip: thinking"
	}
	return ""
}

// drawMoves lists the last moves that fit, and the number of moves to redo.
func (m model) drawMoves(s *Screen, z Zone) {
	column := 17 // "123 d10-j10(a10) "
	for _, turn := range m.table.turns {
		column = max(column, len("123 ")+len(turn.Move)+1)
	}
	columns := max(z.Width/column, 1)
	rows := z.Height
	again := len(m.table.turns) - m.table.at
	if again > 0 {
		rows--
		s.Put(z.X, z.Y+rows, Faint, fmt.Sprintf("%d taken back, r plays again", again))
	}
	if rows <= 0 {
		return
	}
	// Full rows above the last one, so that moves keep their column.
	used := (m.table.at + columns - 1) / columns
	from := max(0, used-rows) * columns
	for i, turn := range m.table.turns[from:m.table.at] {
		st := Plain
		if from+i == m.table.at-1 {
			st = Strong
		}
		s.Put(z.X+i%columns*column, z.Y+i/columns, st, fmt.Sprintf("%3d %s", from+i+1, turn.Move))
	}
}

// helpLines returns the help in lines that fit.
func (m model) helpLines() []string {
	lines := []string{
		"Enter a turn step by step: the piece, where it goes, and what follows there; " +
			"or type a move such as the lists show, and Enter. The mouse does all that " +
			"keys do: the left button chooses, the right one takes back.",
		"",
	}
	for _, row := range [][4]string{
		{"arrows", "move the cursor", "Enter", "choose its square"},
		{"Tab", "go to the next choice", "Esc", "take back the last step"},
		{".", "end a turn that can go on", "-", "let a piece that has gone go on"},
	} {
		if m.width < 80 {
			lines = append(lines, fmt.Sprintf("  %-7s %s", row[0], row[1]), fmt.Sprintf("  %-7s %s", row[2], row[3]))
		} else {
			lines = append(lines, fmt.Sprintf("  %-7s %-27s%-6s %s", row[0], row[1], row[2], row[3]))
		}
	}
	for _, c := range commands() {
		lines = append(lines, fmt.Sprintf("  %-7s %s", c.key, c.help))
	}
	lines = append(lines,
		"",
		"  [ ] cursor   ( ) this turn   < > last move   { } tip   dot: can be chosen",
		"  a digit is the level, 4 with the dome",
	)
	return strings.Split(ansi.Wordwrap(strings.Join(lines, "\n"), max(min(m.width, 80)-2, 1), ""), "\n")
}

// The minimum width of the panel beside the board, and the number of rows below it.
const (
	leastPanel = 34
	lowerRows  = 2
)

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

// smallest returns the size that the page needs.
func (m model) smallest() (width, height int) {
	switch m.page {
	case menuPage:
		return m.menu.size()
	case helpPage, powersPage:
		return 1, 1 // they can be scrolled
	}
	grid := NewGrid(m.table.position().Board(), 0, 0)
	return grid.Width() + 2 + leastPanel, max(grid.Height(), 10) + lowerRows
}

// isTooSmall reports whether the terminal, whose size is known, can't show the page.
func (m model) isTooSmall() bool { return m.width > 0 && !m.fits() }

func (m model) fits() bool {
	width, height := m.smallest()
	return m.width >= width && m.height >= height
}
