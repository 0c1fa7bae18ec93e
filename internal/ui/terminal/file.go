package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"thera/internal/catalog"
	"thera/internal/safefile"
	"thera/record"
)

// Load reads the first game of a file, in any format of package record, and returns the
// number of games in the file as far as it is readable. What begins like no such file is
// not read further.
func Load(in io.Reader) (t Table, n int, err error) {
	text := bufio.NewReader(in)
	beginning, err := record.Beginning(text)
	if err != nil {
		return t, 0, err
	}
	format, err := record.Detect(beginning)
	if err != nil {
		return t, 0, err
	}
	for g, err := range record.Read(format, text, catalog.AllRules()...) {
		if errors.Is(err, context.Canceled) {
			return t, 0, err
		}
		if err != nil {
			if n > 0 {
				break // the first one is complete
			}
			return t, 0, err
		}
		if n++; n > 1 {
			continue
		}
		if t, err = FromRecord(g); err != nil {
			return t, 0, err
		}
	}
	if n == 0 {
		return t, 0, errors.New("want a game, found none")
	}
	return t, n, nil
}

// saved and opened are the results of commands on files.
type (
	saved struct {
		name            string
		number, changes int // the model's when it was saved
		err             error
	}
	opened struct {
		name  string
		table Table
		games int
		err   error
	}
)

// save writes the game to a file as thera's record, dated today if it has no
// date. An existing file is replaced only if that is wanted; else the error is
// fs.ErrExist.
func (m model) save(name string, over bool) tea.Cmd {
	g, end := m.table.Record(), saved{name: name, number: m.number, changes: m.changes}
	return func() tea.Msg {
		if g.Tag("Date") == "" {
			g.Tags = append(slices.Clip(g.Tags), record.Tag{Name: "Date", Value: time.Now().Format(time.DateOnly)})
		}
		if _, err := os.Lstat(name); err == nil && !over {
			end.err = fs.ErrExist
			return end
		}
		end.err = safefile.Replace(name, func(w io.Writer) error { return record.Write(record.Thera, w, g) })
		return end
	}
}

// open reads a file until Escape, which is all that the player can do meanwhile: turns
// would be lost.
func (m model) open(name string) (model, tea.Cmd) {
	var ctx context.Context
	ctx, m.cancelOpen = context.WithCancel(context.Background())
	m.opening = name
	return m, func() tea.Msg {
		end := opened{name: name}
		end.table, end.games, end.err = m.load(ctx, name)
		return end
	}
}

func (m model) load(ctx context.Context, name string) (Table, int, error) {
	file, err := m.openFile(ctx, name)
	if err != nil {
		return Table{}, 0, err
	}
	defer func() { _ = file.Close() }() // only read
	t, n, err := Load(file)
	if err != nil {
		return Table{}, 0, fmt.Errorf("%s: %w", name, err)
	}
	return t, n, nil
}

// plainFile opens a file for reading.
func plainFile(_ context.Context, name string) (io.ReadCloser, error) { return os.Open(name) }

// afterSave handles the result of saving. After a failure it asks for the name again,
// unless another game is at the table by now.
func (m model) afterSave(msg saved) model {
	isHere := msg.number == m.number
	switch {
	case msg.err != nil && !isHere:
		return m.say(Alert, "The game before is not saved as %q: %v.", msg.name, msg.err)
	case msg.err != nil:
		m.box = proposal(saveBox, msg.name)
		if errors.Is(msg.err, fs.ErrExist) {
			m.confirm = msg.name
			return m.say(Alert, "There is a file %q: Enter replaces it.", msg.name)
		}
		return m.say(Alert, "%v", msg.err)
	case isHere:
		m.file, m.isOwn = msg.name, true
		m.unsaved = m.changes != msg.changes
	}
	return m.say(Good, "Saved as %q.", msg.name)
}

func (m model) afterOpen(msg opened) model {
	m.cancelOpen()
	m.opening, m.cancelOpen = "", nil
	if errors.Is(msg.err, context.Canceled) {
		return m
	}
	if msg.err != nil {
		m.box = proposal(openBox, msg.name)
		return m.say(Alert, "%v", msg.err)
	}
	m = m.newGame(msg.table)
	m.file = msg.name
	text := fmt.Sprintf("Opened %q.", msg.name)
	if msg.games > 1 {
		text = fmt.Sprintf("Opened the first of %d games in %q.", msg.games, msg.name)
	}
	return m.say(Good, "%s", strings.TrimSpace(text+" "+m.table.result()))
}

func (m model) suggestion() string {
	if m.file != "" {
		return m.file
	}
	return m.table.Catalog.Game.Name() + ".txt"
}
