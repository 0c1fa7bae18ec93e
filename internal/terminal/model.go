package terminal

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"thera/engine"
	"thera/game"
	"thera/record"
)

// model is all there is to know about the program. Its methods change nothing
// but return the next model.
type model struct {
	width, height int
	dark          bool // the terminal's background
	strokes       strokes

	page   page
	menu   menu
	scroll int // lines of the help that are above the screen

	table   Table
	number  int // of the game, from 1
	seed    uint64
	unsaved bool

	entry   entry
	cursor  game.Square
	flipped bool
	chances bool // show them
	hinted  bool // a hint is wanted for this position
	// analysis is what is known about the last position in which a person was
	// to move, thinking what the engine to move has found so far.
	analysis thought
	thinking engine.Info

	box     box
	file    string // last saved or opened
	notice  notice
	confirm string // key of the command that is carried out if pressed again
}

// page is what the screen shows.
type page uint8

const (
	boardPage page = iota
	menuPage
	helpPage
)

// notice is a message to the person.
type notice struct {
	text  string
	style style
}

// newModel returns the model of a program that begins at a table or, if that
// has no game, with the menu.
func newModel(t Table, seed uint64, file string) model {
	m := model{menu: newMenu(), seed: seed, file: file, strokes: lineStrokes, chances: true, dark: true, page: menuPage}
	if t.open() {
		m = m.newGame(t)
	}
	return m
}

// newGame sits down at another table.
func (m model) newGame(t Table) model {
	m.number++
	m.analysis = thought{}
	m.unsaved = false
	m.page = boardPage
	m.box, m.notice, m.confirm = box{}, notice{}, ""
	board := t.position().Board()
	m.cursor = game.At(board.Files/2, board.Ranks/2)
	return m.sit(t)
}

// sit goes on with the table after a change.
func (m model) sit(t Table) model {
	m.table = t
	m.entry = entry{}
	m.hinted = false
	m.thinking = engine.Info{}
	if t.personToMove() {
		m.entry = newEntry(t.position())
	}
	if result := t.result(); result != "" {
		m.notice = notice{result, good}
	}
	return m
}

// wanted returns what an engine should think about now.
func (m model) wanted() query {
	if !m.table.open() || m.table.over() {
		return query{}
	}
	q := query{
		game:     m.table.Catalog.Game.Name(),
		position: m.table.position(),
		number:   m.number,
	}
	switch {
	case !m.table.personToMove():
		q.level, q.seed = m.table.Level, m.seed+uint64(m.number)
	case !m.chances && !m.hinted:
		return query{}
	}
	return q
}

// think takes in what an engine has thought.
func (m model) think(th thought) model {
	switch {
	case th.query != m.wanted():
		return m // it is about a position that is gone
	case th.err != nil:
		return m.say(alert, "The engine fails: %v", th.err)
	case th.query.level == 0:
		m.analysis = th
		return m
	case !th.final:
		m.thinking = th.info
		return m
	}
	m.notice = notice{}
	return m.play(th.info.Best())
}

// play makes a legal move, a person's or an engine's.
func (m model) play(move game.Move) model {
	t, err := m.table.play(move)
	if err != nil {
		return m.say(alert, "%v", err)
	}
	m.unsaved = true
	return m.sit(t)
}

// say shows a message.
func (m model) say(st style, format string, args ...any) model {
	m.notice = notice{fmt.Sprintf(format, args...), st}
	return m
}

// choose takes a step of the turn, by mouse or keyboard. A step that does not
// go on from those before begins anew, and the last step again takes it back,
// or finishes the turn where it can end there.
func (m model) choose(step string) model {
	if m, ok := m.mayMove(); !ok {
		return m
	}
	m.notice = notice{}
	if longer, ok := m.entry.add(step); ok {
		return m.take(longer)
	}
	if n := len(m.entry.steps); n > 0 && m.entry.steps[n-1] == step {
		if move, ok := m.entry.move(); ok {
			return m.play(move)
		}
		m.entry = m.entry.back()
		return m
	}
	if again, ok := m.entry.restart().add(step); ok {
		return m.take(again)
	}
	return m.say(alert, "%s can't be chosen here.", step)
}

