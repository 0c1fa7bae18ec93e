package terminal

import (
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"thera/game"
)

// steps returns the steps that are entered.
func (d *driver) steps() string { return strings.Join(d.model.entry.Steps(), " ") }

// turns returns the moves on the board.
func (d *driver) turns() string {
	var moves []string
	for _, turn := range d.model.table.turns[:d.model.table.at] {
		moves = append(moves, string(turn.Move))
	}
	return strings.Join(moves, " ")
}

func TestHalfTurns(t *testing.T) {
	d := newDriver(t, "amazons", "", "both")
	for _, test := range []struct{ script, steps, turns string }{
		{"click:17,19", "d1", ""},
		{"esc", "", ""},
		{"click:17,19 click:17,19", "", ""}, // the same again takes it back
		{"click:17,19 click:17,7", "d1 d7", ""},
		{"esc", "d1", ""},
		{"rightclick:17,19", "", ""},
		{"click:17,19 click:17,7 click:29,19", "g1", ""}, // another piece: a new beginning
		{"esc type:d1 enter type:d7 enter", "d1 d7", ""},
		{"type:g7 enter", "", "d1-d7(g7)"},
		{"u", "", ""},
		{"r", "", "d1-d7(g7)"},
		{"r", "", "d1-d7(g7)"},
		{"type:a7d4,d4i4 enter", "", "d1-d7(g7) a7-d4(i4)"},
	} {
		d.do(test.script)
		if d.steps() != test.steps || d.turns() != test.turns {
			t.Fatalf("%s: steps %q, turns %q, want %q, %q", test.script, d.steps(), d.turns(), test.steps, test.turns)
		}
	}
}

func TestKeyboardOnly(t *testing.T) {
	d := newDriver(t, "amazons", "", "both")
	d.do("tab enter") // the first amazon after f6
	if d.steps() != "d1" && d.steps() != "g1" && d.steps() != "a4" && d.steps() != "j4" {
		t.Fatalf("steps %q", d.steps())
	}
	d.do("tab enter shift+tab enter")
	if d.model.table.at != 1 {
		t.Errorf("steps %q, turns %q", d.steps(), d.turns())
	}
	d.do("up up up up up up up up up up right right right right right right right right right right")
	if d.model.cursor != game.At(9, 9) {
		t.Errorf("cursor at %s", d.model.cursor)
	}
	d.do("x up right")
	if d.model.cursor != game.At(8, 8) {
		t.Errorf("cursor at %s of the turned board", d.model.cursor)
	}
}

func TestDone(t *testing.T) {
	for _, script := range []string{
		"Y enter enter",      // the same square again
		"Y enter .",          // by key
		"Y enter click:2,23", // by the button
		"type:Yd4 enter",     // typed
		"Y type:d4 enter",    // half of it typed
	} {
		d := newDriver(t, "hermit", "", "both")
		d.do(script)
		if d.turns() != "Yd4" {
			t.Errorf("%s: turns %q, steps %q", script, d.turns(), d.steps())
		}
	}
}

func TestEngineAnswers(t *testing.T) {
	d := newDriver(t, "amazons", "", "second")
	d.do("type:a7-a6(a7) enter")
	d.wantNotice("It is the computer's turn.")
	q := d.model.wanted()
	if q.Level != 1 || q.Seed == 0 {
		t.Fatalf("wanted %+v", q)
	}
	d.do("+")
	if d.model.wanted().Level != 2 {
		t.Error("the level is still the same")
	}
	d.send(Thought{Query: q, Final: true}) // too late
	if d.model.table.at != 0 {
		t.Fatal("a thought about another query is played")
	}
	d.do("think")
	if d.model.table.at != 1 || d.model.wanted().Level != 0 {
		t.Fatalf("%d turns, wanted %+v", d.model.table.at, d.model.wanted())
	}
	d.do("w")
	if d.model.wanted() != (Query{}) {
		t.Error("chances are wanted, but not shown")
	}
	d.do("t")
	if d.model.wanted() == (Query{}) {
		t.Error("no tip is wanted")
	}
	d.send(Thought{Query: d.model.wanted(), Err: errors.New("out of order")})
	d.wantNotice("The engine fails: out of order")
}

