package terminal

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"thera/internal/catalog"
)

// command is what a key does on the board page. No key is a letter or digit that begins
// a typed move.
type command struct {
	key, label, help string
	run              func(model) (model, tea.Cmd)
}

// commands returns all commands in the order in which to list them.
func commands() []command {
	return []command{
		{"u", "undo", "take back your last turn", still(model.undo)},
		{"r", "redo", "play again what was taken back", still(model.redo)},
		{"t", "tip", "show a good move", still(model.tip)},
		{"w", "win %", "show or hide the chances", still(model.toggleChances)},
		{"+", "level", "make the computer stronger", still(func(m model) model { return m.changeLevel(1) })},
		{"-", "level", "make the computer weaker", still(func(m model) model { return m.changeLevel(-1) })},
		{"x", "flip", "turn the board around", still(model.flip)},
		{"n", "new", "choose a new game", still(model.again)},
		{"s", "save", "save the game to a file", still(model.askSave)},
		{"o", "open", "open a saved game", still(model.askOpen)},
		{"y", "resign", "resign (press it twice)", still(model.resign)},
		{"q", "quit", "leave", model.quit},
		{"p", "powers", "show what the powers of the players are", still(model.showPowers)},
		{"?", "help", "show this page", still(model.help)},
	}
}

// commands returns those that this game has a use for.
func (m model) commands() []command {
	return slices.DeleteFunc(commands(), func(c command) bool { return c.key == "p" && m.table.powers() == nil })
}

// still makes a command of a change without side effects.
func still(change func(model) model) func(model) (model, tea.Cmd) {
	return func(m model) (model, tea.Cmd) { return change(m), nil }
}

func (m model) undo() model {
	t, ok := m.table.undo()
	if !ok {
		return m.say(Alert, "There is nothing to take back.")
	}
	m.notice = notice{}
	return m.sit(t)
}

func (m model) redo() model {
	t, ok := m.table.redo()
	if !ok {
		return m.say(Alert, "There is nothing to play again.")
	}
	m.notice = notice{}
	return m.changed().sit(t) // a save has only the turns on the board
}

func (m model) tip() model {
	m, ok := m.mayMove()
	m.hinted = ok
	m.entry, m.onward = m.entry.Restart(), false
	return m
}

func (m model) toggleChances() model {
	m.chances = !m.chances
	return m
}

func (m model) flip() model {
	m.flipped = !m.flipped
	return m
}

func (m model) help() model {
	m.page, m.scroll = helpPage, 0
	return m
}

func (m model) askSave() model {
	m.box = proposal(saveBox, m.suggestion())
	return m
}

func (m model) askOpen() model {
	if m, ok := m.sure("o"); !ok {
		return m
	}
	m.box = proposal(openBox, m.file)
	return m
}

// changeLevel makes the engine stronger or weaker, from its next turn on.
func (m model) changeLevel(by int) model {
	if m.table.Persons == m.table.seats {
		return m.say(Alert, "No computer plays here.")
	}
	m.table.Level = min(max(m.table.Level+by, 1), catalog.MaxLevel)
	return m.say(Plain, "The computer plays at level %d of %d.", m.table.Level, catalog.MaxLevel)
}

func (m model) again() model {
	if m, ok := m.sure("n"); !ok {
		return m
	}
	m.page = menuPage
	return m
}

func (m model) resign() model {
	switch {
	case m.table.over():
		return m.say(Good, "%s", m.table.result())
	case m.confirm != "y":
		m.confirm = "y"
		return m.say(Alert, "Press y again to resign.")
	}
	return m.changed().sit(m.table.resign())
}

func (m model) quit() (model, tea.Cmd) {
	if m, ok := m.sure("q"); !ok {
		return m, nil
	}
	return m, tea.Quit
}

// sure reports whether a key's command may leave the game: it is over or saved, or this
// is the second request. Otherwise it asks.
func (m model) sure(key string) (model, bool) {
	if !m.unsaved || m.table.over() || m.confirm == key {
		return m, true
	}
	m.confirm = key
	return m.say(Alert, "The game is not saved: s saves it, %s again gives it up.", key), false
}