// mayMove reports whether a person may move, and says why not.
func (m model) mayMove() (model, bool) {
	switch {
	case m.table.over():
		return m.say(good, "%s", m.table.result()), false
	case !m.table.personToMove():
		return m.say(alert, "It is the computer's turn."), false
	}
	return m, true
}

// take goes on with a longer entry, which may be the whole turn.
func (m model) take(e entry) model {
	m.entry = e
	if move, ok := e.move(); ok && e.complete() {
		return m.play(move)
	}
	return m
}

// finish ends a turn that could go on.
func (m model) finish() model {
	if move, ok := m.entry.move(); ok {
		m.notice = notice{}
		return m.play(move)
	}
	return m
}

// enter takes typed text: a whole turn, or one or more steps that go on from
// those before.
func (m model) enter(text string) model {
	text = strings.TrimSpace(text)
	m.box = box{}
	if m, ok := m.mayMove(); !ok || text == "" {
		return m
	}
	m.notice = notice{}
	for _, from := range []entry{m.entry, m.entry.restart()} {
		if e, ok := from.add(readSteps(text)...); ok && len(e.steps) > len(from.steps) {
			m.entry = e
			if move, ok := e.move(); ok {
				return m.play(move)
			}
			return m
		}
	}
	example := m.entry.ways[0].move
	return m.say(alert, "%q is no legal move: want a move such as %s", text, example)
}

// readSteps returns the steps that a text is made of, none if it is made of
// anything else. A square named twice in a row, as in the engine protocol's
// d1d7,d7g7, is one step.
func readSteps(text string) []string {
	steps := game.Move(text).Steps()
	rest := text
	for _, step := range steps {
		before, after, _ := strings.Cut(rest, step)
		if strings.Trim(before, separators) != "" {
			return nil
		}
		rest = after
	}
	if strings.Trim(rest, separators) != "" {
		return nil
	}
	var once []string
	for i, step := range steps {
		if i == 0 || step != steps[i-1] {
			once = append(once, step)
		}
	}
	return once
}

const separators = " -,()/@"

// afterSave takes in what has come of saving. Where it went wrong, the name
// is asked for again.
func (m model) afterSave(msg saved) model {
	if msg.err != nil {
		m.box = newBox(saveBox, msg.name)
		if errors.Is(msg.err, fs.ErrExist) {
			m.confirm = msg.name
			return m.say(alert, "There is a file %q: Enter replaces it.", msg.name)
		}
		return m.say(alert, "%v", msg.err)
	}
	m.file = msg.name
	m.unsaved = false
	return m.say(good, "Saved as %q.", msg.name)
}

// afterOpen takes in what has come of opening a file.
func (m model) afterOpen(msg opened) model {
	if msg.err != nil {
		m.box = newBox(openBox, msg.name)
		return m.say(alert, "%v", msg.err)
	}
	m = m.newGame(msg.table)
	m.file = msg.name
	text := fmt.Sprintf("Opened %q.", msg.name)
	if msg.games > 1 {
		text = fmt.Sprintf("Opened the first of %d games in %q.", msg.games, msg.name)
	}
	return m.say(good, "%s", strings.TrimSpace(text+" "+m.table.result()))
}

// suggestion is the file name that is offered for saving.
func (m model) suggestion() string {
	if m.file != "" {
		return m.file
	}
	return m.table.Catalog.Game.Name() + ".txt"
}

// hint returns the move that is proposed, if one is wanted and known.
func (m model) hint() (game.Move, bool) {
	if !m.hinted || m.analysis.query != m.wanted() || len(m.analysis.info.Line) == 0 {
		return "", false
	}
	return m.analysis.info.Best(), true
}

// lastTurn returns the squares of the last move.
func (m model) lastTurn() []game.Square {
	var last record.Turn
	last, _ = m.table.last()
	return squaresOf(last.Move.Steps())
}

func squaresOf(steps []string) []game.Square {
	var squares []game.Square
	for _, step := range steps {
		if s, err := game.ParseSquare(step); err == nil {
			squares = append(squares, s)
		}
	}
	return squares
}