func TestSure(t *testing.T) {
	d := newDriver(t, "amazons", "", "both")
	d.do("type:d1-d7(g7) enter q")
	d.wantNotice("The game is not saved: s saves it, q again gives it up.")
	d.do("left q n o")
	if d.quit || d.model.page != boardPage || d.model.box.purpose != noBox {
		t.Fatal("a game that is not saved is given up")
	}
	d.do("q q")
	if !d.quit {
		t.Error("q twice does not leave")
	}
	d = newDriver(t, "amazons", "", "both")
	d.do("q")
	if !d.quit {
		t.Error("a game that has not begun is kept")
	}
	d = newDriver(t, "amazons", "", "both")
	d.do("y left y")
	if d.model.table.over() {
		t.Error("resigned by y, another key, y")
	}
	d.do("y y type:d1 enter")
	d.wantNotice("Seat 2 wins: resignation.")
	d.do("ctrl+c")
	if !d.quit {
		t.Error("ctrl+c does not leave")
	}
}

// TestTooSmall wants a game to stay as it is while the terminal is too small to show it,
// whatever is pressed, except for leaving.
func TestTooSmall(t *testing.T) {
	d := newDriver(t, "hermit", ".../.../... 2", "both")
	d.do("type:Ra1 enter")
	d.do("size:40,24 type:yyuns enter type:Rb2 enter space enter . o - click:3,3 click:12,8 rightclick:3,3")
	d.send(tea.PasteMsg{Content: "Rb2"})
	d.do("size:80,24")
	if d.turns() != "Ra1" || d.steps() != "" || d.model.table.over() || d.model.page != boardPage || d.model.box.purpose != noBox || d.quit {
		t.Errorf("keys that nobody sees: turns %q, steps %q, page %d, left: %t", d.turns(), d.steps(), d.model.page, d.quit)
	}

	d.do("s size:40,24 q")
	if s, _ := d.model.draw(); d.quit || !strings.Contains(s.String(), "Not saved: q again leaves.") {
		t.Errorf("left: %t\n%s", d.quit, s)
	}
	d.do("left q")
	if d.quit {
		t.Error("left by q, another key, q")
	}
	d.do("q")
	if !d.quit {
		t.Error("q twice does not leave")
	}
}

// TestMistyped wants Enter after a word that means nothing not to choose the cursor's
// square, unless a key has moved the cursor.
func TestMistyped(t *testing.T) {
	d := newDriver(t, "santorini", "", "both")
	for _, script := range []string{"type:zz enter", "z space z enter"} {
		d.do(script)
		d.wantNotice(`"z" is no command: ? shows all.`)
		if d.steps() != "" {
			t.Fatalf("%s: steps %q", script, d.steps())
		}
	}
	d.do("z left enter")
	if d.steps() == "" {
		t.Error("the cursor's square was not chosen")
	}
	d.do("esc z enter enter")
	if d.steps() == "" {
		t.Error("the second Enter did not choose the cursor's square")
	}
}

func TestMenu(t *testing.T) {
	d := &driver{t: t, model: resized(newModel(Table{}, 1, ""), 80, 24)}
	d.do("right down right down down right")
	d.do("click:15,12") // Start
	table := d.model.table
	if table.Catalog.Game.Name() != "santorini" || table.seats != 7 || table.Level != 4 || table.Persons != 1 {
		t.Errorf("%s, seats %v, level %d, persons %v", table.Catalog.Game.Name(), table.seats, table.Level, table.Persons)
	}
	d.do("n esc")
	if d.model.page != boardPage || d.model.number != 1 {
		t.Error("the menu does not lead back to the game")
	}
	d.do("n enter")
	if d.model.number != 2 {
		t.Error("no other game was begun")
	}
	d = &driver{t: t, model: resized(newModel(Table{}, 1, ""), 80, 24)}
	d.do("esc")
	if !d.quit {
		t.Error("Esc does not leave the first menu")
	}
}

