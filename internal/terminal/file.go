package terminal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"thera/game"
	"thera/internal/catalog"
	"thera/record"
)

// Record returns the game at the table as far as it stands on the board, with
// who sits where. What was read from a record and is still so stays in it.
func (t Table) Record() record.Game {
	g := record.Game{
		Game:    t.Catalog.Game.Name(),
		Start:   t.positions[0].String(),
		Tags:    slices.Clone(t.tags),
		Turns:   slices.Clone(t.turns[:t.at]),
		Winners: t.winners(),
		Reason:  t.ended.reason,
	}
	for seat := game.Seat(0); t.seats>>seat != 0; seat++ {
		if t.seats.Has(seat) && !t.named(seat) {
			setTag(&g, playerTag(seat), t.player(seat))
		}
	}
	return g
}

// named reports whether the person at a seat has a name, from a record.
func (t Table) named(seat game.Seat) bool {
	name := record.Game{Tags: t.tags}.Tag(playerTag(seat))
	return t.Persons.Has(seat) && name != "" && levelOf(name) == 0
}

func playerTag(seat game.Seat) string { return "Player" + seat.String() }

func setTag(g *record.Game, name, value string) {
	for i := range g.Tags {
		if g.Tags[i].Name == name {
			g.Tags[i].Value = value
			return
		}
	}
	g.Tags = append(g.Tags, record.Tag{Name: name, Value: value})
}

// levelOf returns the level in the name of a player that is an engine of this
// program, 0 for any other name.
func levelOf(player string) int {
	var level int
	if n, err := fmt.Sscanf(player, computerFormat, &level); n != 1 || err != nil || level > catalog.MaxLevel {
		return 0
	}
	return max(level, 0)
}

// FromRecord returns the table of a recorded game, with all turns on the
// board. Seats whose players are engines of this program, "thera level 3", are
// played by one again; all others are persons'.
func FromRecord(g record.Game) (Table, error) {
	entry, err := catalog.Find(g.Game)
	if err != nil {
		return Table{}, err
	}
	positions, err := g.Record().Replay(entry.Game)
	if err != nil {
		return Table{}, err
	}
	t := NewTable(entry, positions[0], DefaultLevel)
	t.tags, t.turns, t.positions, t.at = g.Tags, g.Turns, positions, len(g.Turns)
	if end := positions[t.at].Winners(); g.Winners != end {
		t.ended = ending{g.Winners, g.Reason}
	}
	for seat := game.Seat(0); seat < 8; seat++ {
		if level := levelOf(g.Tag(playerTag(seat))); level > 0 {
			t.Persons &^= game.Only(seat)
			t.Level = level
		}
	}
	if t.Persons == 0 {
		t.Persons = t.seats
	}
	return t, nil
}

// Load reads the first game of a file, in any format of package record, and
// says how many games the file holds as far as it can be read.
func Load(name string) (Table, int, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return Table{}, 0, err
	}
	t, n, err := read(data)
	if err != nil {
		return Table{}, 0, fmt.Errorf("%s: %w", name, err)
	}
	return t, n, nil
}

func read(data []byte) (t Table, n int, err error) {
	format, err := record.Detect(data)
	if err != nil {
		return t, 0, err
	}
	var games []game.Game
	for _, entry := range catalog.Games() {
		games = append(games, entry.Game)
	}
	for g, err := range record.Read(format, bytes.NewReader(data), games...) {
		if err != nil {
			if n > 0 {
				break // the first one is whole
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

// saved and opened are what commands on files answer.
type (
	saved struct {
		name string
		err  error
	}
	opened struct {
		name  string
		table Table
		games int
		err   error
	}
)

// save writes a game to a file as thera's record, dated today if it has no
// date. An existing file is replaced only if that is wanted; else the error is
// fs.ErrExist.
func save(name string, g record.Game, replace bool) tea.Cmd {
	return func() tea.Msg {
		if g.Tag("Date") == "" {
			g.Tags = append(slices.Clip(g.Tags), record.Tag{Name: "Date", Value: time.Now().Format(time.DateOnly)})
		}
		var text strings.Builder
		if err := record.Write(record.Thera, &text, g); err != nil {
			return saved{name, err}
		}
		if _, err := os.Lstat(name); err == nil && !replace {
			return saved{name, fs.ErrExist}
		}
		return saved{name, writeFile(name, text.String())}
	}
}

// writeFile replaces a file in one step: whatever happens, there is the old
// file or the new one, whole.
func writeFile(name, text string) (err error) {
	temporary := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+".tmp")
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(temporary))
		}
	}()
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(temporary, name)
}

func open(name string) tea.Cmd {
	return func() tea.Msg {
		t, n, err := Load(name)
		return opened{name, t, n, err}
	}
}
