package play_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/internal/site/play"
	"thera/record"
	"thera/santorini"
)

func setup(control play.Control) *play.Setup {
	return &play.Setup{Game: "hermit", Variant: "3x3", Control: control, Rated: true, Players: []play.Player{
		{ID: "1", Name: "Ann", Kind: play.Person, Rating: 1512}, {ID: "2", Name: "Bob", Kind: play.Bot},
	}}
}

// A game with a takeback is read back from its record.
func TestOf(t *testing.T) {
	log := []play.Event{
		{Number: 1, At: 1_700_000_000_000, Kind: play.Created, Setup: setup(play.Control{Initial: 300_000, Increment: 3_000})},
		{Number: 2, Kind: play.Turned, Seat: 1, Ply: 1, Turn: "Ra1", Clocks: []play.Millis{300_000, 300_000}},
		{Number: 3, Kind: play.Turned, Seat: 2, Ply: 2, Turn: "Rc2", Clocks: []play.Millis{300_000, 299_500}},
		{Number: 4, Kind: play.Offered, Seat: 2, Offer: play.Takeback},
		{Number: 5, Kind: play.TookBack, Ply: 1},
		{Number: 6, Kind: play.Turned, Seat: 2, Ply: 2, Turn: "Rc3", Clocks: []play.Millis{300_000, 298_250}},
		{Number: 7, Kind: play.Resigned, Seat: 1},
		{Number: 8, Kind: play.Ended, Winners: []int{2}, Reason: play.ByResign},
	}
	sheet, err := play.Record("8fk2", log, hermit.Rules())
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := record.Write(record.Thera, &text, sheet); err != nil {
		t.Fatal(err)
	}
	const want = `[Game "hermit"]
[Start ".../.../... 1"]
[Event "rated game 8fk2"]
[Date "2023-11-14"]
[Player1 "Ann"]
[Rating1 "1512"]
[Player2 "Bob"]
[TimeControl "300+3"]
[Result "2"]
[Reason "resigned"]

1. Ra1 {clock=5m0s}
2. Rc3 {clock=4m58.25s}
`
	if got := text.String(); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for again, err := range record.Read(record.Thera, &text, hermit.Rules()) {
		if err != nil || !reflect.DeepEqual(again, sheet) {
			t.Errorf("%v: read again it is %+v, want %+v", err, again, sheet)
		}
	}
	if sheet.Winners != game.Only(1) {
		t.Errorf("winners %v", sheet.Winners)
	}
}

// In a game of three the others play on, and the record says from when.
func TestOfThree(t *testing.T) {
	players := []play.Player{{ID: "1", Name: "Ann"}, {ID: "2", Name: "Bob"}, {ID: "3", Name: "Cy"}}
	log := []play.Event{
		{Number: 1, Kind: play.Created, Setup: &play.Setup{Game: "santorini", Variant: "3p:mortal,athena,pan", Players: players}},
		{Number: 2, Kind: play.Turned, Seat: 1, Ply: 1, Turn: "@a1,a2"},
		{Number: 3, Kind: play.Turned, Seat: 2, Ply: 2, Turn: "@c1,c2"},
		{Number: 4, Kind: play.Turned, Seat: 3, Ply: 3, Turn: "@e1,e2"},
		{Number: 5, Kind: play.Turned, Seat: 1, Ply: 4, Turn: "a2-a3(a4)"},
		{Number: 6, Kind: play.Resigned, Seat: 2},
		{Number: 7, Kind: play.Turned, Seat: 3, Ply: 5, Turn: "e2-e3(e4)"},
		{Number: 8, Kind: play.Flagged, Seat: 1},
		{Number: 9, Kind: play.Ended, Winners: []int{3}, Reason: play.ByTime},
	}
	sheet, err := play.Record("8fk2", log, santorini.Rules())
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := record.Write(record.Thera, &text, sheet); err != nil {
		t.Fatal(err)
	}
	if got := text.String(); !strings.Contains(got, "4. a2-a3(a4) {out=2}\n5. e2-e3(e4) {out=1}\n") {
		t.Errorf("got\n%s\nwant seats 2 and 1 to go out after turns 4 and 5", got)
	}
	for again, err := range record.Read(record.Thera, &text, santorini.Rules()) {
		if err != nil || !reflect.DeepEqual(again, sheet) {
			t.Errorf("%v: read again it is %+v, want %+v", err, again, sheet)
		}
	}
}

// In a game from a composed position a player may go out before the first turn.
func TestOfThreeOutAtStart(t *testing.T) {
	log := []play.Event{
		{Number: 1, Kind: play.Created, Setup: &play.Setup{
			Game: "santorini", Variant: "3p", Position: "00000/00000/00000/00000/00000 a1b1,c1d1,e1e2 1",
			Players: []play.Player{{ID: "1", Name: "Ann"}, {ID: "2", Name: "Bob"}, {ID: "3", Name: "Cy"}},
		}},
		{Number: 2, Kind: play.Left, Seat: 2},
		{Number: 3, Kind: play.Turned, Seat: 1, Ply: 1, Turn: "b1-b2(b3)"},
		{Number: 4, Kind: play.Turned, Seat: 3, Ply: 2, Turn: "e2-e3(e4)"},
	}
	sheet, err := play.Record("8fk2", log, santorini.Rules())
	if err != nil {
		t.Fatal(err)
	}
	positions := gametest.Must(t, sheet.Record().Replay, santorini.Rules())
	if got, want := positions[len(positions)-1].String(), "00000/00001/01000/00000/00000 a1b2,x,e1e3 1"; got != want {
		t.Errorf("the last position is %s, want %s", got, want)
	}
}

func TestOfBroken(t *testing.T) {
	wrong := setup(play.Control{})
	wrong.Position = "nonsense"
	for name, log := range map[string][]play.Event{
		"nothing":      nil,
		"no beginning": {{Number: 1, Kind: play.Ended}},
		"no position":  {{Number: 1, Kind: play.Created, Setup: wrong}},
		"taken back": {
			{Number: 1, Kind: play.Created, Setup: setup(play.Control{})},
			{Number: 2, Kind: play.TookBack, Ply: 1},
		},
	} {
		if sheet, err := play.Record("8fk2", log, hermit.Rules()); err == nil || !strings.Contains(err.Error(), `"8fk2"`) {
			t.Errorf("%s: %+v, %v: want an error with the game's id", name, sheet, err)
		}
	}
}