// TestMenuPowers chooses powers in the menu, which only games with some have.
func TestMenuPowers(t *testing.T) {
	for way, script := range map[string]string{
		"random": "right down down down down right enter",
		"fair":   "right down down down down right right right enter",
		"":       "right down down down down enter",
	} {
		d := &driver{t: t, model: resized(newModel(Table{}, 1, ""), 80, 24)}
		d.do(script)
		if powers := d.model.table.powers(); d.model.page != boardPage || (powers != nil) != (way != "") {
			t.Errorf("%q: page %d with powers %v", way, d.model.page, powers)
		}
	}
	d := &driver{t: t, model: resized(newModel(Table{}, 1, ""), 80, 24)}
	d.do("down down down down")
	if d.model.menu.row != levelRow {
		t.Errorf("row %d of a game without powers", d.model.menu.row)
	}
}

func TestHelp(t *testing.T) {
	d := newDriver(t, "amazons", "", "both")
	d.do("size:80,14 ? down down up")
	if d.model.scroll != 1 {
		t.Errorf("scrolled by %d", d.model.scroll)
	}
	d.do("a")
	if d.model.page != boardPage || d.model.box.purpose != noBox {
		t.Error("any key leads back to the board and does nothing else")
	}
}

func TestPaste(t *testing.T) {
	d := newDriver(t, "amazons", "", "both")
	d.send(tea.PasteMsg{Content: "d1-d7(g7)\n"})
	d.do("enter")
	if d.turns() != "d1-d7(g7)" {
		t.Errorf("turns %q", d.turns())
	}
}

// TestClicksBesideBox wants a box to be kept until it is left by a key.
func TestClicksBesideBox(t *testing.T) {
	d := newDriver(t, "hermit", "", "both")
	d.do("Y enter s click:2,23 click:31,18 click:5,5")
	if d.model.box.String() != "hermit.txt" || d.steps() != "Y d4" {
		t.Errorf("box %q, steps %q", d.model.box, d.steps())
	}
	d.do("rightclick:5,5 click:31,18")
	if d.model.box.purpose != noBox {
		t.Error("the right button does not close the box")
	}
}

func TestShorten(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"open /a/long/path: no such file", 16, "open /...ch file"},
		{"short", 5, "short"},
		{"short", 3, "short"},
	} {
		if got := shorten(test.text, test.width); got != test.want {
			t.Errorf("%q in %d: %q, want %q", test.text, test.width, got, test.want)
		}
	}
}

func TestBackground(t *testing.T) {
	d := newDriver(t, "amazons", "", "both")
	d.send(tea.BackgroundColorMsg{})
	if !d.model.dark {
		t.Error("black is not dark")
	}
}

// TestWholeGames plays each game to its end, a person by keys against the
// engine.
func TestWholeGames(t *testing.T) {
	for name, position := range map[string]string{
		"amazons":   "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w",
		"santorini": "",
		"hermit":    "",
	} {
		t.Run(name, func(t *testing.T) {
			d := newDriver(t, name, position, "first")
			for turn := uint64(0); !d.model.table.over(); turn++ {
				if !d.model.table.personToMove() {
					d.do("think")
					continue
				}
				moves := d.model.table.position().Moves()
				move := moves[game.Mix(turn)%uint64(len(moves))]
				for _, step := range move.Steps() {
					s, err := game.ParseSquare(step)
					if err != nil {
						d.do(step)
						continue
					}
					z := d.model.layout().grid.Zone(s)
					d.send(tea.MouseClickMsg{X: z.X, Y: z.Y, Button: tea.MouseLeft})
				}
				d.do(".")
				if last, _ := d.model.table.last(); last.Move != move && !strings.Contains(d.turns(), string(move)) {
					t.Fatalf("%s entered, but played %s", move, d.turns())
				}
			}
			if !strings.HasPrefix(d.model.notice.text, "You ") || !strings.Contains(d.screen(), d.model.table.result()) {
				t.Errorf("at the end the screen says:\n%s", d.screen())
			}
			table := d.model.table
			d.do("u r")
			if d.model.table.at != table.at || d.model.table.result() != table.result() {
				t.Error("undo and redo end elsewhere")
			}
		})
	}
}
