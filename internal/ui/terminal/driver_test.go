package terminal

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"thera/engine"
	"thera/game/gametest"
	"thera/internal/catalog"
)

// driver plays the person and, on demand, the engine, without a terminal.
type driver struct {
	t     testing.TB
	model model
	quit  bool
}

// newDriver begins at a position of a game, "" for its start, in a terminal
// of 80x24.
func newDriver(t testing.TB, name, position, side string) *driver {
	t.Helper()
	return &driver{t: t, model: resized(newModel(tableAt(t, name, position, side), 1, ""), 80, 24)}
}

func resized(m model, width, height int) model {
	m, _ = m.update(tea.WindowSizeMsg{Width: width, Height: height})
	return m
}

func tableAt(t testing.TB, name, position, side string) Table {
	t.Helper()
	entry := gametest.Must(t, catalog.Find, name)
	pos, err := entry.Game.Start("")
	if position != "" {
		pos, err = entry.Game.Parse(position)
	}
	if err != nil {
		t.Fatal(err)
	}
	table, err := SeatTable(NewTable(entry, pos, 1), side, 0)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// do carries out a script of words: a key's name, as in "enter" or "ctrl+c",
// "type:TEXT", "click:X,Y", "rightclick:X,Y", "size:W,H", or "think", which lets an
// engine answer what is wanted.
func (d *driver) do(script string) {
	d.t.Helper()
	for _, word := range strings.Fields(script) {
		verb, rest, _ := strings.Cut(word, ":")
		var x, y int
		if verb == "click" || verb == "rightclick" || verb == "size" {
			if _, err := fmt.Sscanf(rest, "%d,%d", &x, &y); err != nil {
				d.t.Fatalf("%q: %v", word, err)
			}
		}
		switch verb {
		case "type":
			for _, r := range rest {
				d.send(tea.KeyPressMsg{Text: string(r), Code: r})
			}
		case "click":
			d.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
		case "rightclick":
			d.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseRight})
		case "size":
			d.send(tea.WindowSizeMsg{Width: x, Height: y})
		case "think":
			d.think()
		default:
			d.send(key(word))
		}
	}
}

// send updates the model and carries out the command that it answers, at once.
func (d *driver) send(msg tea.Msg) {
	var cmd tea.Cmd
	d.model, cmd = d.model.update(msg)
	if cmd == nil {
		return
	}
	if next := cmd(); next == tea.Quit() {
		d.quit = true
	} else if next != nil {
		d.send(next)
	}
}

// think answers what is wanted by a short search, the same on every machine.
func (d *driver) think() {
	d.t.Helper()
	q := d.model.wanted()
	if q == (Query{}) {
		d.t.Fatal("nothing to think about")
	}
	e := d.model.table.Catalog.NewEngine(engine.Config{})
	info, err := e.Search(d.t.Context(), engine.Request{Position: q.Position, Limits: engine.Limits{Nodes: 3000}})
	if err != nil {
		d.t.Fatal(err)
	}
	d.send(Thought{Query: q, Info: info, Final: true})
}

func (d *driver) screen() string {
	s, _ := d.model.draw()
	return s.String()
}

// wantNotice checks the message.
func (d *driver) wantNotice(want string) {
	d.t.Helper()
	if got := d.model.notice.text; got != want {
		d.t.Errorf("message %q, want %q", got, want)
	}
}

var keyCodes = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "backspace": tea.KeyBackspace,
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
	"home": tea.KeyHome, "end": tea.KeyEnd, "delete": tea.KeyDelete, "space": tea.KeySpace,
}

// key returns the message for a key's name.
func key(name string) tea.KeyPressMsg {
	var k tea.KeyPressMsg
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		k.Mod, name = tea.ModCtrl, rest
	}
	if rest, ok := strings.CutPrefix(name, "shift+"); ok {
		k.Mod, name = tea.ModShift, rest
	}
	if code, ok := keyCodes[name]; ok {
		k.Code = code
		return k
	}
	k.Code = []rune(name)[0]
	if k.Mod == 0 {
		k.Text = name
	}
	return k
}
