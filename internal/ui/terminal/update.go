package terminal

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"thera/game"
)

// update handles a message and returns the next model, and a command for what to do
// outside of it.
func (m model) update(msg tea.Msg) (model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.dark = msg.IsDark()
	case Thought:
		return m.think(msg), nil
	case saved:
		return m.afterSave(msg), nil
	case opened:
		return m.afterOpen(msg), nil
	case tea.PasteMsg:
		return m.paste(msg.Content), nil
	case tea.KeyPressMsg:
		return m.press(msg)
	case tea.MouseClickMsg:
		return m.click(msg)
	}
	return m, nil
}

func (m model) press(key tea.KeyPressMsg) (model, tea.Cmd) {
	switch {
	case key.String() == "ctrl+c":
		return m, tea.Quit
	case key.String() == "ctrl+z":
		return m, tea.Suspend
	case m.opening != "":
		if key.String() == "esc" {
			m.cancelOpen()
		}
		return m, nil
	case m.isTooSmall():
		return m.pressUnseen(key)
	case m.page == menuPage:
		return m.pressMenu(key)
	case m.page == helpPage || m.page == powersPage:
		return m.pressLines(key), nil
	case m.box.purpose != noBox:
		return m.pressBox(key)
	}
	before := m.confirm
	m, cmd := m.pressBoard(key)
	if m.confirm == before {
		m.confirm = "" // another key than the one to press again
	}
	return m, cmd
}

// pressUnseen handles a key while the terminal is too small to show the board: nothing
// that the player can't see changes, and only quitting is possible.
func (m model) pressUnseen(key tea.KeyPressMsg) (model, tea.Cmd) {
	if m.box.purpose != noBox { // its text may be what is confirmed
		m.box, m.confirm = box{}, ""
	}
	if key.Text == "q" {
		if m.page == menuPage {
			return m.pressMenu(key)
		}
		return m.quit()
	}
	m.confirm = ""
	return m, nil
}

func (m model) pressBoard(key tea.KeyPressMsg) (model, tea.Cmd) {
	board := m.layout().grid
	mistyped := m.mistyped
	m.mistyped = false
	switch name := key.String(); name {
	case "left":
		m.cursor = board.Step(m.cursor, -1, 0)
	case "right":
		m.cursor = board.Step(m.cursor, 1, 0)
	case "up":
		m.cursor = board.Step(m.cursor, 0, 1)
	case "down":
		m.cursor = board.Step(m.cursor, 0, -1)
	case "tab":
		m.cursor = m.nextOffer(1)
	case "shift+tab":
		m.cursor = m.nextOffer(-1)
	case "enter", "space":
		if mistyped { // the key belongs to the typed word, not to the cursor's square
			m.mistyped = name == "space"
			return m, nil
		}
		return m.choose(m.stepAt(m.cursor)), nil
	case ".":
		return m.finish(), nil
	case "esc", "backspace":
		m.notice, m.hinted = notice{}, false
		return m.back(), nil
	default:
		if key.Text == "-" && m.mayGoOn() {
			return m.goOn(), nil
		}
		for _, c := range commands() {
			if c.key == key.Text {
				return c.run(m)
			}
		}
		return m.typed(key.Text), nil
	}
	return m, nil
}

// typed handles a character that is not a command: a step of its own, or the beginning
// of a typed move.
func (m model) typed(text string) model {
	switch {
	case text == "":
		return m
	case slices.Contains(m.entry.Options(), text) || slices.Contains(m.entry.Restart().Options(), text):
		return m.choose(text)
	case strings.Trim(text, "abcdefghij0123456789@(") == "" || text >= "A" && text <= "Z":
		m.box = newBox(moveBox, text)
		m.notice = notice{}
		return m
	}
	m.mistyped = true
	return m.say(Alert, "%q is no command: ? shows all.", text)
}

// nextOffer returns the offered square after the cursor's in the order of squares, or
// before it.
func (m model) nextOffer(direction int) game.Square {
	best, bestGap := m.cursor, game.NumSquares
	for s := range m.offers() {
		gap := (direction*(int(s)-int(m.cursor)) + game.NumSquares) % game.NumSquares
		if gap > 0 && gap < bestGap {
			best, bestGap = s, gap
		}
	}
	return best
}

func (m model) pressMenu(key tea.KeyPressMsg) (model, tea.Cmd) {
	switch key.String() {
	case "enter":
		return m.start(), nil
	case "esc", "q":
		if !m.table.open() {
			return m, tea.Quit
		}
		m.page = boardPage
		return m, nil
	}
	m.menu = m.menu.press(key)
	return m, nil
}

func (m model) start() model {
	t, err := m.menu.table(m.seed + uint64(m.number) + 1)
	if err != nil {
		return m.say(Alert, "%v", err)
	}
	m.file = ""
	return m.newGame(t)
}

func (m model) pressLines(key tea.KeyPressMsg) model {
	most := max(0, len(m.lines())-m.height)
	switch key.String() {
	case "down", "pgdown", "space":
		m.scroll = min(m.scroll+1, most)
	case "up", "pgup":
		m.scroll = max(m.scroll-1, 0)
	default:
		m.page = boardPage
	}
	return m
}

// click handles a mouse click. The left button chooses; any other takes back, like
// Escape.
func (m model) click(at tea.MouseClickMsg) (model, tea.Cmd) {
	if at.Button != tea.MouseLeft {
		return m.press(tea.KeyPressMsg{Code: tea.KeyEscape})
	}
	if m.box.purpose != noBox || m.opening != "" || m.isTooSmall() {
		return m, nil
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
	m.mistyped = false
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
		return m, m.save(text, confirmed || m.isOwn && text == m.file)
	}
	return m.open(text)
}

func (m model) paste(text string) model {
	if m.page == boardPage && m.opening == "" && !m.isTooSmall() {
		m.mistyped = false
		if m.box.purpose == noBox {
			m.box = newBox(moveBox, "")
		}
		m.box = m.box.insert(text)
	}
	return m
}
