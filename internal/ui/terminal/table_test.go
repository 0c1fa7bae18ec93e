package terminal

import (
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
)

// played returns a table after moves.
func played(t *testing.T, table Table, moves ...game.Move) Table {
	t.Helper()
	for _, m := range moves {
		var err error
		if table, err = table.play(m); err != nil {
			t.Fatal(err)
		}
	}
	return table
}

func TestUndoAndRedo(t *testing.T) {
	alone := tableAt(t, "amazons", "", "first")
	alone = played(t, alone, "d1-d7(g7)", "a7-b7(c7)", "d7-d8(d7)", "b7-b6(b7)")
	undone, ok := alone.undo()
	if !ok || undone.at != 2 || !undone.personToMove() {
		t.Fatalf("%d turns, %v after taking one back", undone.at, ok)
	}
	if undone, ok = undone.undo(); !ok || undone.at != 0 {
		t.Fatalf("%d turns, %v after taking two back", undone.at, ok)
	}
	if _, ok := undone.undo(); ok {
		t.Error("a third turn can be taken back")
	}
	redone, ok := undone.redo()
	if !ok || redone.at != 2 {
		t.Errorf("%d turns, %v played again", redone.at, ok)
	}
	if same := played(t, redone, "d7-d8(d7)"); len(same.turns) != 4 {
		t.Errorf("%d turns known after the same move, want 4", len(same.turns))
	}
	other := played(t, redone, "d7-d9(d8)")
	if _, ok := other.redo(); ok || len(other.turns) != 3 {
		t.Errorf("another move leaves %d turns and can be redone: %v", len(other.turns), ok)
	}
	if len(alone.turns) != 4 || alone.turns[2].Move != "d7-d8(d7)" {
		t.Error("the table before has changed")
	}

	second := played(t, tableAt(t, "amazons", "", "second"), "d1-d7(g7)")
	if _, ok := second.undo(); ok {
		t.Error("the computer's first move is taken back, before any of the person's")
	}
	both := played(t, tableAt(t, "amazons", "", "both"), "d1-d7(g7)", "a7-b7(c7)")
	if both, _ = both.undo(); both.at != 1 {
		t.Errorf("with two persons, %d turns are left", both.at)
	}
}

func TestResign(t *testing.T) {
	for _, test := range []struct {
		position, side string
		winners        game.Seats
		result         string
	}{
		{"00000/00000/00000/00000/00000 -,- 1", "first", 2, "You lose: resignation."},
		{"00000/00000/00000/00000/00000 -,- 1", "second", 1, "You lose: resignation."},
		{"00000/00000/00000/00000/00000 -,-,- 1", "both", 6, "Seats 2+3 win: resignation."},
		{"00000/00000/00000/00000/00000 -,-,+,+ 1", "both", 10, "Seats 2+4 win: resignation."},
	} {
		table := tableAt(t, "santorini", test.position, test.side).resign()
		if table.winners() != test.winners || table.result() != test.result || !table.over() {
			t.Errorf("%s as %s: won by %v, %q", test.position, test.side, table.winners(), table.result())
		}
	}
	table := played(t, tableAt(t, "amazons", "", "both"), "d1-d7(g7)").resign()
	if back, ok := table.undo(); !ok || back.over() || back.at != 1 {
		t.Errorf("resignation taken back: %v, over %v, %d turns", ok, back.over(), back.at)
	}
	earlier, _ := played(t, tableAt(t, "amazons", "", "both"), "d1-d7(g7)", "a7-b7(c7)").undo()
	if again, ok := earlier.resign().redo(); ok {
		t.Errorf("a resignation after %d turns is followed by turn %d", earlier.at, again.at)
	}
}

func TestResults(t *testing.T) {
	for _, test := range []struct{ game, position, side, want string }{
		{"amazons", "", "both", ""},
		{"amazons", "Qq w", "both", "Seat 2 wins: seat 1 has no move left."},
		{"amazons", "Qq w", "first", "You lose: seat 1 has no move left."},
		{"amazons", "Qq w", "second", "You win: seat 1 has no move left."},
	} {
		entry := gametest.Must(t, catalog.Find, test.game)
		table := tableAt(t, test.game, "", test.side)
		if test.position != "" {
			pos := gametest.Must(t, entry.Game.Parse, test.position)
			table.positions[0] = pos
		}
		if got := table.result(); got != test.want {
			t.Errorf("%s %s as %s: %q, want %q", test.game, test.position, test.side, got, test.want)
		}
	}
	climbed := played(t, tableAt(t, "santorini", "00000/32000/40000/00000/00000 b4c4,d1e1 1", "both"), "b4-a4")
	if want := "Seat 1 wins: a worker stands on level 3 at a4."; climbed.result() != want {
		t.Errorf("%q, want %q", climbed.result(), want)
	}
	dropped := played(t, tableAt(t, "santorini", "00000/02000/40000/00000/00000 b4c4,d1e1 1 pan,apollo", "both"), "b4-a4")
	if want := "Seat 1 wins: the step to a4 wins."; dropped.result() != want {
		t.Errorf("%q, want %q", dropped.result(), want)
	}
	twice := played(t, tableAt(t, "santorini", "30000/21000/40000/00000/00000 b4c4,d1e1 1 artemis,apollo", "both"), "b4-a4-a5")
	if want := "Seat 1 wins: a worker stands on level 3 at a5."; twice.result() != want {
		t.Errorf("%q, want %q", twice.result(), want)
	}
}

// TestLevelOf wants only the names that the program itself writes to be those of engines: a
// save renames the others.
func TestLevelOf(t *testing.T) {
	for name, want := range map[string]int{
		"thera level 1": 1, "thera level 8": 8, "thera level 9": 0, "thera level 0": 0, "thera level -1": 0,
		"thera level 3 fan": 0, "thera level 03": 0, "thera level +3": 0, "thera level 3 ": 0, "Thera level 3": 0, "": 0,
	} {
		if got := levelOf(name); got != want {
			t.Errorf("level %d of %q, want %d", got, name, want)
		}
	}
}

func TestSeatTable(t *testing.T) {
	table := tableAt(t, "santorini", "00000/00000/00000/00000/00000 -,-,-,- 1", "both")
	for side, want := range map[string]game.Seats{"first": 1, "second": 2, "both": 15} {
		if got, err := SeatTable(table, side, 0); err != nil || got.Persons != want {
			t.Errorf("%s: %v, %v", side, got.Persons, err)
		}
	}
	var seen game.Seats
	for seed := range uint64(50) {
		got, err := SeatTable(table, "random", seed)
		if err != nil || got.Persons.Len() != 1 {
			t.Errorf("random: %v, %v", got.Persons, err)
		}
		seen |= got.Persons
	}
	if seen != 15 {
		t.Errorf("random seats are only %v", seen)
	}
	if _, err := SeatTable(table, "third", 0); err == nil || err.Error() != `side "third": want one of first, second, random, both` {
		t.Error(err)
	}
}
