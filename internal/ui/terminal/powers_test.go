package terminal

import (
	"fmt"
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
)

// keysOf returns the script that enters a move by cursor and keys alone.
func keysOf(d *driver, m game.Move) {
	for _, step := range m.Steps() {
		name, onward := strings.CutPrefix(step, "-")
		s, err := game.ParseSquare(name)
		if err != nil {
			d.do(step)
			continue
		}
		if onward {
			d.do("-")
		}
		d.model.cursor = s
		d.do("enter")
	}
}

// TestPowersByKeys enters turns of each power by keys, with a dot where a turn may
// continue. Before that, it takes each turn back step by step.
func TestPowersByKeys(t *testing.T) {
	for _, power := range catalog.Santorini().Cards.Names {
		rival := "minotaur"
		if power == rival {
			rival = "apollo"
		}
		d := newDriver(t, "santorini", "00100/01210/00101/02010/00000 b2d4,b4d2 1 "+power+","+rival, "both")
		for ply := uint64(0); ply < 12 && !d.model.table.over(); ply++ {
			before := d.model
			moves := before.table.position().Moves()
			for i := 0; i < len(moves); i += 1 + len(moves)/8 {
				d.model = before
				keysOf(d, moves[i])
				if d.model.table.at == before.table.at {
					if n := len(moves[i].Steps()); len(d.model.entry.Steps()) != n {
						t.Fatalf("%s: %d steps of %s are entered as %q", power, n, moves[i], d.steps())
					}
					undone := d.model
					d.do("esc")
					if got, want := len(d.model.entry.Steps()), len(moves[i].Steps())-1; got != want {
						t.Fatalf("%s: %s has %d steps left, want %d", power, moves[i], got, want)
					}
					d.do(strings.Repeat("esc ", len(moves[i].Steps())))
					if d.steps() != "" {
						t.Fatalf("%s: %s is left", power, d.steps())
					}
					d.model = undone
					d.do(".")
				}
				if last, ok := d.model.table.last(); !ok || d.model.table.at != before.table.at+1 || last.Move != moves[i] {
					t.Fatalf("%s in %s: %s is entered as %v, steps %q",
						power, before.table.position(), moves[i], last.Move, d.steps())
				}
			}
			d.model = before
			d.do("type:" + string(moves[game.Mix(ply)%uint64(len(moves))]) + " enter")
			if d.model.table.at != before.table.at+1 {
				t.Fatalf("%s: typed, but not played: %s", power, d.model.notice.text)
			}
		}
	}
}

// TestPowersTyped has what typing leads to: a whole turn is played, and one
// that is typed step by step waits for more where more is allowed.
func TestPowersTyped(t *testing.T) {
	for _, test := range []struct{ powers, script, turns, steps string }{
		{"demeter,pan", "type:b2 enter type:a1 enter type:b1 enter", "", "b2 a1 b1"},
		{"demeter,pan", "type:b2 enter type:a1 enter type:b1 enter type:a2 enter", "b2-a1(a2,b1)", ""},
		{"demeter,pan", "type:b2 enter type:a1 enter type:b1 enter .", "b2-a1(b1)", ""},
		{"demeter,pan", "type:b2-a1(b1) enter", "b2-a1(b1)", ""},
		{"artemis,pan", "type:b2 enter type:a1 enter - type:a2 enter", "", "b2 a1 -a2"},
		{"artemis,pan", "type:b2 enter type:a1 enter - type:a2 enter type:a1 enter", "b2-a2(a1)", ""},
		{"artemis,pan", "type:b2 enter type:a1 enter - - type:a2 enter", "b2-a1(a2)", ""},
		{"artemis,pan", "type:b2 enter type:a1 enter - esc", "", "b2 a1"},
		{"prometheus,pan", "type:b3 enter type:b2 enter type:a2 enter type:a1 enter", "(a1)b2-a2(b3)", ""},
		{"prometheus,pan", "type:(b3)b2-a2(a1) enter", "(a1)b2-a2(b3)", ""},
		{"hermes,pan", "type:b2 enter type:b1 enter type:d4 enter type:e5 enter type:(b2) enter", "b2-b1,d4-e5(b2)", ""},
		{"hermes,pan", "type:(b1) enter", "(b1)", ""},
		{"atlas,pan", "type:b2 enter type:a1 enter type:b1 enter D", "b2-a1(b1D)", ""},
		{"hephaestus,pan", "type:b2 enter type:a1 enter type:b1 enter enter", "", "b2 a1 b1"},
	} {
		d := newDriver(t, "santorini", "00000/00100/00000/00020/00000 b2d4,b4d2 1 "+test.powers, "both")
		d.do(test.script)
		if d.turns() != test.turns || d.steps() != test.steps {
			t.Errorf("%s: %s: turns %q, steps %q; want %q, %q", test.powers, test.script, d.turns(), d.steps(), test.turns, test.steps)
		}
	}
}

// TestPowersPage opens the cards and leaves them, by key and by click.
func TestPowersPage(t *testing.T) {
	d := newDriver(t, "santorini", "00000/00100/00000/00020/00000 b2d4,b4d2 2 athena^,pan", "first")
	for _, leave := range []string{"esc", "p", "click:3,3"} {
		d.do("p")
		if got := d.screen(); d.model.page != powersPage || !strings.Contains(got, "In force now: rivals may not go up.") {
			t.Fatalf("the page of powers is\n%s", got)
		}
		d.do(leave)
		if d.model.page != boardPage {
			t.Fatalf("%s does not leave the page of powers", leave)
		}
	}
}

// TestPowersSaved wants powers and teams to be in the file of a game.
func TestPowersSaved(t *testing.T) {
	for _, variant := range []string{"2p:athena,pan", "3p:hermes,mortal,artemis", "teams:athena,pan,apollo,minotaur"} {
		entry := catalog.Santorini()
		start := gametest.Must(t, entry.Game.Start, variant)
		table := NewTable(entry, start, 1)
		for i := range uint64(8) {
			moves := table.position().Moves()
			table = gametest.Must(t, table.play, moves[game.Mix(i)%uint64(len(moves))])
		}
		again, err := FromRecord(table.Record())
		if err != nil || again.position().String() != table.position().String() {
			t.Errorf("%s: %v, %v; want %s", variant, again.position(), err, table.position())
		}
		if got := fmt.Sprint(again.powers()); got != fmt.Sprint(table.powers()) {
			t.Errorf("%s: powers %s, want %s", variant, got, table.powers())
		}
	}
}
