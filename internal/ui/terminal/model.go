package terminal

import (
	"context"
	"fmt"
	"io"
	"strings"

	"thera/engine"
	"thera/game"
)

// model is the whole state of the program. Its methods return the next model and change
// nothing else.
type model struct {
	width, height int
	dark          bool // the terminal's background
	strokes       Strokes

	page   page
	menu   menu
	scroll int // lines of the help above the screen

	table   Table
	number  int // of the game, from 1
	seed    uint64
	unsaved bool
	changes int // turns, also those played again, and resignations; undo leaves it

	entry   game.Entry
	onward  bool // squares mean that the piece moves on
	cursor  game.Square
	flipped bool
	chances bool // show them
	hinted  bool // a hint is wanted in this position
	// analysis is what is known about the last position with a person to move, thinking
	// what the engine to move has found so far.
	analysis Thought
	thinking engine.Info

	box box

	openFile   func(ctx context.Context, name string) (io.ReadCloser, error)
	opening    string // the file that is being read, "" if none is
	cancelOpen context.CancelFunc

	file    string // last saved or opened
	isOwn   bool   // the file has only what was saved of this game
	notice  notice
	confirm string // key of the command that a second press carries out
	// mistyped says that the last key was a letter without a meaning, perhaps of a word
	// that Enter is to end.
	mistyped bool
}

type page uint8

const (
	boardPage page = iota
	menuPage
	helpPage
	powersPage
)

type notice struct {
	text  string
	style Style
}

// newModel returns the model of a program that begins at a table or, if that has no
// game, with the menu.
func newModel(t Table, seed uint64, file string) model {
	m := model{menu: newMenu(), seed: seed, file: file, openFile: plainFile, strokes: LineStrokes, chances: true, dark: true, page: menuPage}
	if t.open() {
		m = m.newGame(t)
	}
	return m
}

func (m model) newGame(t Table) model {
	m.number++
	m.analysis = Thought{}
	m.unsaved, m.isOwn = false, false
	m.page = boardPage
	m.box, m.notice, m.confirm = box{}, notice{}, ""
	board := t.position().Board()
	m.cursor = game.At(board.Files/2, board.Ranks/2)
	return m.sit(t)
}

// sit continues with the table after a change.
func (m model) sit(t Table) model {
	m.table = t
	m.entry, m.onward = game.Entry{}, false
	m.hinted = false
	m.thinking = engine.Info{}
	if t.personToMove() {
		m.entry = game.Enter(t.position())
	}
	if result := t.result(); result != "" {
		m.notice = notice{result, Good}
	}
	return m
}

// wanted returns what an engine should think about now.
func (m model) wanted() Query {
	if !m.table.open() || m.table.over() {
		return Query{}
	}
	q := Query{
		Game:     m.table.Catalog.Game.Name(),
		Position: m.table.position(),
		Number:   m.number,
	}
	switch {
	case !m.table.personToMove():
		q.Level, q.Seed = m.table.Level, m.seed+uint64(m.number)
	case !m.chances && !m.hinted:
		return Query{}
	}
	return q
}

func (m model) think(th Thought) model {
	switch {
	case th.Query != m.wanted():
		return m // about an earlier position
	case th.Err != nil:
		return m.say(Alert, "The engine fails: %v", th.Err)
	case th.Query.Level == 0:
		m.analysis = th
		return m
	case !th.Final:
		m.thinking = th.Info
		return m
	}
	m.notice = notice{}
	return m.play(th.Info.Best())
}

func (m model) play(move game.Move) model {
	t, err := m.table.play(move)
	if err != nil {
		return m.say(Alert, "%v", err)
	}
	return m.changed().sit(t)
}

func (m model) changed() model {
	m.unsaved = true
	m.changes++
	return m
}

func (m model) say(st Style, format string, args ...any) model {
	m.notice = notice{fmt.Sprintf(format, args...), st}
	return m
}

// hint returns the suggested move, if it is wanted and known.
func (m model) hint() (game.Move, bool) {
	if !m.hinted || m.analysis.Query != m.wanted() || len(m.analysis.Info.Line) == 0 {
		return "", false
	}
	return m.analysis.Info.Best(), true
}

func (m model) lastTurn() []game.Square {
	last, _ := m.table.last()
	return squaresOf(last.Move.Steps())
}

func squaresOf(steps []string) []game.Square {
	var squares []game.Square
	for _, step := range steps {
		if s, err := game.ParseSquare(strings.TrimPrefix(step, "-")); err == nil {
			squares = append(squares, s)
		}
	}
	return squares
}
